import Foundation
import Strata

/// The teams, players and seasons that come with the example.
enum SampleData {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Imports the sample into an empty database, in one transaction; elsewhere does nothing.
  ///
  /// - Returns: the number of players that were imported.
  static func importIfEmpty(_ database: some DatabaseWriter) throws -> Int {
    try database.write { db in
      guard try Team.fetchCount(db) == 0 else { return 0 }
      for record in try records(PackageResources.teams_csv) {
        _ = try Team.Draft(
          name: required("name", in: record),
          city: required("city", in: record),
          founded: date("founded", in: record)
        ).insert(db)
      }
      for record in try records(PackageResources.players_csv) {
        _ = try Player.Draft(
          name: required("name", in: record),
          nickname: record["nickname"],
          score: integer("score", in: record),
          position: position(in: record),
          teamID: record["team"].map { try team(named: $0, db).id },
          joined: date("joined", in: record)
        ).insert(db)
      }
      for record in try records(PackageResources.memberships_csv) {
        let name = try required("player", in: record)
        guard let player = try PlayerNamedRequest(name: name).fetch(db) else {
          throw Problem(description: "memberships.csv: there is no player \(name)")
        }
        try Membership(
          playerID: player.id,
          season: integer("season", in: record),
          teamID: team(named: required("team", in: record), db).id,
          goals: integer("goals", in: record)
        ).insert(db)
      }
      return try Player.fetchCount(db)
    }
  }

  private static func records(_ bytes: [UInt8]) throws -> [[String: String]] {
    try CSV(String(decoding: bytes, as: UTF8.self)).records
  }

  private static func required(_ name: String, in record: [String: String]) throws -> String {
    guard let value = record[name] else { throw Problem(description: "a row has no \(name)") }
    return value
  }

  private static func integer(_ name: String, in record: [String: String]) throws -> Int {
    let text = try required(name, in: record)
    guard let value = Int(text) else {
      throw Problem(description: "\(name): \(text) is not a whole number")
    }
    return value
  }

  private static func date(_ name: String, in record: [String: String]) throws -> Date? {
    guard let text = record[name] else { return nil }
    guard let date = Date.fromDatabaseValue(text.databaseValue) else {
      throw Problem(description: "\(name): \(text) is not a date such as 2024-07-01")
    }
    return date
  }

  private static func position(in record: [String: String]) throws -> Position {
    let text = try required("position", in: record)
    guard let position = Position(rawValue: text) else {
      throw Problem(description: "there is no position \(text)")
    }
    return position
  }

  private static func team(named name: String, _ db: Database) throws -> Team {
    guard let team = try TeamNamedRequest(name: name).fetch(db) else {
      throw Problem(description: "there is no team \(name)")
    }
    return team
  }
}
