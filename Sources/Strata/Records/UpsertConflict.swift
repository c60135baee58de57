/// What an upsert does where it meets a row (https://sqlite.org/lang_upsert.html).
struct UpsertConflict {
  /// The columns of the unique key by which a row is in the way; any where empty.
  var target: [String] = []
  /// What is stored in place of the record's own values.
  var assignments: ((_ excluded: TableAlias) -> [ColumnAssignment])?
}

extension UpsertConflict {
  /// The clause that follows an INSERT, with its values.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns that get the record's values, unless something else is assigned to them.
  ///   - db: the connection.
  /// - Returns: the SQL and its values.
  /// - Throws: `DatabaseError` where a column is taken from a table that is none of the statement's.
  func clause(
    _ table: String,
    columns: [String],
    _ db: Database
  ) throws -> (sql: String, values: [DatabaseValue]) {
    let excluded = TableAlias(name: "excluded")
    let reference = TableReference(name: table, definition: nil)
    var writer = SQLWriter(db)
    writer.open(Relation(table: reference))
    writer.outer = [
      [SQLWriter.Source(reference: reference, alias: "excluded", handles: [excluded])]
    ]
    let assigned = assignments?(excluded) ?? []
    let names = Set(assigned.map { $0.column.sqlLowercased })
    let own = columns.filter { !names.contains($0.sqlLowercased) }
      .map { ColumnAssignment(column: $0, value: excluded[$0]) }
    var list = (own + assigned).compactMap(\.sql)
    if list.isEmpty {
      // A row that is updated to itself is still one that RETURNING gives.
      list = columns.prefix(1).compactMap { ColumnAssignment(column: $0, value: .column($0)).sql }
    }
    writer.write(" ON CONFLICT")
    if !target.isEmpty { writer.write("(\(RecordSQL.list(target)))") }
    writer.write(" DO UPDATE SET ")
    try writer.write(list, separator: ", ")
    return (writer.sql, writer.arguments.values)
  }
}
