/// A record of a table whose code was generated: it reads and binds its columns by their places.
public protocol GeneratedRecord: FetchableRecord, PersistableRecord, GeneratedRow {
  /// Binds the columns; index *i* is column *i* of `table`, generated columns are left out.
  func bind(to values: ValueBinder)
}

/// A record of a view whose code was generated; it can only be fetched.
public protocol GeneratedView: FetchableRecord, TableRecord, GeneratedRow {}

/// What generated records of tables and of views have in common: they read their columns by their
/// places.
public protocol GeneratedRow: FetchableRecord, TableRecord {
  /// The table or view.
  static var table: TableDefinition { get }

  /// Reads the columns; index *i* is column *i* of `table`.
  ///
  /// - Parameter row: the row, good only in this initialiser.
  /// - Throws: `RowDecodingError`.
  init(reading row: RowReader) throws

  /// Reads the columns into memory that holds no record yet; of itself, as `init(reading:)` does.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - memory: where the record is put, unless an error is thrown.
  /// - Throws: `RowDecodingError`.
  static func read(_ row: RowReader, into memory: UnsafeMutablePointer<Self>) throws
}

extension GeneratedRow where Self: Decodable {
  /// Makes a record from a row, whatever the order of its columns.
  @inlinable
  public init(row: Row) throws {
    try self.init(reading: row.reader(of: Self.table))
    withExtendedLifetime(row) {}
  }
}

extension GeneratedRow {
  /// The name of the table or view in SQL.
  public static var databaseTableName: String { table.name }

  /// The table or view.
  public static var tableDefinition: TableDefinition? { table }

  /// Makes a record from a row, whatever the order of its columns.
  @inlinable
  public init(row: Row) throws {
    try self.init(reading: row.reader(of: Self.table))
    // The row owns what the reader points to.
    withExtendedLifetime(row) {}
  }

  // Each of these is specialised at most once for a record, and shared by all of its requests. The
  // loop over many rows is not: it costs no more where it writes the records in place, and a client
  // compiles a tenth faster without a copy of it for each record.

  /// Reads the columns into memory that holds no record yet.
  @inlinable
  public static func read(_ row: RowReader, into memory: UnsafeMutablePointer<Self>) throws {
    memory.initialize(to: try Self(reading: row))
  }

  /// All records of a statement whose values are set.
  public static func fetchAll(running statement: Statement) throws -> [Self] {
    defer { statement.finish() }
    guard try statement.step() else { return [] }
    let reader = try statement.reader(for: Self.self)
    var records: [Self] = []
    records.reserveCapacity(statement.expectedRowCount)
    var isRow = true
    while isRow {
      let free = records.capacity - records.count
      try records.append(addingCapacity: free > 0 ? free : max(records.count, 16)) { span in
        try span.withUnsafeMutableBufferPointer { buffer, count in
          guard let start = buffer.baseAddress else { return }
          while isRow, count < buffer.count {
            try Self.read(reader, into: start + count)
            count += 1
            isRow = try statement.step()
          }
        }
      }
    }
    statement.expectedRowCount = records.count
    return records
  }

  /// The first record of a statement whose values are set.
  @inlinable @inline(never)
  public static func fetchOne(running statement: Statement) throws -> Self? {
    guard try statement.step() else { return nil }
    do {
      let record = try Self(reading: statement.reader(for: Self.self))
      try statement.finishAfterRow()
      return record
    } catch {
      statement.finish()
      throw error
    }
  }

  /// The record of the row that a statement stands on.
  public static func read(running statement: Statement) throws -> Self {
    try Self(reading: statement.reader(for: Self.self))
  }
}
