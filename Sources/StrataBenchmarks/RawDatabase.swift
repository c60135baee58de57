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

  /// Sets what the connections of the other side set.
  func configure() throws {
    try execute(
      """
      PRAGMA cache_size = -32000; PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; \
      PRAGMA synchronous = NORMAL
      """
    )
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
