/// A named, typed write.
package struct StatementModel: Hashable, Sendable {
  /// The key in the schema.
  package var name: Located<String>
  package var doc: String?
  package var parameters: [ParameterModel]
  /// One INSERT, UPDATE or DELETE.
  package var sql: SQLFragment
  /// What running it gives; nil where its author leaves that to the SQL.
  package var returns: Located<Returns>?
  /// Columns of RETURNING whose type the author declares, by name.
  package var columns: [DeclaredColumn]
  /// Whether rows that no record has are `Codable`; nil for what the whole schema says.
  package var isCodable: Located<Bool>?

  package enum Returns: String, Hashable, Sendable, CaseIterable {
    case changes, lastID, many, first
  }

  package init(
    name: Located<String>,
    doc: String?,
    parameters: [ParameterModel],
    sql: SQLFragment,
    returns: Located<Returns>?,
    columns: [DeclaredColumn]
  ) {
    self.name = name
    self.doc = doc
    self.parameters = parameters
    self.sql = sql
    self.returns = returns
    self.columns = columns
  }
}
