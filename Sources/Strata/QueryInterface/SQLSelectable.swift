/// What can stand in the list of results of a SELECT.
public protocol SQLSelectable {
  /// The result columns.
  var sqlSelection: SQLSelection { get }
}

/// A part of the list of results of a SELECT.
public struct SQLSelection: Hashable, Sendable, SQLSelectable {
  enum Element: Hashable, Sendable {
    /// `*`
    case allColumns
    /// All columns of the table that has an alias.
    case columns(TableAlias)
    /// One column or expression.
    case expression(SQL)
    /// Text of any number of columns.
    case literal(SQL)
  }

  var element: Element
  /// How the values of the expression are stored.
  var format = ColumnFormat.standard

  static let allColumns = SQLSelection(element: .allColumns)

  static func expression(_ sql: SQL, stored format: ColumnFormat = .standard) -> SQLSelection {
    SQLSelection(element: .expression(sql), format: format)
  }

  static func literal(_ sql: SQL) -> SQLSelection {
    SQLSelection(element: .literal(sql))
  }

  /// Whether the number of columns is not known.
  var isLiteral: Bool {
    if case .literal = element { true } else { false }
  }

  /// Itself.
  public var sqlSelection: SQLSelection { self }
}

/// All columns of the request's table: `*`.
public struct AllColumns: Hashable, Sendable, SQLSelectable {
  /// Makes the selection of all columns.
  public init() {}

  /// All columns.
  public var sqlSelection: SQLSelection { .allColumns }
}

extension SQLExpressible where Self: SQLSelectable {
  /// The expression under another name in the row.
  ///
  ///     Player.select(max(Column("score")).forKey("best"))   // SELECT MAX("score") AS "best"
  public func forKey(_ key: String) -> SQLSelection {
    .expression(sqlExpression.sql + .text(" AS \(key.quotedDatabaseIdentifier)"))
  }
}

extension TypedSQLExpressible {
  /// The selection of the expression, whose values are read as they are stored.
  public var sqlSelection: SQLSelection { .expression(sqlExpression.sql, stored: format) }

  /// The expression under another name in the row.
  public func forKey(_ key: String) -> SQLSelection {
    .expression(
      sqlExpression.sql + .text(" AS \(key.quotedDatabaseIdentifier)"),
      stored: format
    )
  }
}
