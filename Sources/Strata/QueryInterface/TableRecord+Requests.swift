extension TableRecord {
  /// All records.
  ///
  ///     try Player.all().fetchAll(db)   // the same as Player.fetchAll(db)
  public static func all() -> QueryInterfaceRequest<Self> {
    QueryInterfaceRequest(relation: Relation(table: tableReference))
  }

  private static func matching(_ predicate: Relation.Predicate) -> QueryInterfaceRequest<Self> {
    QueryInterfaceRequest(relation: Relation(table: tableReference, where: predicate))
  }

  /// No record.
  public static func none() -> QueryInterfaceRequest<Self> {
    all().none()
  }

  /// Selects these columns of all records.
  public static func select(_ selections: any SQLSelectable...) -> QueryInterfaceRequest<Self> {
    all().select(selections)
  }

  /// Selects these columns of all records.
  public static func select(_ selections: [any SQLSelectable]) -> QueryInterfaceRequest<Self> {
    all().select(selections)
  }

  /// Selects these columns of all records, decoded into another type.
  ///
  ///     try Player.select(max(Column("score")), as: Int.self).fetchOne(db)
  public static func select<T>(
    _ selections: any SQLSelectable...,
    as type: T.Type = T.self
  ) -> QueryInterfaceRequest<T> {
    all().select(selections).asRequest(of: type)
  }

  /// Selects what is written in SQL, decoded into another type.
  public static func select<T>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: T.Type = T.self
  ) -> QueryInterfaceRequest<T> {
    all().select(sql: sql, arguments: arguments, as: type)
  }

  /// Selects these columns beside those of the record.
  public static func annotated(
    with selections: any SQLSelectable...
  ) -> QueryInterfaceRequest<Self> {
    all().changing { $0.selection = [.allColumns] + selections.map(\.sqlSelection) }
  }

  /// The records for which the predicate holds.
  ///
  ///     try Player.filter(Column("score") >= 1000).fetchAll(db)
  public static func filter(_ predicate: some SQLPredicate) -> QueryInterfaceRequest<Self> {
    matching(.expression(predicate.sqlExpression))
  }

  /// The records for which the condition holds, written in SQL.
  public static func filter(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> {
    all().filter(sql: sql, arguments: arguments)
  }

  /// The records for which the condition holds, written in SQL that binds its values.
  ///
  ///     try Player.filter(literal: "name = \(name)").fetchAll(db)
  public static func filter(literal: SQL) -> QueryInterfaceRequest<Self> {
    all().filter(literal: literal)
  }

  /// The record with that primary key.
  public static func filter(
    key: some DatabaseValueConvertible
  ) -> QueryInterfaceRequest<Self> {
    matching(.primaryKey(of: keyValue(key)))
  }

  /// The records with these primary keys.
  public static func filter<Key: DatabaseValueConvertible>(
    keys: some Sequence<Key>
  ) -> QueryInterfaceRequest<Self> {
    all().filter(keys: keys)
  }

  /// The records with these values in these columns.
  public static func filter(
    key: [String: (any DatabaseValueConvertible)?]
  ) -> QueryInterfaceRequest<Self> {
    all().filter(key: key)
  }

  /// The records with the values of one of the keys in its columns.
  public static func filter(
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) -> QueryInterfaceRequest<Self> {
    all().filter(keys: keys)
  }

  /// Orders all records.
  ///
  ///     try Player.order(Column("score").desc, Column("name")).fetchAll(db)
  public static func order(_ orderings: any SQLOrderingTerm...) -> QueryInterfaceRequest<Self> {
    all().order(orderings)
  }

  /// Orders all records.
  public static func order(_ orderings: [any SQLOrderingTerm]) -> QueryInterfaceRequest<Self> {
    all().order(orderings)
  }

  /// Orders all records by terms written in SQL.
  public static func order(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> {
    all().order(sql: sql, arguments: arguments)
  }

  /// The first records only, after some that are left out.
  public static func limit(_ limit: Int, offset: Int? = nil) -> QueryInterfaceRequest<Self> {
    all().limit(limit, offset: offset)
  }

  /// One row of all records that agree in these expressions.
  public static func group(
    _ expressions: any SQLExpressible...
  ) -> QueryInterfaceRequest<Self> {
    all().changing { $0.groups = expressions.map(\.sqlExpression.sql) }
  }
}

extension GeneratedRecord where Self: Identifiable, ID: CompositeID {
  /// The record with that id.
  public static func filter(id: ID) -> QueryInterfaceRequest<Self> {
    all().filter(id: id)
  }

  /// The records with these ids.
  public static func filter(ids: some Sequence<ID>) -> QueryInterfaceRequest<Self> {
    all().filter(ids: ids)
  }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// The record with that id.
  public static func filter(id: ID) -> QueryInterfaceRequest<Self> {
    filter(key: id)
  }

  /// The records with these ids.
  public static func filter(ids: some Sequence<ID>) -> QueryInterfaceRequest<Self> {
    all().filter(ids: ids)
  }
}
