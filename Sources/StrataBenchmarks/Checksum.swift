import Foundation

/// What a variant has read or written, so that variants can be held against each other.
struct Checksum: Equatable {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func add(_ number: Int) {
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 1_099_511_628_211
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
  }

  mutating func add(_ date: Date) { add(Int((date.timeIntervalSince1970 * 1000).rounded())) }

  mutating func add(_ player: Player) {
    add(player.id)
    add(player.name)
    add(player.score)
    add(player.teamID ?? -1)
    add(player.created)
    add(Int((player.rating ?? -1) * 8))
    add(player.photo?.count ?? -1)
  }

  mutating func add(_ visit: Visit) {
    add(
      Player(
        id: visit.id,
        name: visit.name,
        score: visit.score,
        teamID: visit.teamID,
        created: visit.created,
        rating: visit.rating,
        photo: visit.photo
      )
    )
  }
}
