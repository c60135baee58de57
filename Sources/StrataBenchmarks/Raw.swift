import CSQLite
import Foundation

/// Reading and binding by column, as one would write it by hand over the C API.
enum Raw {
  static let columns = #""id", "name", "score", "teamID", "created", "rating", "photo""#
  static let update = """
    UPDATE player SET name = ?2, score = ?3, "teamID" = ?4, created = ?5, rating = ?6, \
    photo = ?7 WHERE id = ?1
    """

  static let joined = """
    SELECT \(columns(of: "p")), t."id", t."name", t."color"
    FROM player p JOIN team t ON t.id = p."teamID"
    """

  /// The columns of a table that has another name in the query.
  static func columns(of table: String) -> String {
    columns.split(separator: ", ").map { "\(table).\($0)" }.joined(separator: ", ")
  }

  @inline(__always)
  static func text(_ statement: OpaquePointer, _ index: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, index) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  @inline(__always)
  static func integerOrNil(_ statement: OpaquePointer, _ index: Int32) -> Int? {
    sqlite3_column_type(statement, index) == SQLITE_NULL
      ? nil : Int(sqlite3_column_int64(statement, index))
  }

  @inline(__always)
  static func realOrNil(_ statement: OpaquePointer, _ index: Int32) -> Double? {
    sqlite3_column_type(statement, index) == SQLITE_NULL
      ? nil : sqlite3_column_double(statement, index)
  }

  @inline(__always)
  static func blobOrNil(_ statement: OpaquePointer, _ index: Int32) -> Data? {
    guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
    guard let bytes = sqlite3_column_blob(statement, index) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, index)))
  }

  @inline(__always)
  static func player(_ statement: OpaquePointer) -> Player {
    Player(
      id: Int(sqlite3_column_int64(statement, 0)),
      name: text(statement, 1),
      score: Int(sqlite3_column_int64(statement, 2)),
      teamID: integerOrNil(statement, 3),
      created: Date(timeIntervalSince1970: sqlite3_column_double(statement, 4)),
      rating: realOrNil(statement, 5),
      photo: blobOrNil(statement, 6)
    )
  }

  @inline(__always)
  static func playerWithTeam(_ statement: OpaquePointer) -> PlayerWithTeam {
    PlayerWithTeam(player: player(statement), team: team(statement, 7))
  }

  /// A team whose columns begin at an index.
  @inline(__always)
  static func team(_ statement: OpaquePointer, _ index: Int32) -> Team {
    Team(
      id: Int(sqlite3_column_int64(statement, index)),
      name: text(statement, index + 1),
      color: text(statement, index + 2)
    )
  }

  @inline(__always)
  static func visit(_ statement: OpaquePointer) -> Visit {
    Visit(
      id: Int(sqlite3_column_int64(statement, 0)),
      name: text(statement, 1),
      score: Int(sqlite3_column_int64(statement, 2)),
      teamID: integerOrNil(statement, 3),
      created: date(statement, 4),
      rating: realOrNil(statement, 5),
      photo: blobOrNil(statement, 6)
    )
  }

  /// A date in the fixed form `yyyy-MM-dd HH:mm:ss.SSS`, by arithmetic.
  @inline(__always)
  static func date(_ statement: OpaquePointer, _ index: Int32) -> Date {
    guard let text = sqlite3_column_text(statement, index),
      sqlite3_column_bytes(statement, index) == 23
    else { return .distantPast }
    func digits(_ start: Int, _ count: Int) -> Int {
      var value = 0
      for offset in start..<start + count { value = value * 10 + Int(text[offset] &- 48) }
      return value
    }
    let month = digits(5, 2)
    let year = month <= 2 ? digits(0, 4) - 1 : digits(0, 4)
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + digits(8, 2) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = days * 86400 + digits(11, 2) * 3600 + digits(14, 2) * 60 + digits(17, 2)
    return Date(timeIntervalSince1970: Double(seconds) + Double(digits(20, 3)) / 1000)
  }

  /// The INSERT or UPDATE of a player; its text and its blob are not copied, as they live until the
  /// statement has run.
  @inline(__always)
  static func run(_ statement: OpaquePointer, with player: Player) -> Int32 {
    sqlite3_bind_int64(statement, 1, Int64(player.id))
    sqlite3_bind_int64(statement, 3, Int64(player.score))
    if let team = player.teamID {
      sqlite3_bind_int64(statement, 4, Int64(team))
    } else {
      sqlite3_bind_null(statement, 4)
    }
    sqlite3_bind_double(statement, 5, player.created.timeIntervalSince1970)
    if let rating = player.rating {
      sqlite3_bind_double(statement, 6, rating)
    } else {
      sqlite3_bind_null(statement, 6)
    }
    var name = player.name
    return name.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        sqlite3_bind_text(statement, 2, text.baseAddress, Int32(text.count), nil)
        defer { sqlite3_reset(statement) }
        guard let photo = player.photo else {
          sqlite3_bind_null(statement, 7)
          return sqlite3_step(statement)
        }
        return photo.withUnsafeBytes { blob in
          sqlite3_bind_blob(statement, 7, blob.baseAddress, Int32(blob.count), nil)
          return sqlite3_step(statement)
        }
      }
    }
  }
}
