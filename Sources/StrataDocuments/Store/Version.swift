/// One revision of a document: when it was made, and in which database.
///
/// The time is that of a hybrid clock: microseconds of the wall clock, and more than any revision of the
/// document that was known. So a revision is never made twice, and the later of two that know nothing of
/// each other is mostly the one that was made later.
struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
  var time: Int64
  /// The database in which it was made.
  var peer: String

  /// The text, such as `1764500425123456@3kQx8LmPz2a`.
  var description: String {
    var text = time.description
    text.reserveCapacity(text.utf8.count + 1 + peer.utf8.count)
    text += "@"
    text += peer
    return text
  }

  init(time: Int64, peer: String) {
    self.time = time
    self.peer = peer
  }

  init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let version = text.withUTF8({ Version($0) }) else { return nil }
    self = version
  }

  init?(utf8: ArraySlice<UInt8>) {
    guard let version = utf8.withUnsafeBufferPointer({ Version($0) }) else { return nil }
    self = version
  }

  /// By bytes, which takes a tenth of the time that characters take.
  private init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    var time: Int64 = 0
    var place = 0
    // 18 digits fit always.
    while place < utf8.count, place < 18, utf8[place] &- 48 < 10 {
      time = time &* 10 &+ Int64(utf8[place] &- 48)
      place += 1
    }
    guard let sign = utf8[place...].firstIndex(of: UInt8(ascii: "@")) else { return nil }
    if place == 0 || sign > place {
      let digits = String(decoding: utf8[..<sign], as: UTF8.self)
      guard let other = Int64(digits) else { return nil }
      time = other
    }
    let peer = UnsafeBufferPointer(rebasing: utf8[(sign + 1)...])
    self.init(time: time, peer: String(decoding: peer, as: UTF8.self))
  }

  static func < (a: Version, b: Version) -> Bool { (a.time, a.peer) < (b.time, b.peer) }
}

/// A revision, and for each database the newest of its revisions that it has taken in.
///
/// That is a version vector (one entry a database), in which the entry of the revision itself is written
/// once. A revision that was taken in is an ancestor, or has lost a conflict; it is earlier than the
/// revision itself.
struct History: Hashable, Sendable {
  var current: Version
  /// The newest time of each database, where the revision itself does not tell it.
  private var known: [String: Int64] = [:]

  init(_ current: Version) { self.current = current }

  /// Reads what `ancestors` has printed; an entry that is damaged counts for nothing.
  init?(revision: String, ancestors: String?) {
    guard let current = Version(revision) else { return nil }
    self.init(current)
    guard let ancestors else { return }
    for part in ancestors.split(separator: ";") { Version(part).map { add($0) } }
  }

  /// The entries beside the revision as text, in order; nil where there are none.
  var ancestors: String? {
    if known.isEmpty { return nil }
    return known.sorted { $0.key < $1.key }.map { "\($0.value)@\($0.key)" }.joined(separator: ";")
  }

  private mutating func add(_ version: Version) {
    if !includes(version) { known[version.peer] = version.time }
  }

  /// Whether the revision is this one, or was taken in by it.
  func includes(_ version: Version) -> Bool {
    if version.peer == current.peer, current.time >= version.time { return true }
    return (known[version.peer] ?? .min) >= version.time
  }

  /// The newest time in it.
  var latestTime: Int64 { known.values.reduce(current.time, max) }

  /// The history of a new revision on top of this one.
  func successor(_ version: Version) -> History {
    History(version).merged(with: self)
  }

  /// The same revision, with what another one has taken in as well.
  func merged(with other: History) -> History {
    var history = self
    history.add(other.current)
    for (peer, time) in other.known { history.add(Version(time: time, peer: peer)) }
    return history
  }
}
