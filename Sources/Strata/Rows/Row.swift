/// A row that a query gave, read by index or by name.
///
/// ```swift
/// if let row = try Row.fetchOne(db, sql: "SELECT name, score FROM player WHERE id = ?", arguments: [1]) {
///   let name: String = row["name"]
///   let score: Int? = row[1]
/// }
/// ```
///
/// Names are found whatever their case; of several columns of one name the leftmost is. A row that is
/// kept when its cursor goes on is copied.
///
/// A value that is not of the type that is asked for makes the fetch that decodes the row throw a
/// `RowDecodingError`. Outside of a fetch use `decode(_:forColumn:)`, which throws; the subscripts then
/// stop the program.
public final class Row {
  /// Where the values are.
  private enum Source {
    /// On the statement, which stands on this row.
    case live(SQLiteStatement)
    case copied(CopiedRow)
  }

  let layout: RowLayout
  /// The columns that belong to this row, of a statement that gives rows of several tables.
  let range: Range<Int>
  /// The rows beside this one in the same row of the statement.
  let scopeLayout: RowScopeLayout?
  private var source: Source
  /// The row that this is a part of, which is copied with it.
  private let whole: Row?
  /// The rows that were fetched for this one, by the name of their association.
  var prefetchedRows: [String: [Row]] = [:]
  /// Whether a fetch is decoding the row, and throws `failure` afterwards.
  private var isDecoding = false
  private var failure: (any Error)?

  /// The current row of a statement.
  init(_ statement: Statement, _ layout: RowLayout, scopes: RowScopeLayout? = nil) {
    source = .live(statement.sqlite)
    self.layout = layout
    range = scopes?.range ?? 0..<layout.columnNames.count
    scopeLayout = scopes
    whole = nil
  }

  private init(part scope: RowScopeLayout, of whole: Row) {
    source = whole.source
    layout = whole.layout
    range = scope.range
    scopeLayout = scope
    self.whole = whole
  }

  private init(columns: [String], values: [DatabaseValue]) {
    layout = RowLayout(columnNames: columns)
    range = 0..<columns.count
    scopeLayout = nil
    whole = nil
    source = .copied(CopiedRow(columnNames: columns, values: values, sql: nil))
  }

  /// A row of these values.
  public convenience init(
    dictionaryLiteral values: (String, (any DatabaseValueConvertible)?)...
  ) {
    self.init(columns: values.map(\.0), values: values.map { $0.1?.databaseValue ?? .null })
  }

  /// A row of copied values.
  private init(_ copy: CopiedRow, like row: Row) {
    source = .copied(copy)
    layout = row.layout
    range = row.range
    scopeLayout = row.scopeLayout
    whole = nil
    prefetchedRows = row.prefetchedRows
  }

  // MARK: - Copies

  /// Copies the values, so that the row stays when its statement goes on.
  func detach() {
    whole?.detach()
    guard case .live(let statement) = source else { return }
    if let whole {
      source = whole.source
    } else {
      source = .copied(
        CopiedRow(
          columnNames: layout.columnNames,
          values: statement.values,
          sql: statement.sql
        )
      )
    }
  }

  /// A row of the same values that stays as it is.
  public func copy() -> Row {
    switch source {
    case .copied(let row): return Row(row, like: self)
    case .live(let statement):
      let copy = CopiedRow(
        columnNames: layout.columnNames,
        values: statement.values,
        sql: statement.sql
      )
      return Row(copy, like: self)
    }
  }

  // MARK: - Values

  /// The number of columns.
  public var count: Int { range.count }

  /// The names of the columns, in order.
  public var columnNames: [String] { Array(layout.columnNames[range]) }

  /// The values, in order.
  public var databaseValues: [DatabaseValue] { range.map(value) }

  /// Whether the row has a column of that name.
  public func hasColumn(_ name: String) -> Bool { index(of: name) != nil }

  /// Whether any value is not NULL.
  public var containsNonNullValue: Bool { range.contains { !value($0).isNull } }

  /// Whether the value at an index, from 0, is NULL.
  public func hasNull(atIndex index: Int) -> Bool { value(checked(index)).isNull }

  /// The value at an index, from 0.
  public func databaseValue(atIndex index: Int) -> DatabaseValue { value(checked(index)) }

  /// The value of the leftmost column of that name, nil where there is none.
  public func databaseValue(forColumn name: String) -> DatabaseValue? {
    index(of: name).map(value)
  }

  /// What reads this row as a row of a table.
  func reader(of table: TableDefinition) throws -> RowReader {
    switch source {
    case .live(let statement):
      RowReader(statement, map: try layout.map(table, in: range, sql: statement.sql))
    case .copied(let row):
      RowReader(row, map: try layout.map(table, in: range, sql: row.sql))
    }
  }

  /// What reads this row's columns by their places.
  var reader: RowReader {
    let reader =
      switch source {
      case .live(let statement): RowReader(statement)
      case .copied(let row): RowReader(row)
      }
    return range.lowerBound == 0 ? reader : reader.columns(from: range.lowerBound)
  }

  private func value(_ index: Int) -> DatabaseValue {
    switch source {
    case .live(let statement): statement.value(index)
    case .copied(let row): row.values[index]
    }
  }

  private func checked(_ index: Int) -> Int {
    precondition(range.count > index && index >= 0, "the row has no column \(index): \(self)")
    return range.lowerBound + index
  }

  func index(of name: String) -> Int? { layout.index(of: name, in: range) }

  // MARK: - Decoding

  /// The value at an index, from 0.
  ///
  /// - Parameters:
  ///   - type: the type of the value; an optional one is nil for NULL.
  ///   - index: the column, from 0.
  /// - Returns: the value.
  /// - Throws: `RowDecodingError` where the value is not of that type.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    atIndex index: Int
  ) throws -> Value {
    let index = checked(index)
    let stored = value(index)
    if let value = Value.fromDatabaseValue(stored) { return value }
    throw mismatch(type, stored, index)
  }

  /// The value of the leftmost column of that name.
  ///
  /// - Parameters:
  ///   - type: the type of the value; an optional one is nil for NULL.
  ///   - name: the column, whatever its case.
  /// - Returns: the value.
  /// - Throws: `RowDecodingError` where there is no such column, or its value is not of that type.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn name: String
  ) throws -> Value {
    guard let index = index(of: name) else { throw missing(type, name) }
    return try decode(type, atIndex: index - range.lowerBound)
  }

  func missing(_ type: Any.Type, _ name: String) -> RowDecodingError {
    RowDecodingError(reason: .columnNotFound, expectedType: "\(type)", column: name, sql: sql)
  }

  /// The error for a column whose value is none of a type.
  func mismatch(_ type: Any.Type, forColumn name: String) -> RowDecodingError {
    guard let index = index(of: name) else { return missing(type, name) }
    return mismatch(type, value(index), index)
  }

  private func mismatch(_ type: Any.Type, _ value: DatabaseValue, _ index: Int) -> RowDecodingError
  {
    var table: String?
    if case .live(let statement) = source { table = statement.columnOrigin(index)?.table }
    return RowDecodingError(
      reason: value.isNull ? .unexpectedNull : .valueMismatch,
      expectedType: "\(type)",
      table: table,
      column: layout.columnNames[index],
      columnIndex: index - range.lowerBound,
      value: value,
      sql: sql
    )
  }

  private var sql: String? {
    switch source {
    case .live(let statement): statement.sql
    case .copied(let row): row.sql
    }
  }

  /// The record of the row, for fetches; what a subscript could not decode is thrown.
  func record<Record: FetchableRecord>(_ type: Record.Type) throws -> Record {
    let wasDecoding = isDecoding
    isDecoding = true
    defer { isDecoding = wasDecoding }
    let record: Record
    do {
      record = try Record(row: self)
    } catch {
      failure = nil
      throw error
    }
    if let failure, !wasDecoding {
      self.failure = nil
      throw failure
    }
    return record
  }

  /// The value, or a stand-in and the error that its fetch will throw.
  func decoded<Value: DatabaseValueConvertible>(_ decode: () throws -> Value) -> Value {
    decoded(orInsideFetch: StandIn.value(Value.self), decode)
  }

  /// The value, or what stands in for it where a fetch will throw the error.
  func decoded<Value>(
    orInsideFetch standIn: @autoclosure () -> Value?,
    _ decode: () throws -> Value
  ) -> Value {
    let failure: any Error
    do { return try decode() } catch { failure = error }
    if isInsideFetch, let value = standIn() {
      fail(failure)
      return value
    }
    preconditionFailure("\(failure); use decode, which throws")
  }

  private var isInsideFetch: Bool { isDecoding || (whole?.isInsideFetch ?? false) }

  private func fail(_ error: any Error) {
    if let whole, !isDecoding { return whole.fail(error) }
    if failure == nil { failure = error }
  }
}

// MARK: - Scopes

/// The parts of a statement's row that are rows of their own.
final class RowScopeLayout {
  let range: Range<Int>
  let children: [String: RowScopeLayout]

  init(range: Range<Int>, children: [String: RowScopeLayout] = [:]) {
    self.range = range
    self.children = children
  }
}

extension Row {
  /// The rows beside this one, by the name of their association.
  public var scopes: [String: Row] {
    (scopeLayout?.children ?? [:]).mapValues { Row(part: $0, of: self) }
  }

  /// The row beside this one, nil where there is none of that name.
  ///
  /// - Parameter name: the name of the association.
  /// - Returns: the row; all of its values are NULL where a joined row was not found.
  public func scope(_ name: String) -> Row? {
    scopeLayout?.children[name].map { Row(part: $0, of: self) }
  }
}

extension Row: ExpressibleByDictionaryLiteral {}

extension Row: CustomStringConvertible {
  /// The columns with their values.
  public var description: String {
    "[" + range.map { "\(layout.columnNames[$0]):\(value($0))" }.joined(separator: " ") + "]"
  }
}

extension Row: CustomDebugStringConvertible {
  /// The columns with their values, and below them the rows beside this one and the number of rows
  /// that were fetched for it.
  public var debugDescription: String {
    let lines = debugLines(indentation: "  ")
    return lines.isEmpty ? description : (["▿ " + description] + lines).joined(separator: "\n")
  }

  private func debugLines(indentation: String) -> [String] {
    var lines: [String] = []
    for (name, row) in scopes.sorted(by: { $0.key < $1.key }) {
      lines.append("\(indentation)- \(name): \(row)")
      lines += row.debugLines(indentation: indentation + "  ")
    }
    for (name, rows) in prefetchedRows.sorted(by: { $0.key < $1.key }) {
      lines.append("\(indentation)+ \(name): \(rows.count) row\(rows.count == 1 ? "" : "s")")
    }
    return lines
  }
}

extension Row: Equatable {
  /// Whether both have the same columns and values in the same order.
  public static func == (a: Row, b: Row) -> Bool {
    a === b || (a.columnNames == b.columnNames && a.databaseValues == b.databaseValues)
  }
}

extension Row: Hashable {
  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(databaseValues) }
}
