extension EncodableRecord where Self: TableRecord {
  /// The request of the records that are associated with this one.
  ///
  ///     let team = try player.request(for: Player.team).fetchOne(db)
  ///     let best = try team.request(for: Team.players).order(Column("score").desc).fetchAll(db)
  ///
  /// A record that refers to nothing has no associated records.
  public func request<A: Association>(for association: A) -> QueryInterfaceRequest<A.RowDecoder>
  where A.OriginRowDecoder == Self {
    // A record that cannot be encoded has no columns: the request throws when it is run.
    let values = (try? databaseDictionary) ?? [:]
    let partner = Relation.Partner(
      table: Self.tableReference,
      values: Dictionary(
        values.map { ($0.key.sqlLowercased, $0.value) },
        uniquingKeysWith: { first, _ in first }
      ),
      condition: association.path.firstCondition
    )
    let relation = association.path.rows { $0.predicates.append(.partner(of: partner)) }
    return QueryInterfaceRequest(relation: relation)
  }
}
