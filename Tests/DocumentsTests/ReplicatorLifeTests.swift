import Foundation
import Strata
import Testing

@testable import StrataDocuments

/// Replicators that are stopped, started and cancelled at any moment.
@Suite(.timeLimit(.minutes(5)))
struct ReplicatorLifeTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  @Test func `a replicator that is started while it stops runs again`() async throws {
    let replicator = replicator(isContinuous: true)
    var arrivals = theirs.changes.makeAsyncIterator()
    for round in 0..<20 {
      replicator.start()
      replicator.stop()
      replicator.start()
      try save("\(round)", "\(round)", mine)
      #expect(await arrivals.next()?.documentIDs == ["\(round)"])
      replicator.stop()
    }
  }

  @Test func `a replication whose task is cancelled says so`() async throws {
    for index in 0..<20 { try save("\(index)", "mine", mine) }
    let replicator = replicator()
    let task = _Concurrency.Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await replicator.replicate()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await replicator.replicate()
    #expect(try titles(theirs).count == 20)
  }

  @Test func `a replication that is cancelled at any call goes on where it was`() async throws {
    for index in 0..<12 { try save("a\(index)", "mine", mine) }
    for index in 0..<12 { try save("b\(index)", "theirs", theirs) }
    var calls = 0
    while true {
      let replicator = Lock<Replicator?>(nil)
      let endpoint = StoppingEndpoint(DatabaseEndpoint(there), after: calls) {
        replicator.withLock { $0 }?.stop()
      }
      let fresh = self.replicator(endpoint: endpoint)
      replicator.withLock { $0 = fresh }
      try await fresh.replicate()
      if try titles(mine).count == 24, try titles(theirs).count == 24 { break }
      calls += 1
      try #require(calls < 100)
    }
    #expect(calls > 3)
    #expect(try titles(mine) == titles(theirs))
  }

  @Test func `the last thing that is told of a replicator is that it has stopped`() async throws {
    for _ in 0..<50 {
      let replicator = replicator()
      let levels = Lock<[ReplicatorStatus.ActivityLevel]>([])
      let receiver = ChangeReceiver<ReplicatorChange>(
        receive: { change in levels.withLock { $0.append(change.status.activity) } },
        finish: {}
      )
      let cancellable = replicator.observeStatus(receiver)
      try await replicator.replicate()
      // What was told on another thread has arrived with the next start.
      cancellable.cancel()
      let told = levels.withLock { $0 }
      #expect(told.first == .connecting && told.last == .stopped)
      #expect(told.filter { $0 == .stopped }.count == 1)
    }
  }

  @Test func `two continuous replicators between the same databases come to rest`() async throws {
    var configuration = ReplicatorConfiguration(
      endpoint: DatabaseEndpoint(here),
      isContinuous: true
    )
    configuration.addCollection(theirs)
    let second = Replicator(configuration)
    let first = replicator(isContinuous: true)
    first.start()
    second.start()
    for round in 0..<30 {
      try save("a", "mine \(round)", mine)
      try save("a", "theirs \(round)", theirs)
      try save("b\(round)", "mine", mine)
      try save("c\(round)", "theirs", theirs)
    }
    try save("end", "mine", mine)
    while try mine.document(id: "a")?.revision != theirs.document(id: "a")?.revision
      || titles(mine).count != 62 || titles(theirs).count != 62
    {
      await _Concurrency.Task.yield()
    }
    first.stop()
    second.stop()
    #expect(try titles(mine) == titles(theirs))
  }

  @Test func `a store that is closed while it is replicated is an error and no trap`() async throws
  {
    for index in 0..<50 { try save("\(index)", "mine", mine) }
    for isMine in [true, false] {
      let closing = isMine ? here : there
      let endpoint = StoppingEndpoint(DatabaseEndpoint(there), after: 3) {
        try? closing.writer.close()
      }
      let replicator = replicator(endpoint: endpoint)
      await #expect(throws: (any Error).self) { try await replicator.replicate() }
      #expect(replicator.status.activity == .stopped)
    }
    #expect(throws: (any Error).self) { try mine.count() }
    #expect(throws: (any Error).self) { try mine.save(from: Task(title: "x")) }
    #expect(throws: (any Error).self) { try here.collection("others") }
    // A stream of a closed database ends.
    for await _ in mine.changes {}
    try here.writer.close()
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
  func `pauses of every kind do not trap`(pause: Duration) async throws {
    let endpoint = FaultyEndpoint(DatabaseEndpoint(there))
    endpoint.failNext(70)
    var configuration = ReplicatorConfiguration(endpoint: endpoint, isContinuous: true)
    configuration.retryInterval = pause
    configuration.maximumRetryInterval = .zero
    configuration.batchSize = -5
    configuration.addCollection(mine)
    let replicator = Replicator(configuration)
    let changes = replicator.changes
    replicator.start()
    for await change in changes where change.status.activity == .idle { break }
    replicator.stop()
  }

  @Test func `without a collection there is nothing to do`() async throws {
    let replicator = Replicator(ReplicatorConfiguration(endpoint: DatabaseEndpoint(there)))
    try await replicator.replicate()
    #expect(replicator.status.error == nil)
    #expect(try await replicator.pendingDocumentIDs(in: mine).isEmpty)
  }

  @Test func `documents that came from the other side are not pending`() async throws {
    try save("a", "theirs", theirs)
    try await replicator(.pull).replicate()
    let push = replicator(.push)
    #expect(try await push.pendingDocumentIDs(in: mine) == [])
    try save("a", "changed here", mine)
    try save("b", "made here", mine)
    #expect(try await push.pendingDocumentIDs(in: mine) == ["a", "b"])
    try await push.replicate()
    #expect(try await push.pendingDocumentIDs(in: mine) == [])
  }
}

/// An endpoint that does something before one of the calls.
final class StoppingEndpoint: ForwardingEndpoint {
  let endpoint: any ReplicationEndpoint
  private let calls: Lock<Int>
  private let action: @Sendable () -> Void

  init(
    _ endpoint: any ReplicationEndpoint,
    after calls: Int,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.endpoint = endpoint
    self.calls = Lock(calls)
    self.action = action
  }

  func call<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    let isNow = calls.withLock { calls in
      calls -= 1
      return calls == -1
    }
    if isNow { action() }
    return try await body()
  }
}
