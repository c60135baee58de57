extension TypedRequest {
  /// The observation of the request's value; what it tracks is known without running it.
  ///
  ///     let cancellable = TopPlayersRequest(team: 1).observation
  ///       .start(in: pool) { error in … } onChange: { players in … }
  public var observation: ValueObservation<ValueReducers.Fetch<Value>> {
    ValueObservation.tracking(regions: [ObservedRegion(request: self)]) { try fetch($0) }
  }

  /// The values of the request: the first at once, and one after each change that may have touched
  /// it.
  ///
  ///     for try await players in TopPlayersRequest(team: 1).values(in: pool) { … }
  public func values(in reader: any DatabaseReader) -> AsyncValueObservation<Value> {
    observation.values(in: reader)
  }
}

/// A request that may say more than its type of what it reads.
protocol RowRequest {
  /// What the request reads with its parameters.
  func observedRegion(_ db: Database) throws -> DatabaseRegion
}

/// What a request reads, as far as that is known without running it.
private struct ObservedRegion<Request: TypedRequest>: DatabaseRegionConvertible {
  let request: Request

  func databaseRegion(_ db: Database) throws -> DatabaseRegion {
    guard let row = request as? any RowRequest else {
      return Request.footprint.databaseRegion(db)
    }
    return try row.observedRegion(db)
  }
}

extension RequestFootprint: DatabaseRegionConvertible {
  /// The tables with their columns.
  public func databaseRegion(_ db: Database) -> DatabaseRegion {
    tables.reduce(into: DatabaseRegion()) { region, table in
      region.formUnion(
        DatabaseRegion(table: table.key, columns: table.value.isEmpty ? nil : table.value)
      )
    }
  }
}
