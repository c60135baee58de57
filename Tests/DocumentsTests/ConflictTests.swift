import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Two models of one document.
@Suite struct ConflictTests {
  private struct Failure: Error {}

  private let store: DocumentStore
  private let tasks: DocumentCollection
  private let id = "task"

  init() throws {
    store = try DocumentStore(DatabaseQueue())
    tasks = try store.collection("tasks")
    try tasks.save(from: Task(id: id, title: "Original"))
  }

  private func read() throws -> Task { try #require(try tasks.document(id: id, as: Task.self)) }

  /// A model, and the document changed behind its back.
  private func outdated() throws -> Task {
    let mine = try read()
    let theirs = try read()
    theirs.title = "Theirs"
    theirs.completed = true
    try tasks.save(from: theirs)
    mine.title = "Mine"
    return mine
  }

  @Test func `the last write wins by default`() throws {
    let task = try outdated()
    try tasks.save(from: task)
    #expect(try read().title == "Mine")
  }

  @Test func `a save fails on a conflict where that is wanted`() throws {
    let task = try outdated()
    let resolved = try tasks.save(from: task, concurrencyControl: .failOnConflict)
    #expect(!resolved)
    #expect(try read().title == "Theirs")
    #expect(try tasks.save(from: task, concurrencyControl: .lastWriteWins))
    #expect(try tasks.save(from: task, concurrencyControl: .failOnConflict))
  }

  @Test func `a new model of an existing document is a conflict`() throws {
    let task = Task(id: id, title: "Second")
    #expect(try !tasks.save(from: task, concurrencyControl: .failOnConflict))
    #expect(try tasks.save(from: task, concurrencyControl: .lastWriteWins))
  }

  @Test func `a handler resolves a conflict`() throws {
    let task = try outdated()
    let resolved = try tasks.save(from: task) { newTask, existingTask in
      #expect(existingTask?.title == "Theirs")
      newTask.title = "New Task"
      newTask.completed = false
      return true
    }
    #expect(resolved)
    #expect(task.title == "New Task")
    #expect(try read().title == "New Task")
    #expect(try read().completed == false)
  }

  @Test func `without a conflict the handler is not asked`() throws {
    let task = try read()
    let resolved = try tasks.save(from: task) { _, _ in
      Issue.record("no conflict")
      return false
    }
    #expect(resolved)
  }

  @Test func `a handler that gives up leaves the document as it is`() throws {
    let task = try outdated()
    #expect(try !tasks.save(from: task) { _, _ in false })
    #expect(try read().title == "Theirs")
    // The model still knows that it is outdated.
    #expect(try !tasks.save(from: task, concurrencyControl: .failOnConflict))
  }

  @Test func `a handler that throws leaves the document as it is`() throws {
    let task = try outdated()
    #expect(throws: Failure.self) { try tasks.save(from: task) { _, _ in throw Failure() } }
    #expect(try read().title == "Theirs")
    #expect(try !tasks.save(from: task, concurrencyControl: .failOnConflict))
  }

  @Test func `a handler that writes is asked again`() throws {
    let task = try outdated()
    var calls = 0
    let resolved = try tasks.save(from: task) { mine, theirs in
      calls += 1
      if calls == 1 {
        let other = try #require(theirs)
        other.title = "Written by the handler"
        try tasks.save(from: other)
        try tasks.save(from: Task(id: "other", title: "Beside"))
      }
      mine.title = "\(theirs?.title ?? "") and mine"
      return true
    }
    #expect(resolved)
    #expect(calls == 2)
    #expect(try read().title == "Written by the handler and mine")
    #expect(try tasks.document(id: "other", as: Task.self)?.title == "Beside")
  }

  @Test func `a document that was deleted meanwhile is nil for the handler`() throws {
    let task = try read()
    try tasks.delete(for: try read())
    var calls = 0
    #expect(try !tasks.save(from: task, concurrencyControl: .failOnConflict))
    let resolved = try tasks.save(from: task) { mine, theirs in
      calls += 1
      #expect(theirs == nil)
      mine.title = "Back again"
      return true
    }
    #expect(resolved)
    #expect(calls == 1)
    #expect(try read().title == "Back again")
  }

  @Test func `a document that was deleted or purged meanwhile is saved by the last write`() throws {
    for remove in [tasks.delete(for:), tasks.purge(for:)] as [(Task) throws -> Void] {
      let task = try read()
      try remove(try read())
      task.title = "Last"
      try tasks.save(from: task)
      #expect(try read().title == "Last")
    }
  }

  @Test func `a deletion may be a conflict, too`() throws {
    let task = try outdated()
    let resolved = try tasks.delete(for: task, concurrencyControl: .failOnConflict)
    #expect(!resolved)
    #expect(try read().title == "Theirs")
    try tasks.delete(for: task)
    #expect(try tasks.document(id: id, as: Task.self) == nil)
  }

  @Test func `inside a transaction a handler sees what the transaction has saved`() throws {
    let task = try outdated()
    let resolved = try store.inBatch {
      let third = try read()
      third.title = "Third"
      try tasks.save(from: third)
      return try tasks.save(from: task) { mine, theirs in
        mine.title += " after \(theirs?.title ?? "")"
        return true
      }
    }
    #expect(resolved)
    #expect(try read().title == "Mine after Third")
  }

  final class Counter: Codable {
    @DocumentID var id: String?
    var count: Int
    init(id: String, count: Int) {
      self.id = id
      self.count = count
    }
  }

  @Test(arguments: [true, false])
  func `eight threads that count through the handler lose no increment`(usesPool: Bool) throws {
    let directory = try TemporaryDirectory()
    let writer: any DatabaseWriter =
      usesPool
      ? try DatabasePool(path: directory.path()) : try DatabaseQueue(path: directory.path())
    let counters = try DocumentStore(writer).collection("counters")
    try counters.save(from: Counter(id: "clicks", count: 0))
    let failures = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        for _ in 0..<50 {
          let mine = try #require(try counters.document(id: "clicks", as: Counter.self))
          mine.count += 1
          let saved = try counters.save(from: mine) { mine, theirs in
            mine.count = (theirs?.count ?? 0) + 1
            return true
          }
          if !saved { failures.withLock { $0 += 1 } }
        }
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try counters.document(id: "clicks", as: Counter.self)?.count == 400)
  }
}
