extension QueryInterfaceRequest {
  /// Updates all rows of the request.
  ///
  ///     try Player.filter(Column("teamID") == 1).updateAll(db, Column("score") += 1)
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int {
    guard let update = try update(db, conflictResolution, assignments, returning: nil) else {
      return 0
    }
    try update.execute()
    return db.changesCount
  }

  /// Updates all rows of the request.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int {
    try updateAll(db, onConflict: conflictResolution, assignments)
  }

  /// Deletes all rows of the request.
  ///
  ///     try Player.filter(Column("score") == 0).deleteAll(db)
  ///
  /// - Parameter db: the connection.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int {
    try deletion(db, returning: nil).execute()
    return db.changesCount
  }

  // MARK: Statements

  /// The UPDATE of the rows; nil where nothing is assigned.
  func update(
    _ db: Database,
    _ conflictResolution: Database.ConflictResolution?,
    _ assignments: [ColumnAssignment],
    returning selection: [SQLSelection]?
  ) throws -> Statement? {
    let assignments = assignments.compactMap(\.sql)
    guard !assignments.isEmpty else { return nil }
    var writer = SQLWriter(db)
    writer.open(relation)
    writer.write("UPDATE\(conflictResolution?.clause ?? "") ")
    writer.write(identifier: relation.table.name)
    writer.write(" SET ")
    try writer.write(assignments, separator: ", ")
    try writer.writeRows(of: relation)
    try writer.writeReturning(selection, of: relation)
    return try writer.statement()
  }

  /// The DELETE of the rows.
  func deletion(_ db: Database, returning selection: [SQLSelection]?) throws -> Statement {
    var writer = SQLWriter(db)
    writer.open(relation)
    writer.write("DELETE FROM ")
    writer.write(identifier: relation.table.name)
    try writer.writeRows(of: relation)
    try writer.writeReturning(selection, of: relation)
    return try writer.statement()
  }
}

extension SQLWriter {
  /// Looks for columns in one table.
  mutating func open(_ relation: Relation) {
    let table = relation.table
    sources = [Source(reference: table, alias: table.name, handles: relation.aliases)]
  }

  /// Writes which rows an update or a deletion touches: those of the relation, looked up by key
  /// where a plain WHERE cannot say it.
  fileprivate mutating func writeRows(of relation: Relation) throws {
    let isPlain =
      relation.joins.isEmpty && relation.limit == nil && relation.offset == nil
      && relation.groups.isEmpty
    if isPlain { return try writeWhere(relation) }
    let key = try relation.table.primaryKeyColumns(database)
    var rows = relation
    rows.selection = key.map { .expression(SQLExpression.column($0).sql) }
    rows.joins = rows.joins.map { $0.excluded() }
    rows.prefetches = []
    let list = key.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    sql += key.count == 1 ? " WHERE \(list) IN (" : " WHERE (\(list)) IN ("
    try write(SQL(parts: [.subquery(rows)]))
    sql += ")"
  }

  /// Writes what is read of the rows that are written (https://sqlite.org/lang_returning.html).
  mutating func writeReturning(_ selection: [SQLSelection]?, of relation: Relation) throws {
    guard let selection else { return }
    sql += " RETURNING "
    _ = try writeSelection(selection, of: relation.table)
  }
}

extension TableRecord {
  /// Updates all rows of the table.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int {
    try all().updateAll(db, onConflict: conflictResolution, assignments)
  }

  /// Updates all rows of the table.
  ///
  ///     try Player.updateAll(db, Player.Columns.score.set(to: 0))
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int {
    try updateAll(db, onConflict: conflictResolution, assignments)
  }
}
