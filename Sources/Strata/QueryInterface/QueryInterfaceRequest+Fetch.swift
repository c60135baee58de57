extension QueryInterfaceRequest: FetchRequest {
  /// Compiles the request.
  public func makePreparedRequest(_ db: Database, forSingleResult singleResult: Bool) throws
    -> PreparedRequest
  {
    if let statement = try relation.statementByKey(db) {
      return PreparedRequest(statement: statement)
    }
    var writer = SQLWriter(db)
    let layout = try writer.writeSelect(relation, singleRow: singleResult)
    let statement = try writer.statement()
    statement.rowScopes = layout?.rowScopes
    return PreparedRequest(
      statement,
      prefetches: relation.prefetches,
      origin: relation.table,
      format: relation.selection?.first?.format ?? .standard
    )
  }

  /// The number of rows.
  ///
  ///     try Player.filter(Column("score") >= 1000).fetchCount(db)   // SELECT COUNT(*) FROM …
  public func fetchCount(_ db: Database) throws -> Int {
    var writer = SQLWriter(db)
    try writer.writeCount(relation)
    return try Int.fetchOne(writer.statement()) ?? 0
  }

  /// Whether there is no row.
  public func isEmpty(_ db: Database) throws -> Bool {
    var writer = SQLWriter(db)
    try writer.writeExists(relation)
    return try Bool.fetchOne(writer.statement()) != true
  }
}

extension Relation {
  /// The statement of the table's definition that finds a row by its primary key, where that is all
  /// there is to do: no SQL is written.
  fileprivate func statementByKey(_ db: Database) throws -> Statement? {
    guard let definition = table.definition, let key = onlyKey, wholeTable != nil,
      key.count == definition.primaryKey.count
    else { return nil }
    let statement = try db.statement(definition.selectByKey)
    let binder = statement.beginBinding(isComplete: true)
    for (index, value) in key.enumerated() { binder.value(index, value) }
    return statement
  }
}
