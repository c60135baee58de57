extension SQLWriter {
  /// The source that has an alias, of the request or of one around it.
  func source(of alias: TableAlias) throws -> Source {
    for sources in [sources] + outer.reversed() {
      if let source = sources.first(where: { $0.handles.contains(alias) }) { return source }
    }
    throw DatabaseError(
      message: "no table of the request has the alias that a column is taken from; see aliased(_:)"
    )
  }

  /// Writes the columns of the primary key of the current source.
  mutating func writePrimaryKey(_ suffix: String) throws {
    for (index, column) in try sources[current].reference.primaryKeyColumns(database).enumerated() {
      if index > 0 { sql += ", " }
      try write(SQLExpression.column(column).sql)
      sql += suffix
    }
  }

  /// Writes a column that tells the rows of a source apart.
  mutating func writeRowKey(_ alias: TableAlias?) throws {
    let table = try alias.map(source)?.reference ?? sources[current].reference
    let key = try table.primaryKeyColumns(database)
    let column = key.count == 1 ? key[0] : "rowid"
    if key.count != 1, try !database.primaryKey(table.name).tableHasRowID {
      throw DatabaseError(
        message: "the rows of table \(table.name) have no key of one column by which to tell them"
      )
    }
    if let alias {
      write(column: column, of: try source(of: alias))
    } else {
      try write(SQLExpression.column(column).sql)
    }
  }

  /// Writes the rows that an association leads to from the row of the current source, in parentheses.
  mutating func write(_ rows: AssociatedRows) throws {
    let origin = sources[current]
    let alias = TableAlias()
    sources[current].handles.append(alias)
    defer { sources[current].handles.removeLast() }
    let pairs = try rows.path.pairs(from: origin.reference, database)
    let relation = rows.relation { first in
      for pair in pairs.reversed() {
        let column = SQLExpression.column(pair.destination)
        first.predicates.prepend(.expression(.binary(column, " = ", alias[pair.origin])))
      }
    }
    sql += rows.selection == nil ? "EXISTS (" : "("
    try writeSubquery(relation)
    sql += ")"
  }
}
