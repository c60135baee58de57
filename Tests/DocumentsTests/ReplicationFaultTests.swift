import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Replications that fail at every one of their calls, and with clocks that differ by years.
@Suite(.timeLimit(.minutes(5)))
struct ReplicationFaultTests {
  /// Two databases whose clocks show other years.
  private struct Sides {
    let mine: DocumentCollection
    let theirs: DocumentCollection
    let early = Clock(Date(timeIntervalSince1970: 1000))
    let late = Clock(Date(timeIntervalSince1970: 4_000_000_000))

    init() throws {
      mine = try DocumentStore(DatabaseQueue(), clock: { [early] in early.now }).collection("tasks")
      theirs = try DocumentStore(DatabaseQueue(), clock: { [late] in late.now })
        .collection("tasks")
    }

    func replicate(_ endpoint: (any ReplicationEndpoint)? = nil) async throws {
      var configuration = ReplicatorConfiguration(
        endpoint: endpoint ?? DatabaseEndpoint(theirs.store)
      )
      configuration.batchSize = 2
      configuration.addCollection(mine)
      try await Replicator(configuration).replicate()
    }

    /// All documents, also the deleted ones.
    func content(_ collection: DocumentCollection) throws -> [String] {
      try collection.store.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT id || ' ' || revision || ' ' || coalesce(body, 'deleted')
            FROM strata_collection_tasks ORDER BY id
            """
        )
      }
    }
  }

  private func save(_ id: String, _ title: String, _ collection: DocumentCollection) throws {
    let task = try collection.document(id: id, as: Task.self) ?? Task(id: id, title: title)
    task.title = title
    try collection.save(from: task)
  }

  @Test(arguments: [false, true])
  func `a replication that fails at any of its calls is finished by the next one`(
    isAfterwards: Bool
  ) async throws {
    var failures = 0
    while true {
      let sides = try Sides()
      for index in 0..<3 {
        try save("a\(index)", "mine", sides.mine)
        try save("b\(index)", "theirs", sides.theirs)
        try save("c\(index)", "mine", sides.mine)
        try save("c\(index)", "theirs", sides.theirs)
      }
      let photo = BlobTests.Photo("photo", Blob(contentType: "x", data: Data([1])))
      try sides.mine.save(from: photo)
      let other = BlobTests.Photo("other", Blob(contentType: "x", data: Data([2])))
      try sides.theirs.save(from: other)
      let endpoint = FaultyEndpoint(DatabaseEndpoint(sides.theirs.store))
      endpoint.fail(after: failures, isAfterwards: isAfterwards)
      let hasFailed: Bool
      do {
        try await sides.replicate(endpoint)
        hasFailed = false
      } catch is FaultyEndpoint.Failure { hasFailed = true }
      try await sides.replicate()
      #expect(try sides.content(sides.mine) == sides.content(sides.theirs), "call \(failures)")
      #expect(try sides.mine.count() == 11)
      for collection in [sides.mine, sides.theirs] {
        for (model, byte) in [(photo, UInt8(1)), (other, 2)] {
          let id = try #require(model.id)
          let image = try collection.document(id: id, as: BlobTests.Photo.self)?.image
          #expect(try image?.content() == Data([byte]))
        }
      }
      if !hasFailed { break }
      failures += 1
      try #require(failures < 200)
    }
    #expect(failures > 15)
  }

  @Test func `what was changed with knowledge of the other change wins, whatever the clocks say`()
    async throws
  {
    let sides = try Sides()
    try save("a", "late", sides.theirs)
    try await sides.replicate()
    try save("a", "early, but after it", sides.mine)
    try await sides.replicate()
    #expect(try sides.theirs.document(id: "a", as: Task.self)?.title == "early, but after it")
    // A deletion as well.
    let task = try #require(try sides.mine.document(id: "a", as: Task.self))
    try sides.mine.delete(for: task)
    try await sides.replicate()
    #expect(try sides.theirs.document(id: "a") == nil)
    // And a clock that is set back by years.
    sides.late.advance(-3_999_999_000)
    try save("a", "back again", sides.theirs)
    try await sides.replicate()
    #expect(try sides.mine.document(id: "a", as: Task.self)?.title == "back again")
    #expect(try sides.content(sides.mine) == sides.content(sides.theirs))
  }

  @Test func `a purge on one side and a change on the other, in every order`() async throws {
    for isFirst in [true, false] {
      let sides = try Sides()
      try save("a", "base", sides.mine)
      try await sides.replicate()
      if isFirst { try sides.mine.purge(id: "a") }
      try save("a", "changed", sides.theirs)
      if !isFirst { try sides.mine.purge(id: "a") }
      try await sides.replicate()
      #expect(try sides.mine.document(id: "a", as: Task.self)?.title == "changed")
      try sides.theirs.purge(id: "a")
      try save("a", "mine", sides.mine)
      try await sides.replicate()
      #expect(try sides.content(sides.mine) == sides.content(sides.theirs))
    }
  }

  @Test(arguments: [ConcurrencyControl.lastWriteWins, .failOnConflict])
  func `eight threads that save one document lose no save that was told as made`(
    control: ConcurrencyControl
  ) throws {
    let collection = try Sides().theirs
    try save("a", "base", collection)
    let first = try #require(try collection.document(id: "a")?.revision)
    let saved = Lock(0)
    let revisions = Lock<Set<String>>([first])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<25 {
        guard let task = try? collection.document(id: "a", as: Task.self) else { continue }
        task.title = "\(thread) \(index)"
        guard (try? collection.save(from: task, concurrencyControl: control)) == true else {
          continue
        }
        saved.withLock { $0 += 1 }
        _ = revisions.withLock { $0.insert(task.$id.revision ?? "") }
      }
    }
    let count = saved.withLock { $0 }
    #expect(revisions.withLock { $0.count } == count + 1)
    #expect(control == .failOnConflict ? count > 0 : count == 200)
    let last = try #require(try collection.document(id: "a")?.revision)
    #expect(revisions.withLock { $0.contains(last) })
  }

  @Test func `a model with two ids is an error and not another document`() throws {
    final class Twin: Codable {
      @DocumentID var id: String?
      @DocumentID var other: String?
    }
    let collection = try Sides().mine
    let twin = Twin()
    (twin.id, twin.other) = ("a", "b")
    let error = #expect(throws: DocumentError.self) { try collection.save(from: twin) }
    guard case .unencodable("other", _) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try collection.count() == 0)
  }

  @Test func `a stopped replicator is let go`() async throws {
    let sides = try Sides()
    weak var replicator: Replicator?
    do {
      var configuration = ReplicatorConfiguration(
        endpoint: DatabaseEndpoint(sides.theirs.store),
        isContinuous: true
      )
      configuration.addCollection(sides.mine)
      let running = Replicator(configuration)
      replicator = running
      running.start()
      for await change in running.changes where change.status.activity == .idle { break }
      running.stop()
    }
    while replicator != nil { await _Concurrency.Task.yield() }
    #expect(replicator == nil)
  }
}
