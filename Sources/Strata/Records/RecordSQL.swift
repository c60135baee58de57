/// The SQL of the verbs of records, made from names.
enum RecordSQL {
  /// A column with the parameter that is its value, such as `?3` or `?`.
  typealias Assignment = (column: String, parameter: String)

  static func insert(
    _ table: String,
    _ values: [Assignment],
    conflict: String = "",
    returning: [String] = []
  ) -> String {
    let target = "INSERT\(conflict) INTO \(table.quotedDatabaseIdentifier)"
    let content =
      values.isEmpty
      ? "DEFAULT VALUES"
      : "(\(list(values.map(\.column)))) VALUES (\(values.map(\.parameter).joined(separator: ", ")))"
    return "\(target) \(content)\(clause(returning: returning))"
  }

  /// An INSERT that updates the row that is in its way.
  static func upsert(
    _ table: String,
    _ values: [Assignment],
    update: [String],
    returning: [String] = []
  ) -> String {
    let assignments = update.map {
      "\($0.quotedDatabaseIdentifier) = excluded.\($0.quotedDatabaseIdentifier)"
    }
    return insert(table, values)
      + " ON CONFLICT DO UPDATE SET \(assignments.joined(separator: ", "))"
      + clause(returning: returning)
  }

  static func update(
    _ table: String,
    set: [Assignment],
    where key: [Assignment],
    conflict: String = "",
    returning: [String] = []
  ) -> String {
    // A row of nothing but its key is updated to itself, which tells whether it exists.
    let assignments = (set.isEmpty ? key : set).map {
      "\($0.column.quotedDatabaseIdentifier) = \($0.parameter)"
    }
    return "UPDATE\(conflict) \(table.quotedDatabaseIdentifier) "
      + "SET \(assignments.joined(separator: ", ")) WHERE \(condition(key))"
      + clause(returning: returning)
  }

  static func delete(_ table: String, where key: [Assignment]) -> String {
    "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE \(condition(key))"
  }

  static func exists(_ table: String, where key: [Assignment]) -> String {
    "SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE \(condition(key))"
  }

  static func select(_ columns: [String], from table: String, where key: [Assignment] = [])
    -> String
  {
    "SELECT \(columns.isEmpty ? "*" : list(columns)) FROM \(table.quotedDatabaseIdentifier)"
      + (key.isEmpty ? "" : " WHERE \(condition(key))")
  }

  static func condition(_ key: [Assignment]) -> String {
    key.map { "\($0.column.quotedDatabaseIdentifier) = \($0.parameter)" }
      .joined(separator: " AND ")
  }

  static func list(_ columns: [String]) -> String {
    columns.map { $0.quotedDatabaseIdentifier }.joined(separator: ", ")
  }

  private static func clause(returning columns: [String]) -> String {
    columns.isEmpty ? "" : " RETURNING \(columns == ["*"] ? "*" : list(columns))"
  }
}
