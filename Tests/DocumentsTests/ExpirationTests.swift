import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Documents that go when their time has come.
@Suite struct ExpirationTests {
  private let queue: DatabaseQueue
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    tasks = try DocumentStore(queue).collection("tasks")
  }

  @Test func `expired documents are purged when their time has come`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let clock = Clock(now)
    let store = try DocumentStore(queue, clock: { clock.now })
    let tasks = try store.collection("tasks")
    let (short, long) = (Task(title: "short"), Task(title: "long"))
    try tasks.save(from: short)
    try tasks.save(from: long)
    let id = try #require(short.id)
    try tasks.setExpiration(now.addingTimeInterval(10_000), for: id)
    #expect(try tasks.expiration(of: id) == now.addingTimeInterval(10_000))
    #expect(try store.purgeExpiredDocuments() == 0)
    clock.advance(10_000)
    #expect(try store.purgeExpiredDocuments() == 1)
    #expect(try tasks.document(id: id) == nil)
    #expect(try tasks.count() == 1)
    let missing = #expect(throws: DocumentError.self) { try tasks.setExpiration(now, for: id) }
    #expect(missing?.reason == .notFound)
  }

  @Test func `a store purges expired documents by itself`() async throws {
    try tasks.save(from: Task(id: "gone soon", title: ""))
    var changes = tasks.changes.makeAsyncIterator()
    try tasks.setExpiration(Date(timeIntervalSinceNow: -1), for: "gone soon")
    #expect(await changes.next()?.removed == ["gone soon"])
  }
}
