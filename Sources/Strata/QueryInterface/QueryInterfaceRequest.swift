/// A request that writes its own SQL.
///
/// Start from a record, and narrow it down:
///
///     let request = Player.filter(Column("score") >= 1000).order(Column("name")).limit(5)
///     let players = try request.fetchAll(db)
///
/// Values are always bound, and names always quoted.
public struct QueryInterfaceRequest<RowDecoder>: Hashable, Sendable {
  /// The table with its filters, order, and joined tables.
  public let relation: Relation

  init(relation: Relation) {
    self.relation = relation
  }
}

extension QueryInterfaceRequest: DerivableRequest {
  /// A copy over another relation.
  public func withRelation(_ relation: Relation) -> QueryInterfaceRequest {
    QueryInterfaceRequest(relation: relation)
  }
}

extension QueryInterfaceRequest {
  /// Selects these columns, decoded into another type.
  ///
  ///     try Player.select(max(Column("score")), as: Int.self).fetchOne(db)
  public func select<T>(
    _ selections: any SQLSelectable...,
    as type: T.Type = T.self
  ) -> QueryInterfaceRequest<T> {
    select(selections).asRequest(of: type)
  }

  /// Selects what is written in SQL, decoded into another type.
  public func select<T>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: T.Type = T.self
  ) -> QueryInterfaceRequest<T> {
    select(literal: SQL(sql: sql, arguments: arguments), as: type)
  }

  /// Selects what is written in SQL that binds its values, decoded into another type.
  public func select<T>(literal: SQL, as type: T.Type = T.self) -> QueryInterfaceRequest<T> {
    changing { $0.selection = [.literal(literal)] }.asRequest(of: type)
  }

  /// The same request, with its rows decoded into another type.
  ///
  ///     let request = Player.including(required: Player.team).asRequest(of: PlayerWithTeam.self)
  public func asRequest<T>(of type: T.Type) -> QueryInterfaceRequest<T> {
    QueryInterfaceRequest<T>(relation: relation)
  }

  /// Keeps the first rows only, after some that are left out.
  ///
  ///     try Player.order(Column("score").desc).limit(10, offset: 20).fetchAll(db)
  public func limit(_ limit: Int, offset: Int? = nil) -> QueryInterfaceRequest {
    changing {
      $0.limit = limit
      $0.offset = offset
    }
  }
}
