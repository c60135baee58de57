import Foundation
import Strata
import TestSupport
import Testing

@testable import StrataDocuments

/// Databases that were put back to an earlier state, or copied.
@Suite(.timeLimit(.minutes(5)))
struct RestoredDatabaseTests {
  private let directory: TemporaryDirectory
  private let other: DocumentStore
  private let others: DocumentCollection

  init() throws {
    directory = try TemporaryDirectory()
    other = try DocumentStore(DatabaseQueue())
    others = try other.collection("tasks")
  }

  /// Opens the file for a while.
  private func opened(
    _ name: String = "test.sqlite",
    _ body: (DocumentCollection) async throws -> Void
  ) async throws {
    let queue = try DatabaseQueue(path: directory.path(name))
    try await body(try DocumentStore(queue).collection("tasks"))
    try queue.close()
  }

  private func backUp() throws {
    try FileManager.default.copyItem(atPath: directory.path(), toPath: directory.path("saved"))
  }

  private func restore() throws {
    try FileManager.default.removeItem(atPath: directory.path())
    try FileManager.default.moveItem(atPath: directory.path("saved"), toPath: directory.path())
  }

  private func replicate(
    _ tasks: DocumentCollection,
    with other: DocumentCollection,
    _ type: ReplicatorConfiguration.ReplicatorType = .pushAndPull
  ) async throws {
    var configuration = ReplicatorConfiguration(
      endpoint: DatabaseEndpoint(other.store),
      type: type
    )
    configuration.addCollection(tasks)
    try await Replicator(configuration).replicate()
  }

  private func ids(_ tasks: DocumentCollection) throws -> [String] {
    try tasks.store.query("SELECT id FROM tasks ORDER BY id").execute()
      .map { try #require($0["id"].flatMap { String.fromDatabaseValue($0) }) }
  }

  private func save(_ ids: String..., in tasks: DocumentCollection) throws {
    for id in ids { try tasks.save(from: Task(id: id, title: id)) }
  }

  /// Whether the replicator is one of the database that is put back, and how many documents are written
  /// in it before it is replicated again.
  @Test(arguments: [true, false], [0, 1, 2, 3, 5])
  func `a database that was put back and went on gives and gets all`(
    isOwn: Bool,
    count: Int
  ) async throws {
    func exchange(_ tasks: DocumentCollection) async throws {
      if isOwn {
        try await replicate(tasks, with: others)
      } else {
        try await replicate(others, with: tasks)
      }
    }
    try await opened { tasks in
      try save("a", in: tasks)
      try save("z", in: others)
      try await exchange(tasks)
    }
    try backUp()
    try await opened { tasks in
      try save("lost 1", "lost 2", "lost 3", in: tasks)
      try await exchange(tasks)
    }
    try restore()
    try await opened { tasks in
      #expect(try ids(tasks) == ["a", "z"])
      for index in 0..<count { try save("new \(index)", in: tasks) }
      try await exchange(tasks)
      let all =
        ["a", "lost 1", "lost 2", "lost 3"] + (0..<count).map { "new \($0)" } + ["z"]
      #expect(try ids(tasks) == all)
      #expect(try ids(others) == all)
    }
  }

  @Test(arguments: [ReplicatorConfiguration.ReplicatorType.push, .pull])
  func `one way, too`(type: ReplicatorConfiguration.ReplicatorType) async throws {
    let isPush = type == .push
    func exchange(_ tasks: DocumentCollection) async throws {
      if isPush {
        try await replicate(tasks, with: others, .push)
      } else {
        try await replicate(others, with: tasks, .pull)
      }
    }
    try await opened { tasks in
      try save("a", in: tasks)
      try await exchange(tasks)
    }
    try backUp()
    try await opened { tasks in
      try save("lost 1", "lost 2", in: tasks)
      try await exchange(tasks)
    }
    try restore()
    try await opened { tasks in
      try save("new 1", "new 2", "new 3", in: tasks)
      try await exchange(tasks)
      #expect(try ids(others) == ["a", "lost 1", "lost 2", "new 1", "new 2", "new 3"])
    }
  }

  @Test func `a copy of a database is another one once it is told so`() async throws {
    try await opened { tasks in try save("a", in: tasks) }
    try backUp()
    try await opened { tasks in
      let queue = try DatabaseQueue(path: directory.path("saved"))
      let twin = try DocumentStore(queue).collection("tasks")
      let error = await #expect(throws: (any Error).self) {
        try await replicate(tasks, with: twin)
      }
      #expect((error as? ReplicationError)?.reason == .sameDatabase)
      try await queue.write { db in try DocumentStore.makeIndependent(db) }
      let copy = try DocumentStore(queue).collection("tasks")
      try save("b", in: tasks)
      try save("c", in: copy)
      try await replicate(tasks, with: copy)
      #expect(try ids(tasks) == ["a", "b", "c"])
      #expect(try ids(copy) == ["a", "b", "c"])
      try queue.close()
    }
  }
}
