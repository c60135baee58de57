import CSQLite
import Strata

// Requests that write their own SQL.
extension Workloads {
  var requestByKey: Workload {
    Workload(
      name: "request of one row",
      count: 50_000,
      variants: [
        heldStatement,
        inOneRead("filter(key:)") { db, key in try Player.filter(key: key).fetchOne(db) },
        inOneRead("filter(id:)") { db, key in try Player.filter(id: key).fetchOne(db) },
        inOneRead("filter(Columns.id ==)") { db, key in
          try Player.filter(Player.Columns.id == key).fetchOne(db)
        },
        inOneRead("filter(Column ==)") { db, key in
          try Player.filter(Column("id") == key).fetchOne(db)
        },
      ]
    )
  }

  var toMany: Workload {
    Workload(
      name: "including(all:)",
      count: rows * 6 / 7,
      instructionCounts: (rows * 6 / 70, rows * 6 / 7),
      variants: [
        .init(name: "raw") { count, meter in
          var values: [TeamWithPlayers] = []
          try meter.measure { values = try rawTeams(share(count)) }
          return Checksum(values)
        },
        .init(name: "generated") { count, meter in
          try read(meter) { db in
            try TeamWithPlayers.fetchAll(
              db,
              Team.filter(Team.Columns.id <= share(count)).including(all: Team.players)
            )
          }
        },
      ]
    )
  }

  /// So many of the thousand teams as have about `count` players.
  private func share(_ count: Int) -> Int { 1000 * count / (rows * 6 / 7) }

  /// The first teams with their players, by two queries.
  private func rawTeams(_ count: Int) throws -> [TeamWithPlayers] {
    var teams: [TeamWithPlayers] = []
    var places: [Int: Int] = [:]
    let first = try raw.prepare(#"SELECT "id", "name", "color" FROM team WHERE id <= ?"#)
    defer { sqlite3_finalize(first) }
    sqlite3_bind_int64(first, 1, Int64(count))
    while sqlite3_step(first) == SQLITE_ROW {
      let team = Raw.team(first, 0)
      places[team.id] = teams.count
      teams.append(TeamWithPlayers(team: team, players: []))
    }
    let second = try raw.prepare(
      """
      SELECT \(Raw.columns) FROM player
      WHERE "teamID" IN (SELECT id FROM team WHERE id <= ?)
      """
    )
    defer { sqlite3_finalize(second) }
    sqlite3_bind_int64(second, 1, Int64(count))
    while sqlite3_step(second) == SQLITE_ROW {
      let player = Raw.player(second)
      if let team = player.teamID, let place = places[team] {
        teams[place].players.append(player)
      }
    }
    return teams
  }
}
