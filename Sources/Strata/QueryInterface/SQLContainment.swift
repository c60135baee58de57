import Foundation

extension Sequence where Element: DatabaseValueConvertible {
  /// Whether the list contains the value of the expression; an empty list contains nothing.
  ///
  ///     try Player.filter([1, 2, 3].contains(Column("id"))).fetchAll(db)   // "id" IN (?, ?, ?)
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    .contains(map { $0.databaseValue }, element.sqlExpression)
  }

  /// Whether the list contains the value of the column; an empty list contains nothing.
  public func contains(_ element: some TypedSQLExpressible<Element>) -> SQLExpression {
    .contains(map(element.format.databaseValue), element.sqlExpression)
  }

  /// Whether the list contains the value of the column; an empty list contains nothing.
  public func contains(_ element: some TypedSQLExpressible<Element?>) -> SQLExpression {
    .contains(map(element.format.databaseValue), element.sqlExpression)
  }
}

extension ClosedRange where Bound: DatabaseValueConvertible {
  /// Whether the range contains the value of the expression.
  ///
  ///     try Player.filter((1...10).contains(Column("score"))).fetchAll(db)   // BETWEEN ? AND ?
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    .between(element.sqlExpression, lowerBound.databaseValue, upperBound.databaseValue)
  }

  /// Whether the range contains the value of the column.
  public func contains(_ element: some TypedSQLExpressible<Bound>) -> SQLExpression {
    .between(
      element.sqlExpression,
      element.format.databaseValue(lowerBound),
      element.format.databaseValue(upperBound)
    )
  }

  /// Whether the range contains the value of the column; NULL is in no range.
  public func contains(_ element: some TypedSQLExpressible<Bound?>) -> SQLExpression {
    .between(
      element.sqlExpression,
      element.format.databaseValue(lowerBound),
      element.format.databaseValue(upperBound)
    )
  }
}

extension Range where Bound: DatabaseValueConvertible {
  /// Whether the range contains the value of the expression: `>= AND <`.
  public func contains(_ element: some SQLSpecificExpressible) -> SQLExpression {
    element >= lowerBound && element < upperBound
  }

  /// Whether the range contains the value of the column: `>= AND <`.
  public func contains(_ element: some TypedSQLExpressible<Bound>) -> SQLExpression {
    element >= lowerBound && element < upperBound
  }

  /// Whether the range contains the value of the column; NULL is in no range.
  public func contains(_ element: some TypedSQLExpressible<Bound?>) -> SQLExpression {
    element >= lowerBound && element < upperBound
  }
}

extension SQLExpression {
  /// `element IN (values)`; false where there are none.
  ///
  /// A NULL in the list matches nothing, as in SQL.
  static func contains(_ values: [DatabaseValue], _ element: SQLExpression) -> SQLExpression {
    guard !values.isEmpty else { return SQLExpression(.text("0"), .atom) }
    let list = SQLExpression(SQL.list(values), .atom)
    return binary(element, " IN ", list)
  }

  /// The columns have the values of one of the keys.
  static func contains(
    _ keys: [[DatabaseValue]],
    _ columns: [SQLExpression]
  ) -> SQLExpression {
    if columns.count == 1, let column = columns.first {
      return contains(keys.compactMap(\.first), column)
    }
    guard !keys.isEmpty else { return contains([], .value(.null)) }
    let rows = keys.map { key in
      .text("(") + key.map { SQL(parts: [.value($0)]) }.joined(separator: ", ") + .text(")")
    }
    let names = columns.map(\.sql).joined(separator: ", ")
    return SQLExpression(
      .text("(") + names + .text(") IN (VALUES ") + rows.joined(separator: ", ") + .text(")"),
      .compound
    )
  }

  static func between(
    _ element: SQLExpression,
    _ lower: DatabaseValue,
    _ upper: DatabaseValue
  ) -> SQLExpression {
    let bounds = SQL(parts: [.value(lower), .text(" AND "), .value(upper)])
    return binary(element, " BETWEEN ", SQLExpression(bounds, .atom))
  }
}

extension SQL {
  /// How many values are bound one by one; more go through one JSON argument, so that a long list
  /// meets no limit of SQLite (https://sqlite.org/limits.html#max_variable_number).
  private static let longestParameterList = 500

  /// The right side of IN: `(?, ?, ?)`.
  static func list(_ values: [DatabaseValue]) -> SQL {
    guard !values.isEmpty else { return .text("(SELECT NULL WHERE NULL)") }
    if values.count > longestParameterList, let json = jsonArray(values) {
      return SQL(parts: [.text("(SELECT value FROM json_each("), .value(json), .text("))")])
    }
    var parts: [Part] = [.text("(")]
    parts.reserveCapacity(2 * values.count + 1)
    for (index, value) in values.enumerated() {
      if index > 0 { parts.append(.text(", ")) }
      parts.append(.value(value))
    }
    parts.append(.text(")"))
    return SQL(parts: parts)
  }

  /// The values as JSON, where they are integers and texts that JSON carries unchanged.
  private static func jsonArray(_ values: [DatabaseValue]) -> DatabaseValue? {
    var json = "["
    for (index, value) in values.enumerated() {
      if index > 0 { json += "," }
      switch value.storage {
      case .int64(let int): json += String(int)
      case .string(let string):
        guard !string.utf8.contains(0), let text = try? JSONEncoder().encode(string) else {
          return nil
        }
        json += String(decoding: text, as: UTF8.self)
      case .null: json += "null"
      case .double, .blob: return nil
      }
    }
    return (json + "]").databaseValue
  }
}
