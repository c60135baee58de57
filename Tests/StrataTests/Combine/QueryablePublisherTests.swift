#if canImport(Combine)
import Combine
import Dispatch
import Testing

@testable import Strata

/// A queryable request has a publisher, or is made of one.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct QueryablePublisherTests {
  private struct Failure: Error {}

  private struct Player: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int
    var name: String?
  }

  /// A request as GRDBQuery's documentation shows it.
  private struct PlayersRequest: Queryable {
    static var defaultValue: [Player] { [] }

    func publisher(in context: DatabaseContext) throws -> AnyPublisher<[Player], any Error> {
      try ValueObservation
        .tracking { db in try Player.fetchAll(db) }
        .publisher(in: context.reader, scheduling: .immediate)
        .eraseToAnyPublisher()
    }
  }

  /// A request of a database without a context.
  private struct PlayerRequest: Queryable {
    static var defaultValue: [Player] { [] }

    func publisher(in database: any DatabaseReader) -> DatabasePublishers.Value<[Player]> {
      ValueObservation
        .tracking { db in try Player.fetchAll(db) }
        .publisher(in: database)
    }
  }

  private struct ObservedPlayers: ValueObservationQueryable {
    static var defaultValue: [Player] { [] }
    func fetch(_ db: Database) throws -> [Player] { try Player.fetchAll(db) }
  }

  private struct PlayerPresence: PresenceObservationQueryable {
    func fetch(_ db: Database) throws -> Player? { try Player.fetchOne(db, key: 1) }
  }

  private struct PlayersOnce: FetchQueryable {
    static var defaultValue: [Player] { [] }
    func fetch(_ db: Database) throws -> [Player] { try Player.fetchAll(db) }
  }

  /// A request of values that are sent by hand, on any thread.
  private struct ManualRequest: Queryable {
    typealias Context = PassthroughSubject<Int, Failure>
    static var defaultValue: Int { 0 }
    func publisher(in subject: Context) -> PassthroughSubject<Int, Failure> { subject }
  }

  private func settle(_ database: any ObservedReader) async {
    await database.idle()
    await MainQueue.turn()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a request with a publisher can be started`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let context = DatabaseContext.readOnly { database }
    let now = ObservedRequest(PlayersRequest(), in: context)
    let later = ObservedRequest<PlayerRequest>(PlayerRequest(), in: database)
    #expect(!now.isLoading)
    #expect(later.isLoading)
    try await database.write { try Player(id: 1, name: "Ann").insert($0) }
    await settle(database)
    #expect(now.value.map(\.id) == [1])
    #expect(later.value.map(\.id) == [1])
    let broken = ObservedRequest(PlayersRequest(), in: DatabaseContext.notConnected)
    #expect(broken.error as? DatabaseContextError == .notConnected)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a request that can be started has a publisher`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { try Player(id: 1, name: "Ann").insert($0) }
    let context = DatabaseContext.readOnly { database }
    let players = Receiver<[Player]>(.unlimited)
    let presence = Receiver<Presence<Player>>(.unlimited)
    let once = Receiver<[Player]>(.unlimited)
    let lazy = Receiver<[Player]>(.max(1))
    ObservedPlayers().publisher(in: context).subscribe(players)
    PlayerPresence().publisher(in: context).subscribe(presence)
    PlayersOnce().publisher(in: context).subscribe(once)
    ObservedPlayers().publisher(in: context).subscribe(lazy)
    let all = [Player(id: 1, name: "Ann")]
    #expect(players.values == [all])
    #expect(presence.values == [.existing(all[0])])
    #expect(once.values == [all])
    #expect(once.isFinished)

    _ = try await database.write { try Player.deleteAll($0) }
    await settle(database)
    #expect(players.values == [all, []])
    #expect(presence.values == [.existing(all[0]), .gone(all[0])])
    #expect(lazy.values == [all])
    lazy.request(.max(1))
    #expect(lazy.values == [all, []])
    for receiver in [players, once, lazy] { receiver.cancel() }
    presence.cancel()
    #expect(database.observationCenter.isEmpty)
    #expect(players.faults + once.faults + lazy.faults + presence.faults == [])
  }

  @Test func `a context without a database fails the publisher`() {
    let receiver = Receiver<[Player]>(.unlimited)
    ObservedPlayers().publisher(in: .notConnected).subscribe(receiver)
    #expect(receiver.recorder.errors.first as? DatabaseContextError == .notConnected)
  }

  @Test func `values from other threads are shown in order`() async throws {
    let subject = PassthroughSubject<Int, Failure>()
    let seen = Protected<[Int]>([])
    let completions = Recorder<Bool>()
    let cancellable = try ManualRequest().start(in: subject) { completion in
      if case .failure(let error) = completion { completions.onError(error) }
    } onChange: { value in
      dispatchPrecondition(condition: .onQueue(.main))
      seen.update { $0.append(value) }
    }
    subject.send(0)
    #expect(seen.value == [0])
    let sender = SubjectSender(subject)
    await Task.detached { for value in 1...100 { sender.send(value) } }.value
    subject.send(101)
    #expect(seen.value == Array(0...101))
    subject.send(completion: .failure(Failure()))
    #expect(completions.errors.first is Failure)
    withExtendedLifetime(cancellable) {}
  }

  @Test func `a cancelled request is told nothing more`() async throws {
    let subject = PassthroughSubject<Int, Failure>()
    let seen = Protected<[Int]>([])
    let cancellable = try ManualRequest().start(in: subject) { _ in
      Issue.record("the request is over")
    } onChange: { value in
      seen.update { $0.append(value) }
    }
    let sender = SubjectSender(subject)
    await Task.detached { sender.send(1) }.value
    cancellable.cancel()
    subject.send(2)
    subject.send(completion: .finished)
    await MainQueue.turn()
    #expect(!seen.value.contains(2))
  }

  @Test func `a request with neither stops with a message`() async {
    await #expect(processExitsWith: .failure) {
      struct Nothing: Queryable {
        typealias Value = Int
        typealias Context = Int
        static var defaultValue: Int { 0 }
      }
      await MainActor.run { _ = ObservedRequest(Nothing(), in: 1) }
    }
  }
}

/// Sends values from another thread.
///
/// `@unchecked Sendable`: subjects may be used by any thread.
private struct SubjectSender<Failure: Error>: @unchecked Sendable {
  private let subject: PassthroughSubject<Int, Failure>
  init(_ subject: PassthroughSubject<Int, Failure>) { self.subject = subject }
  func send(_ value: Int) { subject.send(value) }
}
#endif
