/// The tables that the statements of a migration's step have touched, and whose foreign keys may
/// therefore be broken.
///
/// A table that was only made is empty, and is not among them; rows of other tables that refer to it
/// referred to nothing before.
final class TouchedTables {
  private var names: Set<TableName> = []
  /// The tables that there were before the first was renamed.
  private var namesBefore: Set<TableName>?
  /// Whether what was touched cannot be told.
  private var isUnknown = false

  /// Adds what a statement will touch that is about to run.
  func insert(_ access: StatementAccess, _ db: Database) throws {
    names.formUnion(access.writes.keys)
    if access.rewritesCatalog { isUnknown = true }
    guard let altered = access.altered else { return }
    names.insert(altered)
    // Its new name, if that is what it gets, is not told.
    if namesBefore == nil { namesBefore = try db.tableNames() }
  }

  /// Looks for rows without their parents, in the tables that were touched and in those that refer to
  /// them.
  ///
  /// - Throws: `ForeignKeyViolation` where there are any, or `DatabaseError`.
  func checkForeignKeys(_ db: Database) throws {
    if isUnknown { return try db.sqlite.checkForeignKeys() }
    if let namesBefore { names.formUnion(try db.tableNames().subtracting(namesBefore)) }
    guard !names.isEmpty else { return }
    try db.sqlite.checkForeignKeys(of: db.tables(referringFromOrTo: names))
  }
}

extension Database {
  private static let tables = StatementKey("SELECT name FROM sqlite_master WHERE type = 'table'")
  private static let references = StatementKey(
    """
    SELECT DISTINCT child.name, parent."table" \
    FROM sqlite_master AS child, pragma_foreign_key_list(child.name) AS parent \
    WHERE child.type = 'table' ORDER BY child.name
    """
  )

  fileprivate func tableNames() throws -> Set<TableName> {
    let statement = try statement(Self.tables)
    defer { statement.finish() }
    var names: Set<TableName> = []
    while try statement.step() { names.insert(TableName(try statement.reader.string(0))) }
    return names
  }

  /// The tables with foreign keys of which either side is one of these.
  fileprivate func tables(referringFromOrTo names: Set<TableName>) throws -> [String] {
    let statement = try statement(Self.references)
    defer { statement.finish() }
    var tables: [String] = []
    while try statement.step() {
      let child = try statement.reader.string(0)
      guard tables.last != child else { continue }
      let parent = TableName(try statement.reader.string(1))
      if names.contains(TableName(child)) || names.contains(parent) { tables.append(child) }
    }
    return tables
  }
}
