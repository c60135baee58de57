import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// Closures that decide conflicts, and make new ones.
@Suite(.timeLimit(.minutes(5)))
struct ConflictLoopTests: ReplicatedSuite {
  let replicas: Replicas
  private let id = "task"

  init() throws {
    replicas = try Replicas()
    try save(id, "Original", mine)
  }

  private func read() throws -> Task { try #require(try mine.document(id: id, as: Task.self)) }

  /// A model, and the document changed behind its back.
  private func outdated() throws -> Task {
    let task = try read()
    try save(id, "Theirs", mine)
    return task
  }

  private func expectEnd(_ handler: (Task, Task?) throws -> Bool) throws {
    let task = try outdated()
    var calls = 0
    let error = #expect(throws: DocumentError.self) {
      try mine.save(from: task) { mine, theirs in
        calls += 1
        return try handler(mine, theirs)
      }
    }
    #expect(calls == ConflictRound.limit)
    #expect(error?.reason == .endlessConflict)
    #expect(error?.description.contains("document 'task' of collection 'tasks'") == true)
    // The model knows still that it is outdated.
    #expect(try !mine.save(from: task, concurrencyControl: .failOnConflict))
  }

  @Test func `a handler that saves the other model each time ends with an error`() throws {
    try expectEnd { _, theirs in
      let theirs = try #require(theirs)
      theirs.title += "."
      try mine.save(from: theirs)
      return true
    }
    #expect(try read().title == "Theirs..........")
  }

  @Test func `a handler that saves by way of another store of the database ends with an error`()
    throws
  {
    let other = try DocumentStore(here.writer).collection("tasks")
    try expectEnd { _, _ in
      try save(id, "By the handler", other)
      return true
    }
  }

  @Test func `a handler that deletes the document or saves it anew ends with an error`() throws {
    try expectEnd { _, theirs in
      if let theirs {
        try mine.delete(for: theirs)
      } else {
        try mine.save(from: Task(id: id, title: "Anew"))
      }
      return true
    }
  }

  @Test func `a handler that changes the document within a handler of another one ends, too`()
    throws
  {
    try save("other", "Original", mine)
    try expectEnd { _, _ in
      let other = try #require(try mine.document(id: "other", as: Task.self))
      try save("other", "Theirs", mine)
      return try mine.save(from: other) { _, _ in
        try save(id, "By the inner handler", mine)
        return true
      }
    }
  }

  @Test func `inside a transaction, too, which may then be rolled back`() throws {
    let task = try outdated()
    #expect(throws: DocumentError.self) {
      try here.inBatch {
        _ = try mine.save(from: task) { _, _ in
          try save(id, "By the handler", mine)
          return true
        }
      }
    }
    #expect(try read().title == "Theirs")
  }

  @Test func `a handler that saves the model itself has decided`() throws {
    let task = try outdated()
    var calls = 0
    let isSaved = try mine.save(from: task) { own, _ in
      calls += 1
      own.title = "Mine"
      try mine.save(from: own)
      return true
    }
    #expect(isSaved)
    #expect(calls == 1)
    #expect(try read().title == "Mine")
  }

  @Test func `a handler may write other documents as often as it likes`() throws {
    let task = try outdated()
    var calls = 0
    let isSaved = try mine.save(from: task) { _, _ in
      calls += 1
      // Somebody else is faster, more often than a handler may be in its own way.
      if calls <= 3 * ConflictRound.limit {
        try onAnotherThread { [id, mine, calls] in
          let theirs = try #require(try mine.document(id: id, as: Task.self))
          theirs.title = "Theirs \(calls)"
          try mine.save(from: theirs)
        }
      }
      try save("beside", "\(calls)", mine)
      return true
    }
    #expect(isSaved)
    #expect(calls == 3 * ConflictRound.limit + 1)
    #expect(try mine.document(id: "beside", as: Task.self)?.title == "\(calls)")
  }

  private func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = Lock<Result<Void, any Error>>(.success(()))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let outcome = Result { try body() }
      result.withLock { $0 = outcome }
      done.signal()
    }
    done.wait()
    try result.withLock { $0 }.get()
  }

  @Test func `a resolver that changes the document each time leaves the conflict, with an error`()
    async throws
  {
    try await replicator().replicate()
    try save(id, "mine", mine)
    try save(id, "theirs", theirs)
    try save("other", "theirs", theirs)
    let calls = Lock(0)
    let failures = try await events(
      replicator(
        .pull,
        .init(conflictResolver: { [mine] conflict in
          let call = calls.withLock { calls in
            calls += 1
            return calls
          }
          let task = try conflict.local.data(as: Task.self)
          task.title = "mine \(call)"
          try mine.save(from: task)
          return .remote
        })
      )
    ).filter { $0.2 != nil }
    #expect(calls.withLock { $0 } == ConflictRound.limit)
    #expect(failures.map(\.0) == [id])
    #expect(failures.first?.2?.reason == .resolver)
    #expect(failures.first?.2?.description.contains("document 'task'") == true)
    #expect(try titles(mine) == ["theirs", "mine \(ConflictRound.limit)"])
    // The conflict is still there for a resolver that decides.
    try await replicator(.pull, .init(conflictResolver: { _ in .remote })).replicate()
    #expect(try titles(mine) == ["theirs", "theirs"])
  }
}
