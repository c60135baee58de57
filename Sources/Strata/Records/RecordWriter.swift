/// The verbs of a record that says its columns by name.
struct RecordWriter {
  let db: Database
  let table: String
  let key: PrimaryKeyInfo
  let container: PersistenceContainer

  init<Record: MutablePersistableRecord>(_ db: Database, _ record: Record) throws {
    self.db = db
    table = Record.databaseTableName
    key = try db.primaryKey(table)
    container = try PersistenceContainer(record)
  }

  private typealias Bound = (column: String, value: DatabaseValue)

  private var bound: [Bound] {
    zip(container.columns, container.values).map { ($0, $1) }
  }

  private var content: [Bound] { bound.filter { !isKey($0.column) } }

  /// The values of the primary key; nil where one is missing or NULL.
  private var keyValues: [Bound]? {
    var values: [Bound] = []
    for column in key.columns {
      guard let value = container.databaseValue(column), !value.isNull else { return nil }
      values.append((column, value))
    }
    return values
  }

  var keyDictionary: [String: DatabaseValue] {
    var values: [String: DatabaseValue] = [:]
    for column in key.columns { values[column] = container.databaseValue(column) ?? .null }
    return values
  }

  var hasKey: Bool { keyValues != nil }

  var notFound: RecordError { .recordNotFound(databaseTableName: table, key: keyDictionary) }

  private func isKey(_ column: String) -> Bool {
    let name = column.sqlLowercased
    return key.columns.contains { $0.sqlLowercased == name }
  }

  private func assignments(_ values: [Bound]) -> [RecordSQL.Assignment] {
    values.map { ($0.column, "?") }
  }

  private func statement(
    _ sql: String,
    _ values: [Bound],
    returning: Returning = .nothing,
    more: [DatabaseValue] = []
  ) throws -> Statement {
    let statement = try db.cachedStatement(sql: sql + returning.sql)
    try statement.setArguments(
      StatementArguments(values: values.map(\.value) + more + returning.values)
    )
    return statement
  }

  // MARK: - Verbs

  func insertion(
    _ conflict: Database.ConflictResolution,
    returning: Returning = .nothing
  ) throws -> Statement {
    try statement(
      RecordSQL.insert(table, assignments(bound), conflict: conflict.clause),
      bound,
      returning: returning
    )
  }

  /// Throws where the record has nothing by which its row could be found again.
  func checkPrimaryKey() throws {
    if key.isDeclared || container.databaseValue("rowid") != nil { return }
    throw RecordError.missingPrimaryKey(databaseTableName: table)
  }

  func upsertion(_ conflict: UpsertConflict, returning: Returning) throws -> Statement {
    if !key.isDeclared, try !db.hasUniqueIndex(table) { try checkPrimaryKey() }
    let updated = content.isEmpty ? key.columns : content.map(\.column)
    let clause = try conflict.clause(table, columns: updated, db)
    return try statement(
      RecordSQL.insert(table, assignments(bound)) + clause.sql,
      bound,
      returning: returning,
      more: clause.values
    )
  }

  var persisted: PersistenceSuccess { PersistenceSuccess(persistenceContainer: container) }

  var success: InsertionSuccess {
    InsertionSuccess(
      rowID: db.sqlite.lastInsertedRowID,
      rowIDColumn: key.rowIDColumn,
      persistenceContainer: container
    )
  }

  /// The UPDATE of some columns; nil where the record has no key.
  func update(
    _ columns: [String]?,
    _ conflict: Database.ConflictResolution,
    returning: Returning = .nothing
  ) throws -> Statement? {
    try checkPrimaryKey()
    guard let keyValues else { return nil }
    let names = columns.map { Set($0.map { $0.sqlLowercased }) }
    let set = content.filter { names?.contains($0.column.sqlLowercased) ?? true }
    let values = set.isEmpty ? keyValues : set
    return try statement(
      RecordSQL.update(
        table,
        set: assignments(set),
        where: assignments(keyValues),
        conflict: conflict.clause
      ),
      values + keyValues,
      returning: returning
    )
  }

  func delete() throws -> Bool {
    try checkPrimaryKey()
    guard let keyValues else { return false }
    try statement(RecordSQL.delete(table, where: assignments(keyValues)), keyValues).execute()
    return db.sqlite.changesCount > 0
  }

  func exists() throws -> Bool {
    try checkPrimaryKey()
    guard let keyValues else { return false }
    let statement = try statement(
      RecordSQL.exists(table, where: assignments(keyValues)),
      keyValues
    )
    defer { statement.finish() }
    return try statement.step()
  }
}
