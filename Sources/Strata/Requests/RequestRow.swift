/// A row that no record has: what stratac makes of the columns of a request in SQL.
///
/// It reads the columns by their places in the SQL that it was made for, and so belongs to its request;
/// of rows of other SQL it must not be made.
public protocol RequestRow: FetchableRecord, Sendable {
  /// Reads the columns; index *i* is column *i* of the request's SQL.
  ///
  /// - Parameter row: the row, good only in this initialiser.
  /// - Throws: `RowDecodingError`.
  init(reading row: RowReader) throws
}

extension RequestRow {
  /// Makes a row from one of the same columns in the same order.
  public init(row: Row) throws {
    try self.init(reading: row.reader)
    // The row owns what the reader points to.
    withExtendedLifetime(row) {}
  }

  /// All rows of a statement whose values are set.
  @inlinable @inline(never)
  public static func fetchAll(running statement: Statement) throws -> [Self] {
    defer { statement.finish() }
    guard try statement.step() else { return [] }
    let reader = statement.reader
    var rows: [Self] = []
    rows.reserveCapacity(statement.expectedRowCount)
    repeat { rows.append(try Self(reading: reader)) } while try statement.step()
    statement.expectedRowCount = rows.count
    return rows
  }

  /// The first row of a statement whose values are set.
  @inlinable @inline(never)
  public static func fetchOne(running statement: Statement) throws -> Self? {
    defer { statement.finish() }
    guard try statement.step() else { return nil }
    let row = try Self(reading: statement.reader)
    try statement.finishWriting()
    return row
  }

  /// The row that a statement stands on.
  @inlinable @inline(never)
  public static func read(running statement: Statement) throws -> Self {
    try Self(reading: statement.reader)
  }
}
