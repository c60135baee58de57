/// A column of a record, with its type.
///
/// Generated records list theirs under `Columns`. Comparing one with a value of another type does
/// not compile.
///
///     try Player.filter(Player.Columns.score >= 10).order(Player.Columns.name.desc).fetchAll(db)
public struct TypedColumn<Record: TableRecord, Value>: Hashable, Sendable, TypedSQLExpressible {
  /// The type of the value.
  public typealias SQLValue = Value

  /// The name of the column in the database.
  public let name: String

  /// How the column stores its values.
  public let format: ColumnFormat

  /// Makes the column of that name.
  public init(_ name: String, stored format: ColumnFormat = .standard) {
    self.name = name
    self.format = format
  }

  /// The expression.
  public var sqlExpression: SQLExpression {
    .column(name, table: Record.databaseTableName)
  }
}

/// An expression over typed columns, with the type of its value.
public struct TypedExpression<Value>: Hashable, Sendable, TypedSQLExpressible {
  /// The type of the value.
  public typealias SQLValue = Value

  /// The expression.
  public let sqlExpression: SQLExpression

  /// How the values are stored.
  public let format: ColumnFormat

  init(_ expression: SQLExpression, stored format: ColumnFormat = .standard) {
    sqlExpression = expression
    self.format = format
  }
}

/// A type whose values are true or false: `Bool` and `Bool?`.
public protocol SQLBoolean {}

extension Bool: SQLBoolean {}
extension Optional: SQLBoolean where Wrapped: SQLBoolean {}
extension TypedColumn: SQLPredicate where Value: SQLBoolean {}
extension TypedExpression: SQLPredicate where Value: SQLBoolean {}
