import Strata

/// A player with the team, of a join.
struct PlayerWithTeam: FetchableRecord {
  var player: Player
  var team: Team

  init(player: Player, team: Team) {
    self.player = player
    self.team = team
  }

  init(row: Row) throws {
    self.init(player: try Player(row: row), team: try row.decode(scope: "team"))
  }
}
