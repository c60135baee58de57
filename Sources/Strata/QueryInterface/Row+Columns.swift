extension Row {
  /// The value of a column; an optional is nil for NULL, and where there is no such column.
  public subscript<Value: DatabaseValueConvertible>(_ column: some ColumnExpression) -> Value {
    self[column.name]
  }

  /// The value of a typed column, read as the column stores it.
  ///
  ///     let row = try Row.fetchOne(db, Player.select(Player.Columns.joined))
  ///     let joined = row?[Player.Columns.joined]
  public subscript<Record, Value: DatabaseValueConvertible>(
    _ column: TypedColumn<Record, Value>
  ) -> Value {
    if let conversion = column.format.reading(Value.self),
      let stored = databaseValue(forColumn: column.name),
      let value = Value.fromDatabaseValue(conversion(stored))
    {
      return value
    }
    return self[column.name]
  }
}
