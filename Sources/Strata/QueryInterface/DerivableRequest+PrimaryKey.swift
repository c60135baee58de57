// By the primary key, which the record or the database tells when the request is run.

extension DerivableRequest {
  /// Orders the rows by their primary key, in place of any order before.
  public func orderByPrimaryKey() -> Self {
    order(SQLOrdering.primaryKey)
  }

  /// Orders rows that are equal so far by their primary key, so that the order is always the same.
  public func withStableOrder() -> Self {
    changing { $0.orderings.append(.primaryKey) }
  }

  /// Makes one row of all rows that have the same primary key, such as those that a joined table has
  /// multiplied.
  public func groupByPrimaryKey() -> Self {
    changing { $0.groups = [SQL(part: .primaryKey(suffix: ""))] }
  }
}

extension QueryInterfaceRequest {
  /// Selects the primary key, or the rowid where a table declares none.
  ///
  ///     try Player.filter(Column("score") > 10).selectPrimaryKey(as: Int.self).fetchAll(db)
  public func selectPrimaryKey<Key>(as type: Key.Type = Key.self) -> QueryInterfaceRequest<Key> {
    changing { $0.selection = [.expression(SQL(part: .primaryKey(suffix: "")))] }
      .asRequest(of: type)
  }
}

extension QueryInterfaceRequest where RowDecoder: Identifiable {
  /// Selects the identities.
  public func selectID() -> QueryInterfaceRequest<RowDecoder.ID> {
    selectPrimaryKey(as: RowDecoder.ID.self)
  }
}

extension TableRecord {
  /// Orders all records by their primary key.
  public static func orderByPrimaryKey() -> QueryInterfaceRequest<Self> {
    all().orderByPrimaryKey()
  }

  /// Selects the primary key of all records, or the rowid where the table declares none.
  public static func selectPrimaryKey<Key>(
    as type: Key.Type = Key.self
  ) -> QueryInterfaceRequest<Key> {
    all().selectPrimaryKey(as: type)
  }
}

extension TableRecord where Self: Identifiable {
  /// Selects the identities of all records.
  public static func selectID() -> QueryInterfaceRequest<ID> {
    all().selectID()
  }
}
