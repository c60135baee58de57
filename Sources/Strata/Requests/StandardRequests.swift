/// A record for which the standard requests exist: `AllRequest`, and `ByIDRequest` where it is
/// `Identifiable`.
///
/// Generated records conform, unless the schema says `standardRequests: false`.
public protocol StandardRequests: GeneratedRow, Sendable {}

/// The request of the record with an id.
///
///     let team = try ByIDRequest<Team>(id: 1).fetch(db)
public struct ByIDRequest<Record: StandardRequests & Identifiable>: FirstRequest
where Record.ID: DatabaseKey & Sendable {
  /// The record.
  public typealias Row = Record
  /// What the request gives.
  public typealias Value = Record?

  /// The value of the primary key.
  public var id: Record.ID

  /// Makes the request of the record with that id.
  @inlinable
  public init(id: Record.ID) {
    self.id = id
  }

  /// The SQL of the record's table, and its columns.
  public static var definition: RequestDefinition {
    RequestDefinition(Record.table.selectByKey, reads: RequestFootprint(Record.table))
  }

  /// Binds the primary key.
  public func bind(to values: ValueBinder) {
    Record.table.bind(id, to: values)
  }

  /// Runs the request.
  @inlinable
  public func fetch(_ db: Database) throws -> Record? {
    guard let statement = try Record.table.fetchByKey(db) else { return try fetchNoting(db) }
    id.bindKey(to: statement.keyBinder)
    return try Record.fetchOne(running: statement)
  }

  /// Runs the request, and tells observations which row it reads.
  @usableFromInline @inline(never)
  func fetchNoting(_ db: Database) throws -> Record? {
    let statement = try boundStatement(Record.table.selectByKey, db)
    if db.observationBroker.notesRows { try key.note(on: statement, db, Record.table.name) }
    return try Record.fetchOne(running: statement)
  }

  private var key: RowKey {
    get throws {
      let columns = Record.table.primaryKey
      let values = try collectedValues(columns.count) { bind(to: $0) }
      return RowKey(columns: zip(columns, values).map { ($0, $1) })
    }
  }
}

extension ByIDRequest: RowRequest {
  func observedRegion(_ db: Database) throws -> DatabaseRegion {
    let region = try Record.region(of: Record.table.selectByKey, db)
    let name = Record.table.name
    guard let rowID = try key.rowID(db, name) else { return region }
    return region.narrowed(to: rowID, of: TableName(name))
  }
}

/// The request of all records of a table, in no particular order.
///
///     let teams = try AllRequest<Team>().fetch(db)
public struct AllRequest<Record: StandardRequests>: ManyRequest {
  /// The record.
  public typealias Row = Record
  /// What the request gives.
  public typealias Value = [Record]

  /// Makes the request.
  public init() {}

  /// The SQL of the record's table, and its columns.
  public static var definition: RequestDefinition {
    RequestDefinition(Record.table.selectAll, reads: RequestFootprint(Record.table))
  }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> [Record] {
    try Record.fetchAll(running: boundStatement(Record.table.selectAll, db))
  }
}

extension AllRequest: RowRequest {
  func observedRegion(_ db: Database) throws -> DatabaseRegion {
    try Record.region(of: Record.table.selectAll, db)
  }
}

extension GeneratedRow {
  /// What a SELECT of the record reads: what only SQLite knows behind a view.
  fileprivate static func region(of key: StatementKey, _ db: Database) throws -> DatabaseRegion {
    guard self is any GeneratedView.Type else {
      return RequestFootprint(table).databaseRegion(db)
    }
    return try db.statement(key).currentRegion()
  }
}

extension RequestFootprint {
  /// All columns that a record reads.
  init(_ table: TableDefinition) {
    self.init([(table.name, Set(table.columns))])
  }
}
