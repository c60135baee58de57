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
  enum Source {
    /// On the statement, which stands on this row.
    case live(SQLiteStatement)
    case copied(CopiedRow)
  }

  let layout: RowLayout
  /// The columns that belong to this row, of a statement that gives rows of several tables.
  let range: Range<Int>
  /// The rows beside this one in the same row of the statement.
  let scopeLayout: RowScopeLayout?
  private var ownSource: Source
  /// The row that this is a part of, which has the values of both.
  unowned(unsafe) let whole: Row?
  /// The same, unless that keeps this part: it would be a cycle.
  private var heldWhole: Row?
  /// The parts that were made of this row.
  @exclusivity(unchecked) var keptParts: [KeptPart] = []
  /// What has read this row, for as long as it is not copied.
  @exclusivity(unchecked) var knownReader: (table: ObjectIdentifier, reader: RowReader)?
  /// What has read the parts of this row, for as long as it is not copied.
  @exclusivity(unchecked) var partReaders: [PartReader] = []
  /// The rows that were fetched for this one, by the name of their association.
  @exclusivity(unchecked) var prefetches: [Prefetch] = []
  /// What reads the values of all columns of the statement's row, where this is no part of another.
  @exclusivity(unchecked) private var ownReader: RowReader
  /// The place of the column that was last found by name.
  @exclusivity(unchecked) private var lastColumn = -1
  /// The column that was looked for after each, the last time: records ask in the same order row
  /// after row.
  @exclusivity(unchecked) private var successors: [Int] = []
  /// What decodes types by their keys, with the containers of the keys.
  @exclusivity(unchecked) var decoder: RowDecoder?
  @exclusivity(unchecked) var containers: [(key: ObjectIdentifier, container: AnyObject)] = []
  /// What types say of their decoding.
  @exclusivity(unchecked) var decodings: [(type: ObjectIdentifier, decoding: RecordDecoding?)] = []
  /// Whether a fetch is decoding the row, and throws `failure` afterwards.
  @exclusivity(unchecked) var isDecoding = false
  @exclusivity(unchecked) var failure: (any Error)?

  /// The current row of a statement.
  init(_ statement: Statement, _ layout: RowLayout, scopes: RowScopeLayout? = nil) {
    ownSource = .live(statement.sqlite)
    ownReader = RowReader(statement.sqlite)
    self.layout = layout
    range = scopes?.range ?? 0..<layout.columnNames.count
    scopeLayout = scopes
    whole = nil
  }

  /// A part of a row.
  ///
  /// - Parameters:
  ///   - scope: which part.
  ///   - whole: the row.
  ///   - isKept: whether the row keeps the part, which does then not keep the row.
  init(part scope: RowScopeLayout, of whole: Row, isKept: Bool = false) {
    ownSource = whole.source
    ownReader = whole.statementReader
    layout = whole.layout
    range = scope.range
    scopeLayout = scope
    self.whole = whole
    heldWhole = isKept ? nil : whole
  }

  /// Keeps the row that this is a part of, since somebody else than that has this part.
  func holdWhole() { heldWhole = whole }

  private init(columns: [String], values: [DatabaseValue]) {
    layout = RowLayout(columnNames: columns)
    range = 0..<columns.count
    scopeLayout = nil
    whole = nil
    let copy = CopiedRow(columnNames: columns, values: values, sql: nil)
    ownSource = .copied(copy)
    ownReader = RowReader(copy)
  }

  /// A row of these values.
  public convenience init(
    dictionaryLiteral values: (String, (any DatabaseValueConvertible)?)...
  ) {
    self.init(columns: values.map(\.0), values: values.map { $0.1?.databaseValue ?? .null })
  }

  /// A row of these columns with these values.
  convenience init(_ columns: [String], _ values: [DatabaseValue]) {
    self.init(columns: columns, values: values)
  }

  /// A row of copied values.
  private init(_ copy: CopiedRow, like row: Row) {
    ownSource = .copied(copy)
    ownReader = RowReader(copy)
    layout = row.layout
    range = row.range
    scopeLayout = row.scopeLayout
    whole = nil
    prefetches = row.prefetches
  }

  // MARK: - Copies

  var source: Source { whole?.source ?? ownSource }

  /// What reads the columns by their own indexes, those of the statement's row.
  var statementReader: RowReader { whole == nil ? ownReader : whole?.statementReader ?? ownReader }

  /// Copies the values, so that the row stays when its statement goes on.
  func detach() {
    if let whole { return whole.detach() }
    guard case .live(let statement) = ownSource else { return }
    let copy = CopiedRow(
      columnNames: layout.columnNames,
      values: statement.values,
      sql: statement.sql
    )
    ownSource = .copied(copy)
    ownReader = RowReader(copy)
    knownReader = nil
    partReaders = []
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
  public var containsNonNullValue: Bool { containsNonNullValue(in: range) }

  func containsNonNullValue(in range: Range<Int>) -> Bool {
    let reader = statementReader
    return range.contains { !reader.isNull($0) }
  }

  /// Whether the value at an index, from 0, is NULL.
  public func hasNull(atIndex index: Int) -> Bool { value(checked(index)).isNull }

  /// The value at an index, from 0.
  public func databaseValue(atIndex index: Int) -> DatabaseValue { value(checked(index)) }

  /// The value of the leftmost column of that name, nil where there is none.
  public func databaseValue(forColumn name: String) -> DatabaseValue? {
    index(of: name).map(value)
  }

  /// What reads this row's columns by their places.
  var reader: RowReader {
    let reader = statementReader
    return range.lowerBound == 0 ? reader : reader.columns(from: range.lowerBound)
  }

  private func value(_ index: Int) -> DatabaseValue { statementReader.databaseValue(index) }

  private func checked(_ index: Int) -> Int {
    precondition(range.count > index && index >= 0, "the row has no column \(index): \(self)")
    return range.lowerBound + index
  }

  /// The index of the leftmost column of that name in the statement's row.
  func index(of name: String) -> Int? {
    if whole != nil { return layout.index(of: name, in: range) }
    if successors.isEmpty { successors = Array(repeating: -1, count: range.upperBound + 1) }
    let guess = successors[lastColumn + 1]
    if guess >= 0, layout.columnNames[guess] == name {
      lastColumn = guess
      return guess
    }
    guard let index = layout.index(of: name, in: range) else { return nil }
    successors[lastColumn + 1] = index
    lastColumn = index
    return index
  }

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
}

extension Row: ExpressibleByDictionaryLiteral {}

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
