import Observation
import Testing

@testable import Strata

/// ``ObservedRequest`` on the Observation framework, without any user interface.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct ObservedRequestTests {
  private struct Failure: Error {}

  /// The names of the players from a score on.
  private struct NamesRequest: ValueObservationQueryable {
    static let fetches = Protected(0)
    static var defaultValue: [String] { [] }
    var atLeast = 0
    func fetch(_ db: Database) throws -> [String] {
      let sql = "SELECT name FROM player WHERE score >= ? ORDER BY id"
      return try String.fetchAll(db, sql: sql, arguments: [atLeast])
    }
  }

  private struct LaterRequest: ValueObservationQueryable {
    static let queryableOptions = QueryableOptions.async
    static var defaultValue: [String] { ["none"] }
    var atLeast = 0
    func fetch(_ db: Database) throws -> [String] {
      try NamesRequest(atLeast: atLeast).fetch(db)
    }
  }

  private struct CountOnce: FetchQueryable {
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
  }

  private struct NamePresence: PresenceObservationQueryable {
    var id: Int
    func fetch(_ db: Database) throws -> String? {
      try String.fetchOne(db, sql: "SELECT name FROM player WHERE id = ?", arguments: [id])
    }
  }

  /// A request without a database: its values are sent by hand.
  private final class Source: Sendable {
    typealias Send = @Sendable @MainActor (Int) -> Void
    let starts = Protected(0)
    let cancels = Protected(0)
    let sends = Protected<[Send]>([])
    let fails = Protected<[@Sendable @MainActor (any Error) -> Void]>([])
  }

  private struct ManualRequest: Queryable {
    static var defaultValue: Int { 0 }
    var number: Int
    /// Not part of what is compared.
    var note = ""

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    @MainActor func start(
      in context: Source,
      onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
      onChange: @escaping @MainActor (Int) -> Void
    ) throws -> AnyDatabaseCancellable {
      if number < 0 { throw Failure() }
      context.starts.update { $0 += 1 }
      context.sends.update { $0.append { onChange($0) } }
      context.fails.update { $0.append { onCompletion(.failure($0)) } }
      return AnyDatabaseCancellable { context.cancels.update { $0 += 1 } }
    }
  }

  private func insert(
    _ database: any DatabaseWriter,
    _ name: String,
    _ score: Int = 0
  ) async throws {
    try await database.write { db in
      try db.execute(
        sql: "INSERT INTO player(name, score) VALUES (?, ?)",
        arguments: [name, score]
      )
    }
  }

  /// Waits until what `read` reads has changed.
  private func change(_ read: @escaping @MainActor () -> Void, after work: () async throws -> Void)
    async throws
  {
    let isChanged = Recorder<Bool>()
    withObservationTracking {
      read()
    } onChange: {
      isChanged.onChange(true)
    }
    try await work()
    await isChanged.events(1)
    // The tracking tells of a change before it is made, on the main actor.
    await Task.yield()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a model has its first value at once, and is tracked`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let players = ObservedRequest(NamesRequest(), in: .readWrite { database })
    #expect(players.value == [])
    #expect(!players.isLoading)
    try await change {
      _ = players.value
    } after: {
      try await insert(database, "Ann")
    }
    await database.idle()
    await MainQueue.turn()
    #expect(players.value == ["Ann"])
    #expect(players.error == nil)
  }

  @Test(arguments: TestDatabase.allCases)
  func `an asynchronous request shows its default value while it loads`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let players = ObservedRequest(LaterRequest(), in: database)
    #expect(players.value == ["none"])
    #expect(players.isLoading)
    try await change {
      _ = players.isLoading
    } after: {
    }
    await database.idle()
    await MainQueue.turn()
    #expect(players.value == [])
    #expect(!players.isLoading)
  }

  @Test(arguments: TestDatabase.allCases)
  func `another request takes the place of the first one`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await insert(database, "Ann", 1)
    try await insert(database, "Ben", 5)
    let players = ObservedRequest(NamesRequest(), in: database)
    #expect(players.value == ["Ann", "Ben"])
    try await change {
      _ = players.request.atLeast
    } after: {
      players.request.atLeast = 3
    }
    #expect(players.value == ["Ben"])
    try await insert(database, "Cleo", 9)
    await database.idle()
    await MainQueue.turn()
    #expect(players.value == ["Ben", "Cleo"])
  }

  @Test(arguments: TestDatabase.allCases)
  func `a presence is followed, and a fetch is one value`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let presence = ObservedRequest(NamePresence(id: 1), in: database)
    let count = ObservedRequest(CountOnce(), in: database)
    #expect(presence.value == .missing)
    try await insert(database, "Ann")
    await database.idle()
    await MainQueue.turn()
    #expect(presence.value == .existing("Ann"))
    try await database.write { try $0.execute(sql: "DELETE FROM player") }
    await database.idle()
    await MainQueue.turn()
    #expect(presence.value == .gone("Ann"))
    #expect(count.value == 0)
    #expect(!count.isLoading)
  }

  @Test func `an equal request goes on, another one ends it`() {
    let source = Source()
    let model = ObservedRequest(ManualRequest(number: 1), in: source)
    model.request = ManualRequest(number: 1, note: "another one")
    #expect(source.starts.value == 1)
    #expect(source.cancels.value == 0)
    model.request = ManualRequest(number: 2)
    #expect(source.starts.value == 2)
    #expect(source.cancels.value == 1)
    #expect(model.request.number == 2)
  }

  @Test func `the last value stays while another request loads, and what comes late is not shown`()
  {
    let source = Source()
    let model = ObservedRequest(ManualRequest(number: 1), in: source)
    source.sends.value[0](10)
    #expect(model.value == 10)
    model.request.number = 2
    #expect(model.isLoading)
    #expect(model.value == 10)
    source.sends.value[0](11)
    source.fails.value[0](Failure())
    #expect(model.value == 10)
    #expect(model.error == nil)
    source.sends.value[1](20)
    #expect(model.value == 20)
    #expect(!model.isLoading)
  }

  @Test func `the last value stays on an error, which the next value or request clears`() {
    let source = Source()
    let model = ObservedRequest(ManualRequest(number: 1), in: source)
    source.sends.value[0](10)
    source.fails.value[0](Failure())
    #expect(model.value == 10)
    #expect(model.error is Failure)
    model.restart()
    #expect(model.isLoading)
    source.sends.value[1](11)
    #expect(model.value == 11)
    #expect(model.error == nil)

    model.request.number = -1
    #expect(model.error is Failure)
    #expect(!model.isLoading)
    #expect(model.value == 11)
    model.request.number = 3
    source.sends.value[2](12)
    #expect(model.error == nil)
    #expect(model.value == 12)
  }

  @Test func `an equal value is told to nobody`() {
    let source = Source()
    let model = ObservedRequest(ManualRequest(number: 1), in: source)
    source.sends.value[0](10)
    let changes = Protected(0)
    withObservationTracking {
      _ = (model.value, model.isLoading, model.error == nil, model.request.number)
    } onChange: {
      changes.update { $0 += 1 }
    }
    source.sends.value[0](10)
    model.request = ManualRequest(number: 1)
    #expect(changes.value == 0)
    source.sends.value[0](11)
    #expect(changes.value == 1)
  }

  @Test func `a context without a database is shown as an error`() {
    let model = ObservedRequest(NamesRequest(), in: DatabaseContext.notConnected)
    #expect(model.error as? DatabaseContextError == .notConnected)
    #expect(model.value == [])
    #expect(!model.isLoading)
  }

  @Test(arguments: TestDatabase.allCases)
  func `the observation ends with the model`(_ kind: TestDatabase) throws {
    let database = try kind.open()
    do {
      let model = ObservedRequest(NamesRequest(), in: database)
      #expect(!database.observationCenter.isEmpty)
      withExtendedLifetime(model) {}
    }
    #expect(database.observationCenter.isEmpty)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: TestDatabase.allCases)
  func `the values of a model are a sequence of observations`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let players = ObservedRequest(NamesRequest(), in: database)
    let names = Observations { players.value }
    var seen: [[String]] = []
    for await value in names {
      seen.append(value)
      if value.count == 2 { break }
      try await insert(database, value.isEmpty ? "Ann" : "Ben")
    }
    #expect(seen == [[], ["Ann"], ["Ann", "Ben"]])
  }
}
