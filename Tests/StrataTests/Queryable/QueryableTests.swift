import Testing

@testable import Strata

@MainActor @Suite(.timeLimit(.minutes(10)))
struct QueryableTests {
  private struct CountObservation: ValueObservationQueryable {
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM player") ?? -1
    }
  }

  private struct LaterCount: ValueObservationQueryable {
    static let queryableOptions: QueryableOptions = [.async, .constantRegion]
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int { try CountObservation().fetch(db) }
  }

  private struct CountOnce: FetchQueryable {
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int { try CountObservation().fetch(db) }
  }

  private struct LaterCountOnce: FetchQueryable {
    static let queryableOptions = QueryableOptions.async
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int { try CountObservation().fetch(db) }
  }

  private struct NamePresence: PresenceObservationQueryable {
    var id: Int
    func fetch(_ db: Database) throws -> String? {
      try String.fetchOne(db, sql: "SELECT name FROM player WHERE id = ?", arguments: [id])
    }
  }

  /// What a queryable gives.
  @MainActor private final class Screen<Request: Queryable> where Request.Value: Sendable {
    let recorder = Recorder<Request.Value>()
    var isFinished = false
    var cancellable: AnyDatabaseCancellable?

    init(_ request: Request, in context: Request.Context) throws {
      cancellable = try request.start(in: context) { [weak self] completion in
        switch completion {
        case .finished: self?.isFinished = true
        case .failure(let error): self?.recorder.onError(error)
        }
      } onChange: { [recorder] value in
        recorder.onChange(value)
      }
    }
  }

  private func insert(_ database: any DatabaseWriter) async throws {
    try await database.write { db in
      try db.execute(sql: "INSERT INTO player(name) VALUES ('Ann')")
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `an observed request gives its first value at once, and one at each change`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let screen = try Screen(CountObservation(), in: DatabaseContext.readOnly { database })
    #expect(screen.recorder.values == [0])
    try await insert(database)
    await screen.recorder.events(2)
    #expect(screen.recorder.values == [0, 1])
    screen.cancellable = nil
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: TestDatabase.allCases)
  func `an asynchronous request gives its first value later`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let screen = try Screen(LaterCount(), in: DatabaseContext.readWrite { database })
    #expect(screen.recorder.values.isEmpty)
    await screen.recorder.events(1)
    #expect(screen.recorder.values == [0])
    screen.cancellable?.cancel()
  }

  @Test(arguments: TestDatabase.allCases)
  func `a fetched request gives one value, and is finished`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let context = DatabaseContext.readOnly { database }
    let screen = try Screen(CountOnce(), in: context)
    #expect(screen.recorder.values == [0])
    #expect(screen.isFinished)

    let later = try Screen(LaterCountOnce(), in: context)
    #expect(later.recorder.values.isEmpty)
    await later.recorder.events(1)
    try await insert(database)
    #expect(later.recorder.values == [0])
    #expect(screen.recorder.values == [0])
  }

  @Test(arguments: TestDatabase.allCases)
  func `a presence is followed, from missing to existing to gone`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let screen = try Screen(NamePresence(id: 1), in: DatabaseContext.readOnly { database })
    #expect(NamePresence.defaultValue == .missing)
    for sql in [
      "INSERT INTO player(id, name) VALUES (1, 'Ann')", "UPDATE player SET name = 'Anna'",
      "DELETE FROM player", "INSERT INTO player(id, name) VALUES (1, 'Bob')",
    ] {
      await database.idle()
      let count = screen.recorder.values.count
      try await database.write { try $0.execute(sql: sql) }
      await screen.recorder.events(count + 1)
    }
    #expect(
      screen.recorder.values == [
        .missing, .existing("Ann"), .existing("Anna"), .gone("Anna"), .existing("Bob"),
      ]
    )
  }

  @Test func `a request without a database throws why`() {
    let notConnected = #expect(throws: DatabaseContextError.self) {
      _ = try Screen(CountObservation(), in: .notConnected)
    }
    #expect(notConnected == .notConnected)
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try Screen(CountOnce(), in: DatabaseContext.readWrite { throw Failure() })
    }
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error of the fetch is told`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    try await database.write { try $0.execute(sql: "DROP TABLE player") }
    let context = DatabaseContext.readOnly { database }
    #expect(try Screen(CountObservation(), in: context).recorder.errors.count == 1)
    #expect(try Screen(CountOnce(), in: context).recorder.errors.count == 1)
    let later = try Screen(LaterCountOnce(), in: context)
    await later.recorder.events(1)
    #expect(later.recorder.errors.count == 1)
  }

  @Test(arguments: TestDatabase.allCases)
  func `values are a sequence that ends with the request`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let context = DatabaseContext.readOnly { database }
    var seen: [Int] = []
    for try await count in CountOnce().values(in: context) { seen.append(count) }
    for try await count in CountObservation().values(in: context) {
      seen.append(count)
      if count == 1 { break }
      try await insert(database)
    }
    #expect(seen == [0, 0, 1])
    #expect(database.observationCenter.isEmpty)
    await #expect(throws: DatabaseContextError.notConnected) {
      for try await _ in CountOnce().values(in: .notConnected) {}
    }
  }
}
