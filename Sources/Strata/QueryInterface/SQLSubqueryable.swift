/// A request that can stand in another one: a list, a single value, or the question whether it finds
/// anything.
///
///     let best = Player.select(max(Column("score")))
///     try Player.filter(Column("score") == best).fetchAll(db)
///
/// A request of typed columns finds those of the outer request by itself; untyped ones need a
/// `TableAlias`.
public protocol SQLSubqueryable: SQLSpecificExpressible {
  /// The SQL of the request.
  var subquery: SQL { get }
}

extension SQLSubqueryable {
  /// The first value that the request finds; NULL where it finds none.
  public var sqlExpression: SQLExpression {
    SQLExpression(.text("(") + subquery + .text(")"), .atom)
  }

  /// Whether one of the values that the request finds is the element.
  ///
  ///     let teams = Team.select(Column("id")).filter(Column("city") == "Port Ellery")
  ///     try Player.filter(teams.contains(Column("teamID"))).fetchAll(db)
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    .binary(element.sqlExpression, " IN ", sqlExpression)
  }

  /// Whether one of the values that the request finds is the value.
  public func contains(_ value: some DatabaseValueConvertible) -> SQLExpression {
    .binary(.value(value.databaseValue), " IN ", sqlExpression)
  }

  /// Whether the request finds anything.
  ///
  ///     let players = Player.filter(Player.Columns.teamID == Team.Columns.id)
  ///     try Team.filter(!players.exists()).fetchAll(db)
  public func exists() -> SQLExpression {
    SQLExpression(.text("EXISTS (") + subquery + .text(")"), .atom)
  }
}

extension QueryInterfaceRequest: SQLSubqueryable {
  /// The SQL of the request.
  public var subquery: SQL { SQL(part: .subquery(relation)) }
}

extension SQLRequest: SQLSubqueryable {
  /// The SQL of the request.
  public var subquery: SQL { sql }
}

// MARK: Compared with typed columns

/// Whether both are equal.
public func == (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " = ", rhs.sqlExpression)
}

/// Whether they differ.
public func != (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " <> ", rhs.sqlExpression)
}

/// Whether the left is smaller.
public func < (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " < ", rhs.sqlExpression)
}

/// Whether the left is smaller or equal.
public func <= (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " <= ", rhs.sqlExpression)
}

/// Whether the left is larger.
public func > (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " > ", rhs.sqlExpression)
}

/// Whether the left is larger or equal.
public func >= (lhs: some TypedSQLExpressible, rhs: some SQLSubqueryable) -> SQLExpression {
  .binary(lhs.sqlExpression, " >= ", rhs.sqlExpression)
}
