extension StatementAccess {
  /// The tables that a SELECT joins with USING or NATURAL, itself or in a view that it reads.
  ///
  /// SQLite reports neither the columns that these compare nor a table of which nothing else is read,
  /// so that all of each table counts. The tables are those that the compiled statement opens
  /// (https://sqlite.org/opcode.html#OpenRead).
  package func silentJoins(of statement: SQLiteStatement) throws -> Set<TableName> {
    guard isPassive, statement.isReadOnly, !statement.isExplain else { return [] }
    let connection = statement.connection
    let isJoining = try statement.sql.joinsSilently || !views.isEmpty && viewsJoin(connection)
    return isJoining ? try Self.openedTables(of: statement.sql, connection) : []
  }

  private func viewsJoin(_ connection: SQLiteConnection) throws -> Bool {
    let list = try connection.prepare(
      """
      SELECT name, sql FROM sqlite_master WHERE type = 'view' \
      UNION ALL SELECT name, sql FROM sqlite_temp_master WHERE type = 'view'
      """
    )
    while try list.step() {
      guard case .string(let name) = list.value(0).storage, views.contains(SchemaName(name)),
        case .string(let sql) = list.value(1).storage, sql.joinsSilently
      else { continue }
      return true
    }
    return false
  }

  private static func openedTables(
    of sql: String,
    _ connection: SQLiteConnection
  ) throws -> Set<TableName> {
    let program = try connection.prepare("EXPLAIN " + sql)
    var roots: [Int64: Set<Int64>] = [:]
    while try program.step() {
      let row = program.values
      guard row.count > 4, row[1].storage == .string("OpenRead"),
        case .int64(let root) = row[3].storage, case .int64(let database) = row[4].storage
      else { continue }
      roots[database, default: []].insert(root)
    }
    var tables: Set<TableName> = []
    let databases = try connection.prepare("PRAGMA database_list")
    while try databases.step() {
      guard case .int64(let number) = databases.value(0).storage, let roots = roots[number],
        case .string(let name) = databases.value(1).storage
      else { continue }
      let list = try connection.prepare(
        "SELECT rootpage, tbl_name FROM \(SchemaName(name).quoted).sqlite_master"
      )
      while try list.step() {
        guard case .int64(let root) = list.value(0).storage, roots.contains(root),
          case .string(let table) = list.value(1).storage
        else { continue }
        tables.insert(TableName(table, in: name))
      }
    }
    return tables
  }
}

extension String {
  /// Whether a word of the SQL may join tables by columns that it does not name.
  fileprivate var joinsSilently: Bool {
    var text = self
    return text.withUTF8 { bytes in
      Self.holds(bytes, "using") || Self.holds(bytes, "natural")
    }
  }

  /// Whether the text has a word in it, whatever its case.
  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    return (0...bytes.count - count).contains { start in
      (0..<count).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
    }
  }
}
