package import StrataSchema

/// A statement that SQLite has prepared.
package struct ProvedStatement: Hashable, Sendable {
  package var model: StatementModel
  /// The Swift name of the statement's type, such as `AwardPoints`.
  package var typeName: String
  /// The whole SQL, with parameters written `?1`, `?2`, … in the order of `parameters`.
  package var sql: String
  package var parameters: [ProvedParameter]
  package var result: Result
  /// The key of the table whose record RETURNING gives; nil for rows or values of its own.
  package var source: String?
  /// The rows of RETURNING, where they are no record's.
  package var row: ProvedRow?

  package enum Result: Hashable, Sendable {
    /// The number of rows that were inserted, updated or deleted.
    case changes
    /// The key of the inserted row. `isOptional` where there may be none.
    case lastID(ProvedColumn)
    case many, first
  }

  package init(
    model: StatementModel,
    typeName: String,
    sql: String,
    parameters: [ProvedParameter],
    result: Result,
    source: String? = nil,
    row: ProvedRow? = nil
  ) {
    self.model = model
    self.typeName = typeName
    self.sql = sql
    self.parameters = parameters
    self.result = result
    self.source = source
    self.row = row
  }
}
