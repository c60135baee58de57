/// A value of all associated rows of a row, such as their number.
///
///     try Team.having(Team.players.count >= 5).fetchAll(db)
///
///     struct TeamInfo: Decodable, FetchableRecord {
///       var team: Team
///       var playerCount: Int
///     }
///     try TeamInfo.fetchAll(db, Team.annotated(with: Team.players.count))
///
/// Several of them in one request do not disturb each other: each looks at its own associated rows.
public struct AssociationAggregate<RowDecoder>: Hashable, Sendable, SQLSpecificExpressible {
  /// The expression.
  public let sqlExpression: SQLExpression
  /// The name in a row; nil where it has none.
  let key: String?
  /// How the value is stored.
  let format: ColumnFormat

  init(_ expression: SQLExpression, key: String? = nil, stored format: ColumnFormat = .standard) {
    sqlExpression = expression
    self.key = key
    self.format = format
  }

  /// The selection of the value, under its name.
  public var sqlSelection: SQLSelection {
    guard let key else { return .expression(sqlExpression.sql, stored: format) }
    return .expression(
      sqlExpression.sql + .text(" AS \(key.quotedDatabaseIdentifier)"),
      stored: format
    )
  }

  /// The same value under another name in the row.
  ///
  ///     Team.annotated(with: Team.players.count.forKey("size"))
  public func forKey(_ key: String) -> AssociationAggregate {
    AssociationAggregate(sqlExpression, key: key, stored: format)
  }
}

// MARK: Of an association

extension AssociationToMany {
  /// The number of associated rows, under the name `playerCount`.
  public var count: AssociationAggregate<OriginRowDecoder> {
    let rows = path.mayRepeatRows ? SQL(part: .rowKey(nil)) : nil
    return aggregate(rows.map { .text("COUNT(DISTINCT ") + $0 + .text(")") } ?? .text("COUNT(*)"))
      .forKey("\(singular)Count")
  }

  /// Whether there are no associated rows, under the name `hasNoPlayer`.
  ///
  ///     try Team.having(Team.players.isEmpty).fetchAll(db)
  public var isEmpty: AssociationAggregate<OriginRowDecoder> {
    let rows = SQL(part: .associated(AssociatedRows(path: path, selection: nil)))
    return AssociationAggregate(
      .unary("NOT ", SQLExpression(rows, .atom)),
      key: "hasNo\(singular.capitalizedFirst)"
    )
  }

  /// The mean, a real number, under the name `averagePlayerScore`; NULL where there is no value.
  public func average(
    _ expression: some SQLExpressible
  ) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(Strata.average(expression).sql)
      .named(expression) { "average\(singular.capitalizedFirst)\($0)" }
  }

  /// The largest value, under the name `maxPlayerScore`; NULL where there is none.
  public func max(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(SQLExpression.call("MAX", [expression.sqlExpression]).sql, expression.valueFormat)
      .named(expression) { "max\(singular.capitalizedFirst)\($0)" }
  }

  /// The smallest value, under the name `minPlayerScore`; NULL where there is none.
  public func min(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(SQLExpression.call("MIN", [expression.sqlExpression]).sql, expression.valueFormat)
      .named(expression) { "min\(singular.capitalizedFirst)\($0)" }
  }

  /// The sum, under the name `playerScoreSum`; NULL where there is no value.
  public func sum(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(SQLExpression.call("SUM", [expression.sqlExpression]).sql)
      .named(expression) { "\(singular)\($0)Sum" }
  }

  /// The sum as a real number, under the name `playerScoreSum`; 0.0 where there is no value.
  public func total(_ expression: some SQLExpressible) -> AssociationAggregate<OriginRowDecoder> {
    aggregate(Strata.total(expression).sql).named(expression) { "\(singular)\($0)Sum" }
  }

  private var singular: String { Inflection.singular(path.key) }

  private func aggregate(
    _ selection: SQL,
    _ format: ColumnFormat = .standard
  ) -> AssociationAggregate<OriginRowDecoder> {
    let rows = SQL(part: .associated(AssociatedRows(path: path, selection: selection)))
    return AssociationAggregate(SQLExpression(rows, .atom), stored: format)
  }
}

extension AssociationAggregate {
  /// The same under a name that a column gives it, where the expression is one.
  fileprivate func named(
    _ expression: some SQLExpressible,
    _ name: (String) -> String
  ) -> AssociationAggregate {
    guard let column = expression.sqlExpression.columnName else { return self }
    return forKey(name(column.capitalizedFirst))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension SQLExpressible {
  fileprivate var valueFormat: ColumnFormat {
    (self as? any TypedSQLExpressible)?.format ?? .standard
  }
}

/// A subquery of the rows that an association leads to from the row of the source that it stands in.
struct AssociatedRows: Hashable, Sendable {
  var path: AssociationPath
  /// What is made of the rows; nil is whether there are any.
  var selection: SQL?

  /// The rows without what ties them to the outer row.
  var relation: Relation { relation { _ in } }

  func relation(_ link: (inout Relation) -> Void) -> Relation {
    var relation = path.rows(link)
    relation.selection = [.expression(selection ?? .text("1"))]
    relation.orderings = []
    relation.prefetches = []
    relation.joins = relation.joins.map { $0.excluded() }
    return relation
  }
}

extension AssociationPath {
  /// Whether a row may be found several times.
  fileprivate var mayRepeatRows: Bool {
    !pivots.isEmpty || !relation.joins.allSatisfy(\.leadsToOne)
  }
}
