import Foundation

/// What a variant has read or written, so that variants can be held against each other.
struct Checksum: Equatable {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  init() {}

  init(_ values: [some Checked]) {
    for value in values { value.add(to: &self) }
  }

  mutating func add(_ number: Int) {
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 1_099_511_628_211
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }
  }

  mutating func add(_ date: Date) { add(Int((date.timeIntervalSince1970 * 1000).rounded())) }
}

/// What variants fetch.
protocol Checked {
  func add(to checksum: inout Checksum)
}

/// What players, and the visits that are players with a date as text, have.
protocol CheckedPlayer: Checked {
  var id: Int { get }
  var name: String { get }
  var score: Int { get }
  var teamID: Int? { get }
  var created: Date { get }
  var rating: Double? { get }
  var photo: Data? { get }
}

extension CheckedPlayer {
  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(name)
    checksum.add(score)
    checksum.add(teamID ?? -1)
    checksum.add(created)
    checksum.add(Int((rating ?? -1) * 8))
    checksum.add(photo?.count ?? -1)
  }
}

/// What teams have.
protocol CheckedTeam: Checked {
  var id: Int { get }
  var name: String { get }
  var color: String { get }
}

extension CheckedTeam {
  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(name)
    checksum.add(color)
  }
}

extension Player: CheckedPlayer {}
extension Visit: CheckedPlayer {}
extension Team: CheckedTeam {}

/// What players with their teams have.
protocol CheckedPair: Checked {
  associatedtype OnePlayer: CheckedPlayer
  associatedtype OneTeam: CheckedTeam
  var player: OnePlayer { get }
  var team: OneTeam { get }
}

extension CheckedPair {
  func add(to checksum: inout Checksum) {
    player.add(to: &checksum)
    team.add(to: &checksum)
  }
}

extension PlayerWithTeam: CheckedPair {}
