import CSQLite
import Foundation

/// The C API as one would write it by hand for these tables: the measure of all ratios.
final class RawDatabase {
  struct Failure: Error {
    let code: Int32
    let message: String
  }

  let handle: OpaquePointer

  init(path: String) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle, code == SQLITE_OK else { throw Failure(code: code, message: "open") }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &statement,
      nil
    )
    guard let statement, code == SQLITE_OK else { throw failure(code) }
    return statement
  }

  func check(_ code: Int32) throws {
    guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
      throw failure(code)
    }
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// SQLite copies what is bound with it before the call returns.
private var transient: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// Reading and binding by column, as the hand-written loops do.
enum Raw {
  static let columns = #""id", "name", "score", "teamID", "created", "rating", "photo""#

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

  @inline(__always)
  static func bind(_ player: Player, to statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(player.id))
    var name = player.name
    name.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, 2, $0.baseAddress, Int32($0.count), transient)
      }
    }
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
    if let photo = player.photo {
      photo.withUnsafeBytes {
        _ = sqlite3_bind_blob(statement, 7, $0.baseAddress, Int32($0.count), transient)
      }
    } else {
      sqlite3_bind_null(statement, 7)
    }
  }
}
