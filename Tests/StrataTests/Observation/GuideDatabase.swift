import TestSupport
import Testing

@testable import Strata

/// The league of GRDB's guides, and what observations of it give.
struct GuideDatabase {
  struct Team: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let players = hasMany(Player.self)
    var id: Int
    var name: String
  }

  struct Player: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let team = belongsTo(Team.self)
    var id: Int
    var name: String
    var score = 0
    var teamID: Int?
  }

  struct Config: Codable, FetchableRecord, PersistableRecord {
    var id = 1
    var showsPlayers: Bool
    var favouriteTeamID: Int?
  }

  private let directory: TemporaryDirectory
  let pool: DatabasePool

  init() throws {
    directory = try TemporaryDirectory()
    pool = try DatabasePool(path: directory.path())
    try pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE player(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL,
            teamID INTEGER REFERENCES team(id)
          );
          CREATE TABLE config(id INTEGER PRIMARY KEY, showsPlayers BOOLEAN, favouriteTeamID INTEGER);
          """
      )
      try Team(id: 1, name: "Harbour Rovers").insert(db)
      try Team(id: 2, name: "Mill Lane").insert(db)
      try Player(id: 1, name: "Ann", score: 3, teamID: 1).insert(db)
      try Player(id: 42, name: "Ben", score: 5, teamID: 2).insert(db)
      try Config(showsPlayers: false, favouriteTeamID: 1).insert(db)
    }
  }

  /// What an observation gives after each of some writes.
  func values<Reducer>(
    _ observation: ValueObservation<Reducer>,
    _ writes: [@Sendable (Database) throws -> Void]
  ) async throws -> [Reducer.Value] {
    let recorder = Recorder<Reducer.Value>()
    let cancellable = observation.start(in: pool, scheduling: .inline, recording: recorder)
    await pool.idle()
    for write in writes {
      try await pool.write(write)
      await pool.idle()
    }
    cancellable.cancel()
    #expect(recorder.errors.isEmpty)
    return recorder.values
  }

  static let renameAnn: @Sendable (Database) throws -> Void = { db in
    try db.execute(sql: "UPDATE player SET name = 'Anna' WHERE id = 1")
  }

  static let addCleo: @Sendable (Database) throws -> Void = { db in
    try Player(id: 3, name: "Cleo", score: 9, teamID: 1).insert(db)
  }
}
