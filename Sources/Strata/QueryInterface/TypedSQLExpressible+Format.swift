extension TypedSQLExpressible {
  /// As the type's `databaseValue`.
  public var format: ColumnFormat { .standard }

  /// The expression that binds a value as the column stores it.
  func binding(_ value: some DatabaseValueConvertible) -> SQLExpression {
    .value(format.databaseValue(value))
  }
}
