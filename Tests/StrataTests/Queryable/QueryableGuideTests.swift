import Testing

@testable import Strata

/// What GRDBQuery's guides show of requests, with the players of a league.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct QueryableGuideTests {
  private struct Player: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int
    var name: String?
  }

  /// The choices of a picker, which do not change while they are looked at.
  private struct ChoicesRequest: FetchQueryable {
    static var defaultValue: [Player] { [] }

    func fetch(_ db: Database) throws -> [Player] {
      try Player.fetchAll(db)
    }
  }

  /// Tracks the full list of players.
  private struct PlayersRequest: ValueObservationQueryable {
    static var defaultValue: [Player] { [] }

    func fetch(_ db: Database) throws -> [Player] {
      try Player.fetchAll(db)
    }
  }

  /// Tracks one player, and remembers it when it goes.
  private struct PlayerRequest: PresenceObservationQueryable {
    var id: Int

    func fetch(_ db: Database) throws -> Player? {
      try Player.fetchOne(db, key: id)
    }
  }

  /// A request that says itself how its values are obtained.
  private struct SortedPlayersRequest: Queryable {
    static var defaultValue: [Player] { [] }
    var isDescending = false

    func start(
      in context: DatabaseContext,
      onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
      onChange: @escaping @MainActor ([Player]) -> Void
    ) throws -> AnyDatabaseCancellable {
      let order = isDescending ? Column("name").desc : Column("name").asc
      return
        ValueObservation
        .tracking { db in try Player.order(order).fetchAll(db) }
        .start(
          in: try context.reader,
          scheduling: .immediate,
          onError: { onCompletion(.failure($0)) },
          onChange: onChange
        )
    }
  }

  /// A context of another kind: a database of matches beside that of the league.
  private struct TwoDatabases: TopLevelDatabaseReader {
    let league: any DatabaseReader
    let matches: any DatabaseReader
    var reader: any DatabaseReader { league }
  }

  private struct LeagueCount: ValueObservationQueryable {
    typealias Context = TwoDatabases
    static var defaultValue: Int { 0 }
    func fetch(_ db: Database) throws -> Int { try Player.fetchCount(db) }
  }

  /// A model of a screen, in the way of MVVM.
  @MainActor private final class PlayerListModel {
    private(set) var players: [Player] = []
    private var cancellable: AnyDatabaseCancellable?

    init(databaseContext: DatabaseContext) throws {
      let observation = ValueObservation.tracking { db in
        try Player.fetchAll(db)
      }
      cancellable = observation.start(in: try databaseContext.reader, scheduling: .immediate) { _ in
      } onChange: { [weak self] players in
        self?.players = players
      }
    }
  }

  private func settle(_ database: any ObservedReader) async {
    await database.idle()
    await MainQueue.turn()
  }

  @Test(arguments: TestDatabase.allCases)
  func `each kind of request shows what its guide says`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { try Player(id: 1, name: "Ann").insert($0) }
    let context = DatabaseContext.readWrite { database }
    let choices = ObservedRequest(ChoicesRequest(), in: context)
    let players = ObservedRequest(PlayersRequest(), in: context)
    let player = ObservedRequest(PlayerRequest(id: 1), in: context)
    let sorted = ObservedRequest(SortedPlayersRequest(), in: context)
    let model = try PlayerListModel(databaseContext: context)
    #expect(player.value == .existing(Player(id: 1, name: "Ann")))

    try await database.write { db in
      try Player(id: 2, name: "Ben").insert(db)
      try Player.deleteOne(db, key: 1)
    }
    await settle(database)
    #expect(choices.value.map(\.id) == [1])
    #expect(players.value.map(\.id) == [2])
    #expect(player.value == .gone(Player(id: 1, name: "Ann")))
    #expect(sorted.value.map(\.id) == [2])
    #expect(model.players.map(\.id) == [2])

    try await database.write { try Player(id: 3, name: "Cleo").insert($0) }
    await settle(database)
    sorted.request.isDescending = true
    #expect(sorted.value.map(\.id) == [3, 2])
    #expect(try context.writer === database)
  }

  @Test func `a context of another kind serves requests of its own`() async throws {
    let league = try TestDatabase.memoryQueue.open()
    let databases = TwoDatabases(league: league, matches: try DatabaseQueue())
    let count = ObservedRequest(LeagueCount(), in: databases)
    #expect(count.value == 0)
    try await league.write { try Player(id: 1).insert($0) }
    await settle(league)
    #expect(count.value == 1)
  }

  @Test func `options are a set, none of which is the default`() {
    #expect(QueryableOptions.default.isEmpty)
    #expect(PlayersRequest.queryableOptions == .default)
    let options: QueryableOptions = [.async, .constantRegion, .assertNoFailure]
    #expect(Set([options.rawValue, QueryableOptions.async.rawValue]).count == 2)
  }

  @Test func `a request that promised not to fail stops the program where it does`() async {
    await #expect(processExitsWith: .failure) {
      struct Failure: Error {}
      struct Broken: ValueObservationQueryable {
        static let queryableOptions = QueryableOptions.assertNoFailure
        static var defaultValue: Int { 0 }
        func fetch(_ db: Database) throws -> Int { throw Failure() }
      }
      let database = try DatabaseQueue()
      _ = await ObservedRequest(Broken(), in: database)
    }
  }
}
