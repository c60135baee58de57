/// What an update stores in a column.
///
///     try Player.updateAll(db, Column("score").set(to: 0))
///     try Player.updateAll(db, Player.Columns.score += 1)
public struct ColumnAssignment: Hashable, Sendable {
  let column: String
  /// Nil leaves the column as it is.
  let value: SQLExpression?

  /// The assignment `"column" = value`; nil where the column is left as it is.
  var sql: SQL? {
    value.map { .text("\(column.quotedDatabaseIdentifier) = ") + $0.sql }
  }
}

extension ColumnExpression {
  /// Leaves the column as it is where an upsert meets a row.
  public var noOverwrite: ColumnAssignment { ColumnAssignment(column: name, value: nil) }
}

extension TypedColumn {
  /// Leaves the column as it is where an upsert meets a row.
  public var noOverwrite: ColumnAssignment { ColumnAssignment(column: name, value: nil) }
}

extension ColumnExpression {
  /// Stores a value.
  public func set(to value: (any DatabaseValueConvertible)?) -> ColumnAssignment {
    ColumnAssignment(column: name, value: .value(value?.databaseValue ?? .null))
  }

  /// Stores the value of an expression.
  public func set(to expression: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column: name, value: expression.sqlExpression)
  }

  /// Adds to the column.
  public static func += (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    column.set(to: column + value)
  }

  /// Subtracts from the column.
  public static func -= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    column.set(to: column - value)
  }

  /// Multiplies the column.
  public static func *= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    column.set(to: column * value)
  }

  /// Divides the column, as SQLite divides: integers give an integer.
  public static func /= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    column.set(to: column / value)
  }

  /// Adds the value of an expression to the column.
  public static func += (column: Self, expression: some SQLExpressible) -> ColumnAssignment {
    column.set(to: column + expression)
  }

  /// Subtracts the value of an expression from the column.
  public static func -= (column: Self, expression: some SQLExpressible) -> ColumnAssignment {
    column.set(to: column - expression)
  }
}

extension TypedColumn where Value: DatabaseValueConvertible {
  /// Stores a value of the column's type; NULL only where the type is optional.
  public func set(to value: Value) -> ColumnAssignment {
    ColumnAssignment(column: name, value: binding(value))
  }
}

extension TypedColumn {
  /// Stores the value of an expression of the column's type, in the column's own format.
  public func set(to expression: some TypedSQLExpressible<Value>) -> ColumnAssignment {
    ColumnAssignment(
      column: name,
      value: expression.format.converting(expression.sqlExpression, to: format)
    )
  }

  /// Stores the value of an expression that is never NULL, in the column's own format.
  public func set<V>(to expression: some TypedSQLExpressible<V>) -> ColumnAssignment
  where Value == V? {
    ColumnAssignment(
      column: name,
      value: expression.format.converting(expression.sqlExpression, to: format)
    )
  }

  /// Stores the value of an expression, whose type only SQLite knows.
  public func set(to expression: some SQLSpecificExpressible) -> ColumnAssignment {
    ColumnAssignment(column: name, value: expression.sqlExpression)
  }
}

/// Adds to the column.
public func += <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " + ", column.binding(value))
  )
}

/// Adds to the column; NULL stays NULL.
public func += <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V?>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " + ", column.binding(value))
  )
}

/// Subtracts from the column.
public func -= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " - ", column.binding(value))
  )
}

/// Subtracts from the column; NULL stays NULL.
public func -= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V?>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " - ", column.binding(value))
  )
}

/// Multiplies the column.
public func *= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " * ", column.binding(value))
  )
}

/// Multiplies the column; NULL stays NULL.
public func *= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V?>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " * ", column.binding(value))
  )
}

/// Divides the column, as SQLite divides: integers give an integer.
public func /= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " / ", column.binding(value))
  )
}

/// Divides the column, as SQLite divides: integers give an integer; NULL stays NULL.
public func /= <Record, V: Numeric & DatabaseValueConvertible>(
  column: TypedColumn<Record, V?>,
  value: V
) -> ColumnAssignment {
  ColumnAssignment(
    column: column.name,
    value: .binary(column.sqlExpression, " / ", column.binding(value))
  )
}
