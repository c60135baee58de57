public import Strata
internal import StrataSQLite

/// A query over collections, and over tables as well, in SQL.
///
/// ```swift
/// let query = store.query("SELECT id, title FROM tasks WHERE completed")
/// let done = try query.execute().data(as: Task.self)
/// ```
public struct DocumentQuery: Sendable {
  let store: DocumentStore
  /// The SQL.
  public let sql: String
  /// The values for its parameters.
  public let arguments: StatementArguments

  /// Runs the query.
  ///
  /// - Returns: all of its rows.
  /// - Throws: `DatabaseError` where SQLite refuses the SQL.
  public func execute() throws -> DocumentResultSet { try store.read { db in try execute(db) } }

  func execute(_ db: Database) throws -> DocumentResultSet {
    let statement = try db.cachedStatement(sql: sql)
    try checkReads(statement)
    let columns = statement.columnNames
    var values = PackedValues()
    try statement.forEachRow(arguments) { row in
      for index in columns.indices { values.append(row, index) }
    }
    return DocumentResultSet(DocumentRows(columns: columns, values: values, store: store))
  }

  /// A queue has one connection, which would write what it is told.
  private func checkReads(_ statement: Statement) throws {
    guard statement.isReadonly, !statement.columnNames.isEmpty else {
      throw DatabaseError(
        resultCode: .SQLITE_READONLY,
        message: "a query of documents reads rows; write in a transaction of the database",
        sql: sql
      )
    }
  }

  /// Decodes the rows one after the other, without loading all of them.
  ///
  /// The database is read as long as `body` runs. In a pool that may write; in a queue, which has one
  /// connection, it must not write what the query reads.
  ///
  /// - Parameters:
  ///   - type: what a row is decoded into.
  ///   - dataKey: the column that has the document as JSON; nil where each column is a field.
  ///   - body: gets each model.
  /// - Throws: `DatabaseError`, `DocumentError` that names document and field, or what `body` throws.
  public func forEach<Model: Decodable>(
    as type: Model.Type,
    dataKey: String? = nil,
    _ body: (Model) throws -> Void
  ) throws {
    try store.read { db in
      // Not a cached one, which `body` may want as well.
      let statement = try db.makeStatement(sql: sql)
      try checkReads(statement)
      let columns = statement.columnNames
      let layout = DocumentLayout(columns, dataKey)
      var documents = DecodedDocuments(store)
      try statement.forEachRow(arguments) { row in
        var values = PackedValues()
        for index in columns.indices { values.append(row, index) }
        let rows = DocumentRows(columns: columns, values: values, store: store)
        let result = DocumentResult(rows: rows, place: 0)
        try body(try result.data(as: type, layout, &documents))
      }
    }
  }
}

extension DocumentStore {
  /// A query over collections, and over tables as well.
  ///
  /// - Parameters:
  ///   - sql: one SELECT statement; a collection is a view with the columns `id`, `revision`, `body`, and
  ///     one for each field that it was opened with.
  ///   - arguments: the values for its parameters.
  /// - Returns: the query, which can be run and observed any number of times.
  public func query(
    _ sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> DocumentQuery {
    DocumentQuery(store: self, sql: sql, arguments: arguments)
  }
}
