/// Which number the pre-update hook gives to the columns of a table that has virtual columns.
///
/// Virtual columns are not stored; the library either counts them or passes over them, depending on
/// its version. An experiment on an empty database tells.
enum PreupdateNumbering {
  /// Whether virtual columns are passed over.
  static let skipsVirtualColumns: Bool = {
    do {
      let connection = try SQLiteConnection(path: ":memory:")
      var isChanged = false
      connection.setPreupdateHook { isChanged = $0.newValue(2) != $0.oldValue(2) }
      try connection.execute(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, v AS (id) VIRTUAL, a, b);
        INSERT INTO t(a, b) VALUES (1, 1);
        UPDATE t SET b = 2;
        """
      )
      return isChanged
    } catch {
      return true
    }
  }()
}
