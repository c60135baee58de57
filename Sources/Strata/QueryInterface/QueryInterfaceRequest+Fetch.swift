extension QueryInterfaceRequest: FetchRequest {
  /// Compiles the request.
  public func makePreparedRequest(_ db: Database, forSingleResult singleResult: Bool) throws
    -> PreparedRequest
  {
    if let statement = try relation.statementByKey(db) {
      return PreparedRequest(statement: statement)
    }
    return PreparedRequest(
      try relation.statement(db, singleResult ? .firstRow : .rows),
      prefetches: relation.prefetches,
      origin: relation.table,
      format: relation.selection?.first?.format ?? .standard
    )
  }

  /// The number of rows.
  ///
  ///     try Player.filter(Column("score") >= 1000).fetchCount(db)   // SELECT COUNT(*) FROM …
  public func fetchCount(_ db: Database) throws -> Int {
    let (counted, form) = relation.counted
    return try Int.fetchOne(counted.statement(db, form)) ?? 0
  }

  /// Whether there is no row.
  public func isEmpty(_ db: Database) throws -> Bool {
    try Bool.fetchOne(relation.sought.statement(db, .existence)) != true
  }
}

extension Relation {
  /// The statement of the SELECT, with its values; for a shape that is known no SQL is written.
  func statement(_ db: Database, _ form: RequestForm) throws -> Statement {
    if let entry = db.statementCache.requests.entry(self, form),
      let statement = try known(entry, db)
    {
      return statement
    }
    let lookups = db.schemaCache.lookupCount
    var writer = SQLWriter(db)
    let layout = try writer.write(self, form)
    let statement = try writer.statement()
    statement.rowScopes = layout?.rowScopes
    // A request that has asked for something of the schema is written anew for another one.
    let dependsOnSchema = db.schemaCache.lookupCount != lookups
    var values = RequestValues(partnerColumns: writer.partnerColumns)
    values.add(self, singleRow: form == .firstRow)
    if !values.areUnknown, values.values == writer.arguments.values {
      db.statementCache.requests.keep(
        RequestCache.Entry(
          self,
          form,
          statement,
          statement.rowScopes,
          partnerColumns: writer.partnerColumns,
          schemaVersion: dependsOnSchema ? try db.schemaVersion() : nil
        )
      )
    }
    return statement
  }

  /// The statement of a request of the same shape, with the values of this one; nil where it is in use,
  /// or was written for another schema.
  private func known(_ entry: RequestCache.Entry, _ db: Database) throws -> Statement? {
    let statement = entry.statement
    guard statement.isIdle else { return nil }
    if let version = entry.schemaVersion, try db.schemaVersion() != version { return nil }
    var values = RequestValues(partnerColumns: entry.partnerColumns)
    values.add(self, singleRow: entry.form == .firstRow)
    if values.areUnknown { return nil }
    statement.rowScopes = entry.rowScopes
    try statement.setArguments(StatementArguments(values: values.values))
    return statement
  }

  /// The statement of the table's definition that finds a row by its primary key, where that is all
  /// there is to do: no SQL is written.
  fileprivate func statementByKey(_ db: Database) throws -> Statement? {
    guard hasOnePredicateOnly, let definition = table.definition, wholeTable != nil else {
      return nil
    }
    switch predicates {
    case .none: return nil
    case .primaryKeyValue(let value):
      return try definition.statement(db, keyValue: value)
    case .comparison(let comparison):
      guard comparison.isOfKey(definition) else { return nil }
      return try definition.statement(db, keyValue: comparison.value)
    case .several(let predicates):
      guard case .primaryKey(let keys) = predicates[0], keys.count == 1,
        keys[0].count == definition.primaryKey.count
      else { return nil }
      let statement = try db.statement(definition.selectByKey)
      let binder = statement.beginBinding(isComplete: true)
      for (index, value) in keys[0].enumerated() { binder.value(index, value) }
      return statement
    }
  }
}

extension TableDefinition {
  /// The statement that finds a row by its primary key; nil where that is not one column.
  fileprivate func statement(_ db: Database, keyValue: DatabaseValue) throws -> Statement? {
    guard primaryKey.count == 1 else { return nil }
    let statement = try db.statement(selectByKey)
    statement.beginBinding(isComplete: true).stored(0, keyValue)
    if db.observationBroker.notesRows {
      try RowKey(columns: [(primaryKey[0], keyValue)]).note(on: statement, db, name)
    }
    return statement
  }
}

extension SQL.Comparison {
  /// Whether a value is asked of the primary key of a table.
  fileprivate func isOfKey(_ definition: TableDefinition) -> Bool {
    definition.primaryKey.count == 1 && column == definition.primaryKey[0]
      && self.operator == " = " && (table == nil || table == definition.name)
  }
}
