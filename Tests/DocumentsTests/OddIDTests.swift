import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Ids that nobody expects.
@Suite(.timeLimit(.minutes(5)))
struct OddIDTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  static let ids = [
    "", " ", "a\u{0}b", "a\u{0}", "\u{0}", "😀", "👩‍👩‍👧", "\u{E9}", "e\u{301}", "A", "a", "'", "\"", "%",
    "a;b", "1@x", "\u{202E}", "\u{FEFF}", "\n", String(repeating: "long", count: 25_000),
  ]

  @Test func `every text is an id of its own`() async throws {
    for (index, id) in Self.ids.enumerated() {
      try mine.save(from: Task(id: id, title: "\(index)"))
    }
    #expect(try mine.count() == Self.ids.count)
    try await replicator().replicate()
    for collection in [mine, theirs] {
      for (index, id) in Self.ids.enumerated() {
        let task = try #require(try collection.document(id: id, as: Task.self))
        #expect(task.title == "\(index)")
        #expect(task.id?.utf8.elementsEqual(id.utf8) == true)
      }
    }
    for id in Self.ids { try theirs.purge(id: id) }
    #expect(try theirs.count() == 0)
  }

  @Test func `a model that is given an id of other bytes becomes another document`() throws {
    let task = Task(id: "caf\u{E9}", title: "composed")
    try mine.save(from: task)
    task.id = "cafe\u{301}"
    task.title = "decomposed"
    try mine.save(from: task)
    #expect(try mine.count() == 2)
    #expect(try mine.document(id: "caf\u{E9}", as: Task.self)?.title == "composed")
    #expect(try mine.document(id: "cafe\u{301}", as: Task.self)?.title == "decomposed")
  }

  @Test func `a document tells of no other one whose id looks the same`() async throws {
    var changes = mine.changes.makeAsyncIterator()
    try mine.save(from: Task(id: "cafe\u{301}", title: "other"))
    let change = try #require(await changes.next())
    #expect(change.includes("cafe\u{301}"))
    #expect(!change.includes("caf\u{E9}"))
    var own = mine.documentChanges(for: "caf\u{E9}").makeAsyncIterator()
    try mine.save(from: Task(id: "caf\u{E9}", title: "own"))
    #expect(await own.next()?.documentID.utf8.count == 5)
  }
}
