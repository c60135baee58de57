/// A foreign key of a table, as SQLite describes it.
public struct ForeignKeyInfo: Hashable, Sendable {
  /// The table that has the foreign key.
  public let originTable: String
  /// The table that it refers to.
  public let destinationTable: String
  /// The columns of the foreign key.
  public let originColumns: [String]
  /// The columns that they refer to, in the same order.
  public let destinationColumns: [String]
}

extension Database {
  private static let foreignKeyList = StatementKey(
    """
    SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq
    """
  )

  /// The foreign keys of a table, in the order of their declaration.
  ///
  /// - Parameter table: the name, whatever its case.
  /// - Returns: the foreign keys; none where there is no such table.
  /// - Throws: `DatabaseError`.
  public func foreignKeys(on table: String) throws -> [ForeignKeyInfo] {
    schemaCache.lookupCount += 1
    var lists: [(id: Int, destination: String, columns: [(origin: String, destination: String?)])] =
      []
    let statement = try statement(Self.foreignKeyList)
    statement.beginBinding(isComplete: true).string(0, table)
    defer { statement.finish() }
    while try statement.step() {
      let row = statement.reader
      let id = try row.int(0)
      if lists.last?.id != id { lists.append((id, try row.string(1), [])) }
      lists[lists.count - 1].columns.append((try row.string(2), try row.optionalString(3)))
    }
    return try lists.map { list in
      // A key that names no columns refers to the primary key.
      let named = list.columns.compactMap(\.destination)
      return ForeignKeyInfo(
        originTable: table,
        destinationTable: list.destination,
        originColumns: list.columns.map(\.origin),
        destinationColumns: named.isEmpty ? try primaryKey(list.destination).columns : named
      )
    }
  }
}
