public import Foundation

/// A type that is made from a row.
///
/// ```swift
/// struct Place: FetchableRecord {
///   var name: String
///   init(row: Row) throws { name = row["name"] }
/// }
/// let places = try Place.fetchAll(db, sql: "SELECT * FROM place")
/// ```
///
/// A `Decodable` type needs no initialiser of its own.
public protocol FetchableRecord {
  /// Makes a record from a row.
  ///
  /// - Parameter row: the row, good only in this initialiser; what is kept of it is copied.
  /// - Throws: whatever says that the row is no such record.
  init(row: Row) throws

  /// All records of a statement whose values are set; generated records have a faster one.
  static func fetchAll(running statement: Statement) throws -> [Self]

  /// The first record of a statement whose values are set; generated records have a faster one.
  static func fetchOne(running statement: Statement) throws -> Self?

  /// The record of the row that a statement stands on; generated records have a faster one.
  static func read(running statement: Statement) throws -> Self

  // Of records that are decoded by their keys:

  /// Which key a column is.
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { get }

  /// How the dates of a column are read.
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy

  /// How the data of a column are read.
  static func databaseDataDecodingStrategy(for column: String) -> DatabaseDataDecodingStrategy

  /// What reads the JSON of a column.
  static func databaseJSONDecoder(for column: String) -> JSONDecoder

  /// What the initialisers of the record find in their decoder.
  static var databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] { get }
}

extension FetchableRecord {
  // Inlinable, so that the loop is specialised for the record where that is written.

  /// All records of a statement whose values are set.
  @inlinable
  public static func fetchAll(running statement: Statement) throws -> [Self] {
    defer { statement.finish() }
    guard try statement.step() else { return [] }
    var records: [Self] = []
    records.reserveCapacity(statement.expectedRowCount)
    repeat { try statement.row.append(to: &records) } while try statement.step()
    statement.expectedRowCount = records.count
    return records
  }

  /// The first record of a statement whose values are set.
  @inlinable
  public static func fetchOne(running statement: Statement) throws -> Self? {
    defer { statement.finish() }
    guard try statement.step() else { return nil }
    let record = try statement.row.record(Self.self)
    try statement.finishAfterRow()
    return record
  }

  /// The record of the row that a statement stands on.
  @inlinable
  public static func read(running statement: Statement) throws -> Self {
    try statement.row.record(Self.self)
  }
}

/// The records of a query, fetched one by one.
public final class RecordCursor<Record: FetchableRecord>: Cursor {
  private var run: CursorRun

  init(_ statement: Statement) { run = CursorRun(statement) }

  /// The next record, nil at the end.
  public func next() throws -> Record? {
    try run.step() ? Record.read(running: run.statement) : nil
  }
}

extension Row {
  /// The record of the row beside this one.
  ///
  /// Where there is none, or it cannot be decoded, the fetch that decodes this row throws the error;
  /// outside of a fetch the subscript stops the program, unlike `decode(_:scope:)`, which also serves a
  /// record of which no stand-in can be made until then, such as one with an enum of unknown cases.
  public subscript<Record: FetchableRecord>(_ scope: String) -> Record {
    let standIn = { StandIn.record(Record.self, self.scope(scope)) }
    return decoded(orInsideFetch: standIn()) { try decode(Record.self, scope: scope) }
  }

  /// The record of the row beside this one; nil where that row was not found.
  public subscript<Record: FetchableRecord>(_ scope: String) -> Record? {
    guard let part = scopeLayout?.children[scope], containsNonNullValue(in: part.range) else {
      return nil
    }
    return self[scope] as Record
  }

  /// The record of the row beside this one.
  ///
  /// - Parameters:
  ///   - type: the type of the record.
  ///   - scope: the name of the association.
  /// - Returns: the record.
  /// - Throws: what its initialiser throws, or `RowDecodingError` where there is no such row.
  public func decode<Record: FetchableRecord>(
    _ type: Record.Type = Record.self,
    scope: String
  ) throws -> Record {
    guard let part = scopeLayout?.children[scope] else { throw missing(type, scope) }
    return try withPart(part) { try Record(row: $0) }
  }
}
