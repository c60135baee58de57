// A request is fetched as what its rows are decoded into, or as another type that can read them:
// `request.fetchAll(db)`, or `PlayerWithTeam.fetchAll(db, request)`.

// MARK: Records

extension FetchableRecord {
  /// All records of a request.
  ///
  ///     try PlayerWithTeam.fetchAll(db, Player.including(required: Player.team))
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    let prepared = try request.makePreparedRequest(db, forSingleResult: false)
    guard prepared.prefetches.isEmpty else {
      return try prepared.records(Self.self, db)
    }
    return try fetchAll(running: prepared.statement)
  }

  /// The first record of a request, if there is one.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    let prepared = try request.makePreparedRequest(db, forSingleResult: true)
    guard prepared.prefetches.isEmpty else {
      return try prepared.record(Self.self, db)
    }
    return try fetchOne(running: prepared.statement)
  }

  /// The records of a request, one at a time.
  ///
  /// - Throws: `DatabaseError` also where the request includes all rows of an association: those are
  ///   fetched for all rows at once.
  public static func fetchCursor(_ db: Database, _ request: some FetchRequest) throws
    -> RecordCursor<Self>
  {
    let prepared = try request.makePreparedRequest(db, forSingleResult: false)
    try prepared.checkNoPrefetches()
    return try fetchCursor(prepared.statement)
  }
}

extension FetchableRecord where Self: Hashable {
  /// The different records of a request.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    try Set(fetchAll(db, request))
  }
}

extension FetchRequest where RowDecoder: FetchableRecord {
  /// All records.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] {
    try RowDecoder.fetchAll(db, self)
  }

  /// The first record, if there is one.
  public func fetchOne(_ db: Database) throws -> RowDecoder? {
    try RowDecoder.fetchOne(db, self)
  }

  /// The records, one at a time.
  public func fetchCursor(_ db: Database) throws -> RecordCursor<RowDecoder> {
    try RowDecoder.fetchCursor(db, self)
  }
}

extension FetchRequest where RowDecoder: FetchableRecord & Hashable {
  /// The different records.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> {
    try RowDecoder.fetchSet(db, self)
  }
}

// MARK: Values

extension DatabaseValueConvertible {
  /// The values of the first column.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    let prepared = try request.makePreparedRequest(db, forSingleResult: false)
    return try fetchAll(prepared.statement, converting: prepared.format.reading(Self.self))
  }

  /// The value of the first column of the first row; nil where there is no row, or NULL.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    let prepared = try request.makePreparedRequest(db, forSingleResult: true)
    return try fetchOne(prepared.statement, converting: prepared.format.reading(Self.self))
  }

  /// The values of the first column, one at a time.
  public static func fetchCursor(_ db: Database, _ request: some FetchRequest) throws
    -> DatabaseValueCursor<Self>
  {
    let prepared = try request.makePreparedRequest(db, forSingleResult: false)
    return try fetchCursor(prepared.statement, converting: prepared.format.reading(Self.self))
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// The different values of the first column.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    try Set(fetchCursor(db, request))
  }
}

extension FetchRequest where RowDecoder: DatabaseValueConvertible {
  /// The values of the first column.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] {
    try RowDecoder.fetchAll(db, self)
  }

  /// The value of the first column of the first row; nil where there is no row, or NULL.
  public func fetchOne(_ db: Database) throws -> RowDecoder? {
    try RowDecoder.fetchOne(db, self)
  }

  /// The values of the first column, one at a time.
  public func fetchCursor(_ db: Database) throws -> DatabaseValueCursor<RowDecoder> {
    try RowDecoder.fetchCursor(db, self)
  }
}

extension FetchRequest where RowDecoder: DatabaseValueConvertible & Hashable {
  /// The different values of the first column.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> {
    try RowDecoder.fetchSet(db, self)
  }
}

// MARK: Rows

extension Row {
  /// All rows of a request.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Row] {
    try request.makePreparedRequest(db, forSingleResult: false).rows(db)
  }

  /// The first row of a request, if there is one.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Row? {
    try request.makePreparedRequest(db, forSingleResult: true).row(db)
  }

  /// The rows of a request, one at a time.
  ///
  /// - Throws: `DatabaseError` also where the request includes all rows of an association: those are
  ///   fetched for all rows at once.
  public static func fetchCursor(_ db: Database, _ request: some FetchRequest) throws -> RowCursor {
    let prepared = try request.makePreparedRequest(db, forSingleResult: false)
    try prepared.checkNoPrefetches()
    return try fetchCursor(prepared.statement)
  }
}

extension FetchRequest where RowDecoder == Row {
  /// All rows.
  public func fetchAll(_ db: Database) throws -> [Row] {
    try Row.fetchAll(db, self)
  }

  /// The first row, if there is one.
  public func fetchOne(_ db: Database) throws -> Row? {
    try Row.fetchOne(db, self)
  }

  /// The rows, one at a time.
  public func fetchCursor(_ db: Database) throws -> RowCursor {
    try Row.fetchCursor(db, self)
  }
}

extension PreparedRequest {
  fileprivate func checkNoPrefetches() throws {
    guard prefetches.isEmpty else {
      throw DatabaseError(
        message: "a cursor cannot include all rows of an association; use fetchAll"
      )
    }
  }
}
