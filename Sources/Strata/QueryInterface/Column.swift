/// A column, known by its name only.
public protocol ColumnExpression: SQLSpecificExpressible {
  /// The name of the column in the database.
  var name: String { get }
}

extension ColumnExpression {
  /// The expression.
  public var sqlExpression: SQLExpression { .column(name) }
}

extension ColumnExpression where Self: RawRepresentable<String> {
  /// The name of the column: the raw value.
  public var name: String { rawValue }
}

/// An untyped column.
///
///     try Player.filter(Column("score") >= 1000).order(Column("name")).fetchAll(db)
///
/// Generated records have typed columns beside it, whose names and types the compiler checks.
public struct Column: ColumnExpression, Hashable, Sendable {
  /// The rowid of a table (https://sqlite.org/rowidtable.html).
  public static let rowID = Column("rowid")

  /// The name of the column in the database.
  public var name: String

  /// Makes the column of that name.
  public init(_ name: String) {
    self.name = name
  }

  /// Makes the column with the name of a coding key.
  public init(_ key: some CodingKey) {
    name = key.stringValue
  }
}

extension ColumnExpression {
  /// The column by its name alone, such as one that `forKey(_:)` has named, also where several tables
  /// are joined.
  ///
  ///     try Team.annotated(with: Team.players.count).order(Column("playerCount").detached.desc)
  ///       .fetchAll(db)
  public var detached: SQLExpression {
    SQLExpression(.text(name.quotedDatabaseIdentifier), .atom)
  }
}
