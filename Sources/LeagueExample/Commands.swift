import Foundation
import Strata

/// The verbs that work on a database file.
enum Commands {
  static func list(_ arguments: Arguments, _ database: DatabasePool) async throws {
    try arguments.takesNoOperand()
    let lines = try await database.read { db in
      let teams = try AllRequest<Team>().fetch(db)
      let names = Dictionary(uniqueKeysWithValues: teams.map { ($0.id, $0.name) })
      return try Player.order(Player.Columns.score.desc, Player.Columns.name).fetchAll(db)
        .map { player in line(player, team: player.teamID.flatMap { names[$0] }) }
    }
    for line in lines { League.say(line) }
  }

  static func add(_ arguments: Arguments, _ database: DatabasePool) async throws {
    let name = try arguments.name(arguments.operand("name of a player"))
    let player = try await database.write { db in
      try Player.Draft(
        name: name,
        score: arguments.score ?? 0,
        teamID: arguments.team.map { try team(named: $0, db).id }
      ).insert(db)
    }
    League.say("added \(player.fullName), number \(player.id.rawValue)")
  }

  static func rename(_ arguments: Arguments, _ database: DatabasePool) async throws {
    guard arguments.operands.count == 2 else {
      throw Arguments.Misuse(description: "rename wants two names, the old and the new")
    }
    try await database.write { db in
      var player = try player(named: arguments.operands[0], db)
      player.name = try arguments.name(arguments.operands[1])
      try player.update(db)
    }
    League.say("renamed \(arguments.operands[0]) to \(arguments.operands[1])")
  }

  static func delete(_ arguments: Arguments, _ database: DatabasePool) async throws {
    let name = try arguments.operand("name of a player")
    _ = try await database.write { db in try player(named: name, db).delete(db) }
    League.say("deleted \(name)")
  }

  /// Prints the standings now and whenever they change, whoever changes them.
  static func watch(_ arguments: Arguments, _ database: DatabasePool) async throws {
    try arguments.takesNoOperand()
    var left = arguments.values ?? Int.max
    guard left > 0 else { return }
    for try await standings in StandingsRequest().values(in: database) {
      let lines = standings.map { "\($0.name) \(String(format: "%.0f", $0.points))" }
      League.say(lines.joined(separator: "; "))
      left -= 1
      if left == 0 { break }
    }
  }

  private static func line(_ player: Player, team: String?) -> String {
    let name = player.fullName.padding(to: 28)
    return
      "\(name) \(player.position.rawValue.padding(to: 10)) \(String(player.score).padding(to: 5)) \(team ?? "-")"
  }

  private static func team(named name: String, _ db: Database) throws -> Team {
    guard let team = try TeamNamedRequest(name: name).fetch(db) else {
      throw SampleData.Problem(description: "there is no team '\(name)'")
    }
    return team
  }

  private static func player(named name: String, _ db: Database) throws -> Player {
    guard let player = try PlayerNamedRequest(name: name).fetch(db) else {
      throw SampleData.Problem(description: "there is no player '\(name)'")
    }
    return player
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}
