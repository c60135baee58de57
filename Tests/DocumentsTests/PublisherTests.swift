#if canImport(Combine)
import Combine
import Dispatch
import Strata
import StrataDocuments
import Testing

/// The publishers of changes, each with subscriptions of its own.
@Suite(.timeLimit(.minutes(5)))
struct PublisherTests {
  private let store: DocumentStore
  private let tasks: DocumentCollection
  private let queue = DispatchQueue(label: "publishers")

  init() throws {
    store = try DocumentStore(DatabaseQueue())
    tasks = try store.collection("tasks", fields: ["title"])
  }

  /// A sequence of what a publisher gives, and what ends it.
  private func values<Output: Sendable>(
    _ publisher: DocumentPublisher<Output>
  ) -> (AsyncStream<Output>, AnyCancellable) {
    let (stream, continuation) = AsyncStream<Output>.makeStream()
    let cancellable = publisher.sink { value in continuation.yield(value) }
    return (stream, cancellable)
  }

  @Test func `each subscriber of a collection gets each change once`() async throws {
    let publisher = tasks.changePublisher(on: queue)
    let (first, _first) = values(publisher)
    let (second, _second) = values(publisher)
    try tasks.save(from: Task(id: "a", title: ""))
    _second.cancel()
    try tasks.save(from: Task(id: "b", title: ""))
    var iterator = first.makeAsyncIterator()
    #expect(await iterator.next()?.added == ["a"])
    #expect(await iterator.next()?.added == ["b"])
    _ = second
    _first.cancel()
  }

  @Test func `a query publishes its rows`() async throws {
    let query = store.query("SELECT id, title FROM tasks ORDER BY title")
    let (stream, cancellable) = values(query.changePublisher(on: queue))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.results?.count == 0)
    try tasks.save(from: Task(title: "Ann"))
    #expect(try await iterator.next()?.results?.data(as: Task.self).map(\.title) == ["Ann"])
    cancellable.cancel()
  }

  @Test func `a document publishes its changes`() async throws {
    let (stream, cancellable) = values(tasks.documentChangePublisher(for: "mine", on: queue))
    try tasks.save(from: Task(id: "other", title: ""))
    try tasks.save(from: Task(id: "mine", title: ""))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.documentID == "mine")
    cancellable.cancel()
  }

  @Test func `a replicator publishes its status and its documents`() async throws {
    let other = try DocumentStore(DatabaseQueue())
    try tasks.save(from: Task(id: "a", title: ""))
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
    configuration.addCollection(tasks)
    let replicator = Replicator(configuration)
    let (changes, first) = values(replicator.changePublisher(on: queue))
    let (documents, second) = values(replicator.documentReplicationPublisher(on: queue))
    replicator.start()
    for await change in changes where change.status.activity == .stopped { break }
    var iterator = documents.makeAsyncIterator()
    let event = try #require(await iterator.next())
    #expect(event.isPush)
    #expect(event.documents.map(\.id) == ["a"])
    first.cancel()
    second.cancel()
  }

  @Test func `the publishers of a database that is closed finish after their last value`()
    async throws
  {
    let other = try DocumentStore(DatabaseQueue())
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
    configuration.addCollection(tasks)
    let replicator = Replicator(configuration)
    let ends = [
      ending(tasks.changePublisher(on: queue)),
      ending(tasks.documentChangePublisher(for: "a", on: queue)),
      ending(store.query("SELECT id FROM tasks").changePublisher(on: queue)),
      ending(replicator.changePublisher(on: queue)),
      ending(replicator.documentReplicationPublisher(on: queue)),
    ]
    try tasks.save(from: Task(id: "a", title: ""))
    try store.writer.close()
    let late = ending(tasks.changePublisher(on: queue))
    var counts: [Int] = []
    for (stream, _) in ends + [late] { counts.append(await stream.reduce(0) { $0 + $1 }) }
    #expect(counts[0] == 1)
    #expect(counts[1] == 1)
    #expect(counts[2] >= 1)
    #expect(counts[3] == 1)
    #expect(counts.suffix(2) == [0, 0])
  }

  /// A sequence that has 1 for each value, and ends where the publisher finishes.
  private func ending<Output: Sendable>(
    _ publisher: DocumentPublisher<Output>
  ) -> (AsyncStream<Int>, AnyCancellable) {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let cancellable = publisher.sink(
      receiveCompletion: { _ in continuation.finish() },
      receiveValue: { _ in continuation.yield(1) }
    )
    return (stream, cancellable)
  }
}
#endif
