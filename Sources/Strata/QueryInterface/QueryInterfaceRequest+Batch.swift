extension QueryInterfaceRequest {
  /// Updates all rows of the request.
  ///
  ///     try Player.filter(Column("teamID") == 1).updateAll(db, Column("score") += 1)
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func updateAll(_ db: Database, _ assignments: [ColumnAssignment]) throws -> Int {
    guard !assignments.isEmpty else { return 0 }
    var writer = SQLWriter(db)
    writer.open(relation.table)
    writer.write("UPDATE ")
    writer.write(identifier: relation.table.name)
    writer.write(" SET ")
    try writer.write(assignments.map(\.sql), separator: ", ")
    try writer.writeRows(of: relation)
    try writer.statement().execute()
    return db.changesCount
  }

  /// Updates all rows of the request.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func updateAll(_ db: Database, _ assignments: ColumnAssignment...) throws -> Int {
    try updateAll(db, assignments)
  }

  /// Deletes all rows of the request.
  ///
  ///     try Player.filter(Column("score") == 0).deleteAll(db)
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int {
    var writer = SQLWriter(db)
    writer.open(relation.table)
    writer.write("DELETE FROM ")
    writer.write(identifier: relation.table.name)
    try writer.writeRows(of: relation)
    try writer.statement().execute()
    return db.changesCount
  }
}

extension SQLWriter {
  /// Looks for columns in one table.
  mutating func open(_ table: TableReference) {
    sources = [Source(table: table.name, alias: table.name)]
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
}

extension TableRecord {
  /// Updates all rows of the table.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public static func updateAll(_ db: Database, _ assignments: [ColumnAssignment]) throws -> Int {
    try all().updateAll(db, assignments)
  }

  /// Updates all rows of the table.
  ///
  ///     try Player.updateAll(db, Player.Columns.score.set(to: 0))
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public static func updateAll(_ db: Database, _ assignments: ColumnAssignment...) throws -> Int {
    try updateAll(db, assignments)
  }
}
