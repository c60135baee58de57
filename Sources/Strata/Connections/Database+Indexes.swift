/// An index of a table, as SQLite describes it.
public struct IndexInfo: Hashable, Sendable {
  /// Why there is an index.
  public enum Origin: String, Sendable {
    /// It was made with CREATE INDEX.
    case createIndex = "c"
    /// A UNIQUE constraint needs it.
    case uniqueConstraint = "u"
    /// The primary key needs it.
    case primaryKeyConstraint = "pk"
  }

  /// The name.
  public let name: String
  /// The columns, in order.
  public let columns: [String]
  /// Whether no two rows may agree in all columns.
  public let isUnique: Bool
  /// Why there is the index.
  public let origin: Origin
}

extension Database {
  private static let indexList = StatementKey(
    """
    SELECT list.name, list."unique", list.origin, info.name \
    FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info \
    ORDER BY list.seq, info.seqno
    """
  )

  /// The indexes of a table, without those that are of expressions.
  ///
  /// - Parameter table: the name, whatever its case.
  /// - Returns: the indexes; none where there is no such table.
  /// - Throws: `DatabaseError`.
  public func indexes(on table: String) throws -> [IndexInfo] {
    var indexes: [(name: String, columns: [String?], isUnique: Bool, origin: String)] = []
    let statement = try statement(Self.indexList)
    statement.beginBinding(isComplete: true).string(0, table)
    defer { statement.finish() }
    while try statement.step() {
      let row = statement.reader
      let name = try row.string(0)
      if indexes.last?.name != name {
        indexes.append((name, [], try row.bool(1), try row.string(2)))
      }
      indexes[indexes.count - 1].columns.append(try row.optionalString(3))
    }
    return indexes.compactMap { index in
      let columns = index.columns.compactMap(\.self)
      guard columns.count == index.columns.count,
        let origin = IndexInfo.Origin(rawValue: index.origin)
      else { return nil }
      return IndexInfo(name: index.name, columns: columns, isUnique: index.isUnique, origin: origin)
    }
  }

  /// Whether no two rows of a table may agree in these columns: they are its primary key, or those of a
  /// unique index.
  ///
  /// - Parameters:
  ///   - table: the name, whatever its case.
  ///   - columns: the columns, in any order and whatever their case.
  /// - Returns: whether they are a unique key.
  /// - Throws: `DatabaseError`.
  public func table(
    _ table: String,
    hasUniqueKey columns: some Sequence<String>
  ) throws -> Bool {
    let names = Set(columns.map { $0.sqlLowercased })
    if try Set(primaryKey(table).columns.map { $0.sqlLowercased }) == names { return true }
    return try indexes(on: table).contains {
      $0.isUnique && Set($0.columns.map { $0.sqlLowercased }) == names
    }
  }
}
