internal import CSQLite

/// The SQLite library that this process is linked with.
public enum SQLiteLibrary {
  /// The version as one number: 3.40.1 is 3040001 (https://sqlite.org/c3ref/libversion.html).
  public static var versionNumber: Int { Int(sqlite3_libversion_number()) }
}
