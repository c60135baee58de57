// What the verbs of records are made of: statements between callbacks.

/// What a statement reads of the rows that it writes (https://sqlite.org/lang_returning.html).
struct Returning {
  var sql = ""
  var values: [DatabaseValue] = []

  /// Nothing.
  static let nothing = Returning()

  /// All columns.
  static let allColumns = Returning(sql: " RETURNING *")

  /// What another type reads.
  init<Other: FetchableRecord>(of type: Other.Type) {
    let table = (type as? any TableRecord.Type)?.tableDefinition
    sql = " RETURNING " + (table.map { RecordSQL.list($0.columns) } ?? "*")
  }

  /// Some columns of a table.
  init(_ selections: [any SQLSelectable], of table: TableReference, _ db: Database) throws {
    var writer = SQLWriter(db)
    let relation = Relation(table: table)
    writer.open(relation)
    try writer.writeReturning(selections.map(\.sqlSelection), of: relation)
    sql = writer.sql
    values = writer.arguments.values
  }

  private init(sql: String = "") { self.sql = sql }

  /// Also the rowid, as the last column.
  var withRowID: Returning {
    var returning = self
    returning.sql += sql.isEmpty ? " RETURNING \"rowid\"" : ", \"rowid\""
    return returning
  }
}

extension MutablePersistableRecord {
  static var insertResolution: Database.ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForInsert
  }

  static var updateResolution: Database.ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForUpdate
  }

  /// Inserts the row between its callbacks.
  ///
  /// - Returns: what `run` makes of the statement, which it runs to its end.
  mutating func inserting<Result>(
    _ db: Database,
    _ conflict: Database.ConflictResolution?,
    returning: Returning = .nothing,
    _ run: (Statement) throws -> Result
  ) throws -> Result {
    try willSave(db)
    let (result, container) = try insertingUnsaved(db, conflict, returning: returning, run)
    didSave(PersistenceSuccess(persistenceContainer: container))
    return result
  }

  private mutating func insertingUnsaved<Result>(
    _ db: Database,
    _ conflict: Database.ConflictResolution?,
    returning: Returning,
    _ run: (Statement) throws -> Result
  ) throws -> (Result, PersistenceContainer) {
    try willInsert(db)
    let writer = try RecordWriter(db, self)
    let statement = try writer.insertion(conflict ?? Self.insertResolution, returning: returning)
    let result = try run(statement)
    // A row that was passed over has no rowid.
    if db.sqlite.changesCount > 0 { didInsert(writer.success) }
    return (result, writer.container)
  }

  /// Updates the row between its callbacks.
  ///
  /// - Returns: what `run` makes of the statement, which it runs to its end; nil where it has updated
  ///   none.
  func updating<Result>(
    _ db: Database,
    _ conflict: Database.ConflictResolution?,
    columns: [String]? = nil,
    returning: Returning = .nothing,
    _ run: (Statement) throws -> Result?
  ) throws -> Result {
    try willSave(db)
    let writer = try RecordWriter(db, self)
    guard let result = try updating(writer, conflict, columns, returning, run) else {
      throw writer.notFound
    }
    didSave(writer.persisted)
    return result
  }

  private func updating<Result>(
    _ writer: RecordWriter,
    _ conflict: Database.ConflictResolution?,
    _ columns: [String]?,
    _ returning: Returning,
    _ run: (Statement) throws -> Result?
  ) throws -> Result? {
    try willUpdate(writer.db, columns: Set(columns ?? writer.container.columns))
    let resolution = conflict ?? Self.updateResolution
    guard let statement = try writer.update(columns, resolution, returning: returning),
      let result = try run(statement)
    else { return nil }
    didUpdate(writer.persisted)
    return result
  }

  /// Updates the row between its callbacks, or inserts it where there is none.
  mutating func saving<Result>(
    _ db: Database,
    _ conflict: Database.ConflictResolution?,
    returning: Returning = .nothing,
    _ run: (Statement) throws -> Result?
  ) throws -> Result {
    try willSave(db)
    let writer = try RecordWriter(db, self)
    try writer.checkPrimaryKey()
    if writer.hasKey,
      let result = try updating(writer, conflict, nil, returning, run)
    {
      didSave(writer.persisted)
      return result
    }
    let (result, container) = try insertingUnsaved(db, conflict, returning: returning, run)
    guard let result else { throw writer.notFound }
    didSave(PersistenceSuccess(persistenceContainer: container))
    return result
  }

  /// Inserts the row between its callbacks, or updates the one that is in its way.
  mutating func upserting<Result>(
    _ db: Database,
    _ conflict: UpsertConflict = UpsertConflict(),
    returning: Returning = .nothing,
    _ read: (Statement) throws -> Result
  ) throws -> Result {
    try willSave(db)
    try willInsert(db)
    let writer = try RecordWriter(db, self)
    let hasRowID = writer.key.tableHasRowID
    let statement = try writer.upsertion(
      conflict,
      returning: hasRowID ? returning.withRowID : returning
    )
    defer { statement.finish() }
    var success = writer.success
    var result: Result?
    if hasRowID || !returning.sql.isEmpty {
      guard try statement.step() else { throw writer.notFound }
      if hasRowID { success.rowID = try statement.reader.int64(statement.columnCount - 1) }
      result = try read(statement)
      try statement.finishWriting()
    } else {
      try statement.execute()
      result = try read(statement)
    }
    guard let result else { throw writer.notFound }
    didInsert(success)
    didSave(writer.persisted)
    return result
  }
}

extension Statement {
  /// Runs the statement; nil where it has written no row.
  func executeWriting() throws -> Void? {
    try execute()
    return database.sqlite.changesCount > 0 ? () : nil
  }
}
