// Rows by their identity, found by the statements of the definition: no SQL is made and none is
// looked up by its text.

extension GeneratedRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Whether there is a row with that identity.
  public static func exists(_ db: Database, id: ID) throws -> Bool { try exists(db, key: id) }

  /// Deletes the row with that identity; false where there is none.
  @discardableResult
  public static func deleteOne(_ db: Database, id: ID) throws -> Bool {
    try deleteOne(db, key: id)
  }

  /// The row with that identity, nil where there is none.
  @inlinable
  public static func fetchOne(_ db: Database, id: ID) throws -> Self? {
    try fetchOne(db, key: id)
  }

  /// The row with that identity; `RecordError.recordNotFound` where there is none.
  @inlinable
  public static func find(_ db: Database, id: ID) throws -> Self {
    try find(db, key: id)
  }

  /// The rows with these identities, in their order, as far as there are any.
  public static func fetchAll(_ db: Database, ids: some Sequence<ID>) throws -> [Self] {
    try ids.compactMap { try fetchOne(db, id: $0) }
  }
}

extension GeneratedRow where Self: Identifiable, ID: CompositeID {
  /// Whether there is a row with that identity.
  public static func exists(_ db: Database, id: ID) throws -> Bool {
    try table.exists(db, id.bind)
  }

  /// The row with that identity, nil where there is none.
  public static func fetchOne(_ db: Database, id: ID) throws -> Self? {
    let statement = try db.statement(table.selectByKey)
    id.bind(to: statement.beginBinding(isComplete: true))
    return try fetchOne(running: statement)
  }

  /// The row with that identity; `RecordError.recordNotFound` where there is none.
  public static func find(_ db: Database, id: ID) throws -> Self {
    guard let record = try fetchOne(db, id: id) else { throw try table.notFound(id.bind) }
    return record
  }

  /// The rows with these identities, in their order, as far as there are any.
  public static func fetchAll(_ db: Database, ids: some Sequence<ID>) throws -> [Self] {
    try ids.compactMap { try fetchOne(db, id: $0) }
  }
}

extension GeneratedRecord where Self: Identifiable, ID: CompositeID {
  /// Deletes the row with that identity; false where there is none.
  @discardableResult
  public static func deleteOne(_ db: Database, id: ID) throws -> Bool {
    try table.delete(db, id.bind)
  }

  /// Deletes the rows with these identities; their number.
  @discardableResult
  public static func deleteAll(_ db: Database, ids: some Sequence<ID>) throws -> Int {
    var count = 0
    for id in ids where try deleteOne(db, id: id) { count += 1 }
    return count
  }
}

extension TableDefinition {
  func exists(_ db: Database, _ bind: (ValueBinder) -> Void) throws -> Bool {
    let statement = try db.statement(existsByKey)
    defer { statement.finish() }
    bind(statement.beginBinding(isComplete: true))
    return try statement.step()
  }

  func delete(_ db: Database, _ bind: (ValueBinder) -> Void) throws -> Bool {
    let statement = try db.statement(deleteByKey)
    bind(statement.beginBinding(isComplete: true))
    while try statement.step() {}
    return db.sqlite.changesCount > 0
  }

  func notFound(_ bind: (ValueBinder) -> Void) throws -> RecordError {
    let values = try collectedValues(primaryKey.count, bind)
    return .recordNotFound(
      databaseTableName: name,
      key: Dictionary(zip(primaryKey, values), uniquingKeysWith: { first, _ in first })
    )
  }
}
