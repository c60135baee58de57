extension DerivableRequest {
  /// Fetches the associated row with each row, and leaves out those that have none.
  ///
  ///     struct PlayerWithTeam: Decodable, FetchableRecord {
  ///       var player: Player
  ///       var team: Team
  ///     }
  ///     try PlayerWithTeam.fetchAll(db, Player.including(required: Player.team))
  public func including<A: Association>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association.path.join(isRequired: true, isIncluded: true))
  }

  /// Fetches the associated row with each row, where it has one.
  public func including<A: Association>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association.path.join(isRequired: false, isIncluded: true))
  }

  /// Fetches all associated rows with each row, by one more query for all of them.
  ///
  ///     struct TeamWithPlayers: Decodable, FetchableRecord {
  ///       var team: Team
  ///       var players: [Player]
  ///     }
  ///     try TeamWithPlayers.fetchAll(db, Team.including(all: Team.players))
  public func including<A: AssociationToMany>(all association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    changing { relation in
      relation.prefetches.removeAll { $0.key == association.path.key }
      relation.prefetches.append(association.path.prefetch)
    }
  }

  /// Leaves out rows that have no associated row, without fetching it.
  ///
  ///     try Player.joining(required: Player.team.filter(Column("name") == "Reds")).fetchAll(db)
  public func joining<A: Association>(required association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association.path.join(isRequired: true, isIncluded: false))
  }

  /// Joins the associated row where there is one, so that it can be filtered or ordered by.
  public func joining<A: Association>(optional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    joining(association.path.join(isRequired: false, isIncluded: false))
  }

  private func joining(_ join: Relation.Join) -> Self {
    changing { $0.join(join) }
  }

  /// Adds the columns of the associated row to those of each row, and leaves out rows that have none.
  ///
  ///     Player.annotated(withRequired: Player.team.select(Column("city")))
  ///
  /// The columns are those of the row itself, unlike with `including(required:)`.
  public func annotated<A: Association>(withRequired association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    annotated(with: association.path, isRequired: true)
  }

  /// Adds the columns of the associated row to those of each row, NULL where it has none.
  public func annotated<A: Association>(withOptional association: A) -> Self
  where A.OriginRowDecoder == RowDecoder {
    annotated(with: association.path, isRequired: false)
  }

  private func annotated(with path: AssociationPath, isRequired: Bool) -> Self {
    let alias = TableAlias()
    var path = path
    path.relation.aliases.append(alias)
    let table = path.relation.table.name
    let selection = (path.relation.selection ?? [.allColumns])
      .map { $0.bound(to: alias, of: table) }
    return changing {
      $0.join(path.join(isRequired: isRequired, isIncluded: false))
      $0.selection = ($0.selection ?? [.allColumns]) + selection
    }
  }
}

extension TableRecord {
  /// All records, each with its associated row; those that have none are left out.
  public static func including<A: Association>(
    required association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(required: association)
  }

  /// All records, each with its associated row where it has one.
  public static func including<A: Association>(
    optional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(optional: association)
  }

  /// All records, each with all of its associated rows, by one more query for all of them.
  public static func including<A: AssociationToMany>(
    all association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().including(all: association)
  }

  /// The records that have an associated row.
  public static func joining<A: Association>(
    required association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().joining(required: association)
  }

  /// All records, joined with the associated row where there is one.
  public static func joining<A: Association>(
    optional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().joining(optional: association)
  }

  /// All records, each with the columns of its associated row; those that have none are left out.
  public static func annotated<A: Association>(
    withRequired association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().annotated(withRequired: association)
  }

  /// All records, each with the columns of its associated row where it has one.
  public static func annotated<A: Association>(
    withOptional association: A
  ) -> QueryInterfaceRequest<Self> where A.OriginRowDecoder == Self {
    all().annotated(withOptional: association)
  }
}
