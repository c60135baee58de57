/// The closures that SQLite's callbacks of one connection call.
///
/// The connection owns it, and SQLite holds a pointer to it as long as the connection is open.
final class SQLiteHooks {
  var authorizer: ((SQLiteAction) -> SQLiteAuthorization)?
  var update: ((SQLiteUpdate) -> Void)?
  var preupdate: ((borrowing SQLitePreupdate) -> Void)?
  /// Whether `preupdate` is called; else a changed row costs no more than to see this.
  @exclusivity(unchecked) var isPreupdateOn = true
  var commit: (() -> Bool)?
  var rollback: (() -> Void)?
  var busy: ((Int) -> Bool)?
  var trace: ((SQLiteTrace) -> Void)?
  var collation: ((String) -> Void)?

  func removeAll() {
    authorizer = nil
    update = nil
    preupdate = nil
    commit = nil
    rollback = nil
    busy = nil
    trace = nil
    collation = nil
  }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func from(_ pointer: UnsafeMutableRawPointer?) -> SQLiteHooks? {
    pointer.map { Unmanaged<SQLiteHooks>.fromOpaque($0).takeUnretainedValue() }
  }
}
