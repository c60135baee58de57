import Foundation
import Strata

/// A player as one writes a record by hand, decoded by Swift's synthesised code.
struct CodablePlayer: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "player"

  var id: Int
  var name: String
  var score: Int
  var teamID: Int?
  var created: Date
  var rating: Double?
  var photo: Data?
}

extension CodablePlayer: CheckedPlayer {}

/// A player with the team, of a join, decoded by Swift's synthesised code.
struct CodablePlayerWithTeam: Decodable, FetchableRecord {
  var player: CodablePlayer
  var team: CodableTeam
}

/// A team as one writes a record by hand.
struct CodableTeam: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "team"

  var id: Int
  var name: String
  var color: String
}

extension CodableTeam: CheckedTeam {}
extension CodablePlayerWithTeam: CheckedPair {}
