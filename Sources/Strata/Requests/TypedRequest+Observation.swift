extension TypedRequest {
  /// The observation of the request's value; what it tracks is known without running it.
  ///
  ///     let cancellable = TopPlayersRequest(team: 1).observation
  ///       .start(in: pool) { error in … } onChange: { players in … }
  public var observation: ValueObservation<ValueReducers.Fetch<Value>> {
    ValueObservation.tracking(regions: [Self.footprint]) { try fetch($0) }
  }

  /// The values of the request: the first at once, and one after each change that may have touched
  /// it.
  ///
  ///     for try await players in TopPlayersRequest(team: 1).values(in: pool) { … }
  public func values(in reader: any DatabaseReader) -> AsyncValueObservation<Value> {
    observation.values(in: reader)
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
