/// A view of the schema.
package struct ViewModel: Hashable, Sendable {
  /// The key in the schema, which is the record's Swift name.
  package var name: String
  package var range: SourceRange
  package var sqlName: String
  package var doc: String?
  package var sql: SQLFragment
  /// Result columns whose type the author declares, by name.
  package var columns: [DeclaredColumn]
  /// Swift names of the columns that identify a row; empty when none was declared.
  package var primaryKey: [Located<String>]
  package var requests: [RequestModel]
  /// The collection whose documents it shows, by its key.
  package var collection: String?

  package init(
    name: String,
    range: SourceRange,
    sqlName: String,
    doc: String?,
    sql: SQLFragment,
    columns: [DeclaredColumn],
    primaryKey: [Located<String>],
    requests: [RequestModel]
  ) {
    self.name = name
    self.range = range
    self.sqlName = sqlName
    self.doc = doc
    self.sql = sql
    self.columns = columns
    self.primaryKey = primaryKey
    self.requests = requests
  }
}

/// A result column whose type the author declares.
package struct DeclaredColumn: Hashable, Sendable {
  package var name: Located<String>
  package var type: DeclaredType
  /// An expression over other columns that gives a value which is read as the same one, for less; nil
  /// where the column is read itself.
  package var reading: String?

  package init(name: Located<String>, type: DeclaredType, reading: String? = nil) {
    self.name = name
    self.type = type
    self.reading = reading
  }
}
