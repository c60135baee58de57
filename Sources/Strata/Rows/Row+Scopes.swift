/// The parts of a statement's row that are rows of their own.
final class RowScopeLayout {
  let range: Range<Int>
  let children: [String: RowScopeLayout]

  init(range: Range<Int>, children: [String: RowScopeLayout] = [:]) {
    self.range = range
    self.children = children
  }
}

extension Row {
  /// The rows beside this one, by the name of their association.
  public var scopes: [String: Row] {
    (scopeLayout?.children ?? [:]).mapValues { Row(part: $0, of: self) }
  }

  /// Whether there is a row of that name beside this one.
  func hasScope(_ name: String) -> Bool { scopeLayout?.children[name] != nil }

  /// The row beside this one, nil where there is none of that name.
  ///
  /// - Parameter name: the name of the association.
  /// - Returns: the row; all of its values are NULL where a joined row was not found.
  public func scope(_ name: String) -> Row? {
    scopeLayout?.children[name].map { Row(part: $0, of: self) }
  }
}

// MARK: - Reading by place

extension Row {
  /// What has read the part of a name as a row of a table.
  struct PartReader {
    var name: String
    var table: ObjectIdentifier
    var reader: RowReader
  }

  /// What reads this row as a row of a table, found anew only where it is another table.
  @usableFromInline
  func reader(of table: TableDefinition) throws -> RowReader {
    if let known = knownReader, known.table == ObjectIdentifier(table) { return known.reader }
    return try findReader(table)
  }

  @inline(never)
  private func findReader(_ table: TableDefinition) throws -> RowReader {
    let reader = try makeReader(table, range)
    // A part does not learn when the row that it belongs to is copied.
    if whole == nil { knownReader = (ObjectIdentifier(table), reader) }
    return reader
  }

  /// What reads the row beside this one as a record of a table.
  @usableFromInline
  func reader(
    of table: TableDefinition,
    scope name: String,
    as type: Any.Type
  ) throws -> RowReader {
    for known in partReaders
    where known.table == ObjectIdentifier(table) && known.name == name {
      return known.reader
    }
    return try findReader(table, name, type)
  }

  @inline(never)
  private func findReader(
    _ table: TableDefinition,
    _ name: String,
    _ type: Any.Type
  ) throws -> RowReader {
    guard let part = scopeLayout?.children[name] else { throw missing(type, name) }
    let reader = try makeReader(table, part.range)
    if whole == nil {
      partReaders.append(PartReader(name: name, table: ObjectIdentifier(table), reader: reader))
    }
    return reader
  }

  private func makeReader(_ table: TableDefinition, _ range: Range<Int>) throws -> RowReader {
    switch source {
    case .live(let statement):
      RowReader(statement, map: try layout.map(table, in: range, sql: statement.sql))
    case .copied(let row):
      RowReader(row, map: try layout.map(table, in: range, sql: row.sql))
    }
  }
}
