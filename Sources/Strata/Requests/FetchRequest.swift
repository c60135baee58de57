/// A request that knows what its rows are decoded into, and that can be observed.
///
///     func names(_ request: some FetchRequest<String>, _ db: Database) throws -> Set<String> {
///       try request.fetchSet(db)
///     }
public protocol FetchRequest<RowDecoder>: DatabaseRegionConvertible {
  /// What the rows are decoded into: a record, a value, or `Row`.
  associatedtype RowDecoder

  /// Compiles the request.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - singleResult: whether only the first row will be read.
  /// - Returns: the request, ready to run.
  /// - Throws: `DatabaseError` where SQLite refuses the SQL.
  func makePreparedRequest(_ db: Database, forSingleResult singleResult: Bool) throws
    -> PreparedRequest

  /// The number of rows.
  func fetchCount(_ db: Database) throws -> Int
}

extension FetchRequest {
  /// Compiles the request for all of its rows.
  public func makePreparedRequest(_ db: Database) throws -> PreparedRequest {
    try makePreparedRequest(db, forSingleResult: false)
  }
}

/// A request that is ready to run.
public struct PreparedRequest {
  /// The compiled statement, with its arguments.
  public let statement: Statement

  /// The associated rows to fetch after the rows.
  let prefetches: [Relation.Prefetch]
  /// The table that the associated rows belong to.
  let origin: TableReference?
  /// How the values of the first column are stored.
  let format: ColumnFormat

  /// Makes a request of a statement whose arguments are set.
  public init(statement: Statement) {
    self.init(statement, prefetches: [], origin: nil)
  }

  init(
    _ statement: Statement,
    prefetches: [Relation.Prefetch],
    origin: TableReference?,
    format: ColumnFormat = .standard
  ) {
    self.statement = statement
    self.prefetches = prefetches
    self.origin = origin
    self.format = format
  }
}
