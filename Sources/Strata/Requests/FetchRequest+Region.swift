extension FetchRequest {
  /// The tables and columns that the request reads, also for the rows that it includes by further
  /// queries.
  public func databaseRegion(_ db: Database) throws -> DatabaseRegion {
    let prepared = try db.observationBroker.findingRegion {
      try makePreparedRequest(db, forSingleResult: false)
    }
    return try prepared.region(db)
  }
}

extension PreparedRequest {
  fileprivate func region(_ db: Database) throws -> DatabaseRegion {
    _ = try statement.currentRegion()
    var region = statement.presentReads
    for prefetch in prefetches {
      guard let origin else { break }
      region.formUnion(try prefetch.region(of: origin, db))
    }
    return region
  }
}

extension Relation.Prefetch {
  fileprivate func region(of origin: TableReference, _ db: Database) throws -> DatabaseRegion {
    let pairs = try path.pairs(from: origin, db)
    var writer = SQLWriter(db)
    let rows = path.rows(by: pairs.map(\.destination), in: nil)
    try writer.writeSelect(rows.relation, keys: rows.keys)
    var region = try db.cachedStatement(sql: writer.sql).currentRegion()
    for inner in relation.prefetches {
      region.formUnion(try inner.region(of: relation.table, db))
    }
    return region
  }
}
