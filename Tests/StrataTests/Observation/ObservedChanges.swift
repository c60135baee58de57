import Testing

@testable import Strata

/// Tests of which changes observers are told of; a league is what they observe.
protocol ObservedChanges {}

extension ObservedChanges {
  typealias Team = ObservedLeague.Team
  typealias Player = ObservedLeague.Player

  func open(_ kind: TestDatabase) throws -> any ObservedReader & DatabaseWriter {
    let database = try kind.open()
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          DROP TABLE player; DROP TABLE team;
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT, captainID INTEGER);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY, name TEXT UNIQUE, teamID INTEGER REFERENCES team, status TEXT
          );
          CREATE TABLE tag(name TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
          """
      )
    }
    return database
  }

  /// What an observer of `fetch` is given: first after `setUp`, then after each write.
  func values(
    _ kind: TestDatabase,
    setUp: String = "",
    writes: [String],
    fetch: @escaping @Sendable (Database) throws -> String
  ) async throws -> [String] {
    let database = try open(kind)
    try await database.writeWithoutTransaction { try $0.execute(sql: setUp + "; SELECT 1") }
    let recorder = Recorder<String>()
    let cancellable = ValueObservation.tracking(fetch).start(
      in: database,
      scheduling: .inline,
      recording: recorder
    )
    await database.idle()
    for write in writes {
      try await database.writeWithoutTransaction { try $0.execute(sql: write) }
      await database.idle()
    }
    cancellable.cancel()
    #expect(recorder.errors.isEmpty)
    return recorder.values
  }

  func text(_ db: Database, _ sql: String) throws -> String {
    try Row.fetchAll(db, sql: sql).map { row in
      row.databaseValues.map { "\($0)" }.joined(separator: ",")
    }
    .joined(separator: " ").replacing("\"", with: "")
  }
}

/// The records of the league.
enum ObservedLeague {
  struct Team: Codable, FetchableRecord, PersistableRecord {
    static let players = hasMany(Player.self)
    static let captain = belongsTo(
      Player.self,
      key: "captain",
      using: ForeignKey(["captainID"])
    )
    var id: Int
    var name: String?
    var captainID: Int?
  }

  struct Player: Codable, FetchableRecord, PersistableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String?
    var teamID: Int?
    var status: String?
  }
}
