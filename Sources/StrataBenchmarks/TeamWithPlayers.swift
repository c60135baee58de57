import Strata

/// A team with all of its players.
struct TeamWithPlayers: FetchableRecord {
  var team: Team
  var players: [Player]

  init(team: Team, players: [Player]) {
    self.team = team
    self.players = players
  }

  init(row: Row) throws {
    self.init(team: try Team(row: row), players: try row.decode(forKey: "players"))
  }
}

extension Team {
  static let players = hasMany(Player.self, key: "players", using: ForeignKey(["teamID"]))
}

extension TeamWithPlayers: Checked {
  func add(to checksum: inout Checksum) {
    team.add(to: &checksum)
    // SQL says nothing of the order of the players of a team.
    for player in players.sorted(by: { $0.id < $1.id }) { player.add(to: &checksum) }
  }
}
