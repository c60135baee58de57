// Rows of views by an identity of several columns.

extension GeneratedView where Self: Identifiable, ID: CompositeID {
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
