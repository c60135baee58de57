import Foundation
import Strata

/// The rows that every workload reads or writes; the same at each run.
enum Dataset {
  static func player(_ index: Int) -> Player {
    var name = "Player \(index)"
    if index % 2 == 0 { name += " of the Longer Names" }
    if index % 10 == 3 { name += " Éloïse Ł" }
    return Player(
      id: index,
      name: name,
      score: (index &* 7919) % 10007,
      teamID: index % 7 == 0 ? nil : index % 1000 + 1,
      created: Date(timeIntervalSince1970: 1_600_000_000 + Double(index * 1037) / 1000),
      rating: index % 5 == 0 ? nil : Double(index % 100) / 8,
      photo: index % 50 == 0 ? Data(repeating: UInt8(index & 255), count: 64) : nil
    )
  }

  /// Fills a database with teams, players and visits.
  static func fill(_ writer: some DatabaseWriter, rows: Int) throws {
    try writer.write { db in
      for index in 1...1000 {
        let color = index % 2 == 0 ? "red" : "blue"
        try Team(id: index, name: "Team number \(index)", color: color).insert(db)
      }
      for index in 1...rows {
        let player = player(index)
        try player.insert(db)
        try Visit(
          id: player.id,
          name: player.name,
          score: player.score,
          teamID: player.teamID,
          created: player.created,
          rating: player.rating,
          photo: player.photo
        ).insert(db)
      }
    }
  }

  /// A key that jumps about, so that pages are not read in order.
  static func key(_ index: Int, rows: Int) -> Int { (index &* 7919) % rows + 1 }
}
