/// A value of a row that cannot be what the record says it is.
public struct RowDecodingError: Error, Equatable, Sendable {
  /// What is wrong with the value.
  public enum Reason: Equatable, Sendable {
    /// The row has no such column.
    case columnNotFound
    /// NULL where the type has no nil.
    case unexpectedNull
    /// A value of another storage class, or one that the type does not have.
    case valueMismatch
  }

  /// What is wrong.
  public var reason: Reason
  /// The Swift type that was asked for.
  public var expectedType: String
  /// The table that the column comes from, where it comes from one and SQLite knows it.
  public var table: String?
  /// The column's name, where the row has it.
  public var column: String?
  /// The column's index in the row, where the row has it.
  public var columnIndex: Int?
  /// The offending value.
  public var value: DatabaseValue
  /// The SQL that gave the row.
  public var sql: String?

  package init(
    reason: Reason,
    expectedType: String,
    table: String? = nil,
    column: String? = nil,
    columnIndex: Int? = nil,
    value: DatabaseValue = .null,
    sql: String? = nil
  ) {
    self.reason = reason
    self.expectedType = expectedType
    self.table = table
    self.column = column
    self.columnIndex = columnIndex
    self.value = value
    self.sql = sql
  }
}

extension RowDecodingError: CustomStringConvertible {
  /// One sentence with the table, the column and the value.
  public var description: String {
    let name = column.map { column in table.map { "\($0).\(column)" } ?? column }
    let place = name.map { "column '\($0)'" } ?? columnIndex.map { "column \($0)" } ?? "the row"
    var text =
      switch reason {
      case .columnNotFound: "could not decode \(expectedType): \(place) is not in the row"
      case .unexpectedNull: "could not decode \(expectedType) from NULL in \(place)"
      case .valueMismatch: "could not decode \(expectedType) from \(value.excerpt) in \(place)"
      }
    if let sql { text += " - of `\(sql)`" }
    return text
  }
}
