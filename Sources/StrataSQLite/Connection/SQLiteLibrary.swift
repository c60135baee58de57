internal import CSQLite
internal import Foundation

/// The SQLite library that this process is linked with.
public enum SQLiteLibrary {
  /// The version as one number: 3.40.1 is 3040001 (https://sqlite.org/c3ref/libversion.html).
  public static var versionNumber: Int { Int(sqlite3_libversion_number()) }

  /// The version as text, such as `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Whether the library was built with a compile-time option, such as `ENABLE_FTS5`.
  public static func isBuilt(with option: String) -> Bool {
    sqlite3_compileoption_used(option) != 0
  }

  /// The most columns of a table or a row (https://sqlite.org/limits.html#max_column).
  static let columnLimit: Int = {
    var number: Int32 = 0
    while let option = sqlite3_compileoption_get(number) {
      let words = String(cString: option).split(separator: "=")
      if words.count == 2, words[0] == "MAX_COLUMN", let limit = Int(words[1]) { return limit }
      number += 1
    }
    return 2000
  }()

  /// Whether changes of rows can be seen with their old and new values.
  ///
  /// Distributions differ, so it is asked at run time and never required
  /// (https://sqlite.org/c3ref/preupdate_blobwrite.html).
  public static var hasPreupdateHook: Bool { SQLiteSymbols.preupdate != nil }
}

/// The functions of SQLite that not every build has, found by name so that linking never needs
/// them.
enum SQLiteSymbols {
  typealias PreupdateCallback =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, Int64, Int64
    ) -> Void

  typealias PreupdateInstall =
    @convention(c) (OpaquePointer?, PreupdateCallback?, UnsafeMutableRawPointer?) ->
    UnsafeMutableRawPointer?
  typealias PreupdateValue =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  typealias ConnectionNumber = @convention(c) (OpaquePointer?) -> Int32

  struct Preupdate: Sendable {
    let hook: PreupdateInstall
    let old: PreupdateValue
    let new: PreupdateValue
    let count: ConnectionNumber
    let depth: ConnectionNumber
  }

  typealias ColumnText = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?

  struct ColumnOrigin: Sendable {
    let database: ColumnText
    let table: ColumnText
    let column: ColumnText
  }

  static let preupdate: Preupdate? = {
    guard SQLiteLibrary.isBuilt(with: "ENABLE_PREUPDATE_HOOK"),
      let hook = symbol("sqlite3_preupdate_hook"), let old = symbol("sqlite3_preupdate_old"),
      let new = symbol("sqlite3_preupdate_new"), let count = symbol("sqlite3_preupdate_count"),
      let depth = symbol("sqlite3_preupdate_depth")
    else { return nil }
    return Preupdate(
      hook: unsafeBitCast(hook, to: PreupdateInstall.self),
      old: unsafeBitCast(old, to: PreupdateValue.self),
      new: unsafeBitCast(new, to: PreupdateValue.self),
      count: unsafeBitCast(count, to: ConnectionNumber.self),
      depth: unsafeBitCast(depth, to: ConnectionNumber.self)
    )
  }()

  static let columnOrigin: ColumnOrigin? = {
    guard let database = symbol("sqlite3_column_database_name"),
      let table = symbol("sqlite3_column_table_name"),
      let column = symbol("sqlite3_column_origin_name")
    else { return nil }
    return ColumnOrigin(
      database: unsafeBitCast(database, to: ColumnText.self),
      table: unsafeBitCast(table, to: ColumnText.self),
      column: unsafeBitCast(column, to: ColumnText.self)
    )
  }()

  static let errorOffset: ConnectionNumber? =
    symbol("sqlite3_error_offset").map { unsafeBitCast($0, to: ConnectionNumber.self) }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    // The default scope: every library that the program has loaded.
    #if os(Linux)
    dlsym(nil, name)
    #else
    dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #endif
  }
}
