extension GeneratedRecord {
  /// Sets the columns that are stored.
  public func encode(to container: inout PersistenceContainer) throws {
    container = try collected()
  }

  func collected() throws -> PersistenceContainer {
    let table = Self.table
    let values = try collectedValues(table.columns.count) { bind(to: $0) }
    var container = PersistenceContainer()
    for (column, value) in zip(table.columns, values) where !table.generated.contains(column) {
      container.set(column, value)
    }
    return container
  }

  // MARK: - Verbs

  /// Inserts the row.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func insert(_ db: Database) throws { try run(db, Self.table.insert) }

  /// Inserts the row.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func insertAndFetch(_ db: Database) throws -> Self {
    try fetch(db, Self.table.insertReturning)
  }

  /// Inserts the row.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way.
  public func inserted(_ db: Database) throws -> Self {
    try insert(db)
    return self
  }

  /// Updates the row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `RecordError.recordNotFound` where there is no such row,
  ///   `RecordError.missingPrimaryKey`, or `DatabaseError`.
  public func update(_ db: Database) throws {
    try run(db, byKey(Self.table.update))
    if db.sqlite.changesCount == 0 { throw try notFound(db) }
  }

  /// Updates the row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `RecordError.recordNotFound` where there is no such row,
  ///   `RecordError.missingPrimaryKey`, or `DatabaseError`.
  public func updateAndFetch(_ db: Database) throws -> Self {
    guard let record = try returned(db, byKey(Self.table.updateReturning)) else {
      throw try notFound(db)
    }
    return record
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public func save(_ db: Database) throws {
    try run(db, byKey(Self.table.update))
    if db.sqlite.changesCount == 0 { try insert(db) }
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`.
  public func saved(_ db: Database) throws -> Self {
    try save(db)
    return self
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func saveAndFetch(_ db: Database) throws -> Self {
    try returned(db, byKey(Self.table.updateReturning)) ?? insertAndFetch(db)
  }

  /// Inserts the row, or updates the one that is in its way by any of the table's unique keys.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public func upsert(_ db: Database) throws {
    try Self.table.checkAnyKey(db)
    try run(db, Self.table.upsert)
  }

  /// Inserts the row, or updates the one that is in its way by any of the table's unique keys.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func upsertAndFetch(_ db: Database) throws -> Self {
    try Self.table.checkAnyKey(db)
    return try fetch(db, Self.table.upsertReturning)
  }

  /// Deletes the row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func delete(_ db: Database) throws -> Bool {
    try run(db, byKey(Self.table.delete))
    return db.sqlite.changesCount > 0
  }

  /// Whether there is a row with the record's key.
  ///
  /// - Parameter db: the connection.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public func exists(_ db: Database) throws -> Bool {
    let statement = try db.statement(byKey(Self.table.exists))
    defer { statement.finish() }
    bind(to: statement.beginBinding(isComplete: true))
    return try statement.step()
  }

  // MARK: - Steps

  /// A statement that finds the record's row by its key, which a table has to have for it.
  private func byKey(_ key: StatementKey) throws -> StatementKey {
    try Self.table.checkPrimaryKey()
    return key
  }

  private func run(_ db: Database, _ key: StatementKey) throws {
    let statement = try db.statement(key)
    bind(to: statement.beginBinding(isComplete: true))
    while try statement.step() {}
  }

  private func fetch(_ db: Database, _ key: StatementKey) throws -> Self {
    guard let record = try returned(db, key) else {
      throw DatabaseError(message: "the row was not written", sql: key.sql)
    }
    return record
  }

  private func returned(_ db: Database, _ key: StatementKey) throws -> Self? {
    let statement = try db.statement(key)
    bind(to: statement.beginBinding(isComplete: true))
    return try Self.fetchWritten(db, statement) { try same(db) }
  }

  /// The row with the record's key.
  private func same(_ db: Database) throws -> Self? {
    let table = Self.table
    guard !table.primaryKey.isEmpty else { return nil }
    let values = try collectedValues(table.columns.count) { bind(to: $0) }
    let statement = try db.statement(table.selectByKey)
    let binder = statement.beginBinding(isComplete: true)
    for (index, column) in table.primaryKey.enumerated() {
      if let place = table.columns.firstIndex(of: column) { binder.value(index, values[place]) }
    }
    return try Self.fetchOne(running: statement)
  }

  private func notFound(_ db: Database) throws -> RecordError {
    let container = try collected()
    var key: [String: DatabaseValue] = [:]
    for column in Self.table.primaryKey { key[column] = container.databaseValue(column) }
    return .recordNotFound(databaseTableName: Self.table.name, key: key)
  }
}

extension GeneratedRecord where Self: Encodable {
  /// Sets the columns that are stored.
  public func encode(to container: inout PersistenceContainer) throws {
    container = try collected()
  }
}

extension GeneratedRow {
  /// The row that a statement with RETURNING gives; nil where it wrote none.
  ///
  /// What triggers do after it is not in that row (https://sqlite.org/lang_returning.html), so of a
  /// table with triggers the row is read again.
  static func fetchWritten(
    _ db: Database,
    _ statement: Statement,
    again: () throws -> Self?
  ) throws -> Self? {
    defer { statement.finish() }
    guard try statement.step() else { return nil }
    let record = try Self(reading: statement.reader(of: table))
    while try statement.step() {}
    guard try db.hasTriggers(table.name, statement) else { return record }
    return try again() ?? record
  }
}

extension TableDefinition {
  /// Throws where no row can be told from another, before any SQL is run.
  func checkPrimaryKey() throws {
    if primaryKey.isEmpty { throw RecordError.missingPrimaryKey(databaseTableName: name) }
  }

  /// Throws where no row can be in the way of another, so that an upsert would only insert.
  func checkAnyKey(_ db: Database) throws {
    if primaryKey.isEmpty, try !db.hasUniqueIndex(name) { try checkPrimaryKey() }
  }
}

/// The values that a record or a request binds.
func collectedValues(_ count: Int, _ bind: (ValueBinder) -> Void) throws -> [DatabaseValue] {
  let arena = BindingArena()
  bind(ValueBinder(collecting: arena, count: count))
  try arena.checkFailure()
  return arena.collected
}

extension Database {
  private static let uniqueIndexes = StatementKey(
    """
    SELECT 1 FROM pragma_index_list(?1) WHERE "unique" LIMIT 1
    """
  )

  /// Whether a table has a unique key beside its rowid.
  func hasUniqueIndex(_ table: String) throws -> Bool {
    try firstRow(Self.uniqueIndexes, { $0.string(0, table) }, { _ in true }) ?? false
  }

  private static let triggers = StatementKey(
    """
    SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE \
    UNION ALL \
    SELECT 1 FROM sqlite_temp_master WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE LIMIT 1
    """
  )

  /// Whether a table has triggers; asked once for each compilation of a statement on the table, which
  /// a new trigger makes SQLite repeat.
  fileprivate func hasTriggers(_ table: String, _ statement: Statement) throws -> Bool {
    let count = statement.sqlite.recompilationCount
    if let known = statement.triggers, known.recompilationCount == count { return known.exist }
    let exist = try firstRow(Self.triggers, { $0.string(0, table) }, { _ in true }) ?? false
    statement.triggers = (count, exist)
    return exist
  }
}
