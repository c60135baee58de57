/// What knows its region: a request, a table, a region.
public protocol DatabaseRegionConvertible: Sendable {
  /// The region; the database answers what only it knows, such as the tables of a view.
  func databaseRegion(_ db: Database) throws -> DatabaseRegion
}

extension DatabaseRegion: DatabaseRegionConvertible {
  /// The region itself.
  public func databaseRegion(_ db: Database) -> DatabaseRegion { self }
}

extension DatabaseRegionConvertible where Self == DatabaseRegion {
  /// All tables, also the ones that do not exist yet.
  public static var fullDatabase: DatabaseRegion { DatabaseRegion.fullDatabase }
}

/// A region that hides what it was made of.
public struct AnyDatabaseRegionConvertible: DatabaseRegionConvertible {
  private let region: @Sendable (Database) throws -> DatabaseRegion

  /// A region that is asked for when it is needed.
  public init(_ region: @escaping @Sendable (Database) throws -> DatabaseRegion) {
    self.region = region
  }

  /// The region of `base`.
  public init(_ base: some DatabaseRegionConvertible) {
    region = { try base.databaseRegion($0) }
  }

  /// The region that the initialiser was given.
  public func databaseRegion(_ db: Database) throws -> DatabaseRegion { try region(db) }
}
