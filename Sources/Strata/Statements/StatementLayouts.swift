/// The columns of a statement's rows, found anew where the schema has changed.
struct StatementLayouts {
  private var recompilationCount: Int32 = -1
  private var row: RowLayout?
  private var maps: [ColumnMap] = []

  /// Forgets what is no longer true.
  private mutating func refresh(_ statement: SQLiteStatement) {
    let count = statement.recompilationCount
    if count != recompilationCount {
      recompilationCount = count
      row = nil
      maps = []
    }
  }

  /// The names of the row's columns. The statement stands on a row.
  mutating func rowLayout(_ statement: SQLiteStatement) -> RowLayout {
    refresh(statement)
    if let row { return row }
    let layout = RowLayout(columnNames: statement.columnNames)
    row = layout
    return layout
  }

  /// Where the columns of a table are in the row; nil where they are in the table's order from 0.
  ///
  /// The statement stands on a row.
  mutating func map(
    _ table: TableDefinition,
    _ range: Range<Int>?,
    _ statement: SQLiteStatement
  ) throws -> UnsafePointer<Int32>? {
    refresh(statement)
    if let map = maps.first(where: { $0.table === table && $0.range == range }) {
      return map.pointer
    }
    let map = try ColumnMap(table, range, rowLayout(statement), sql: statement.sql)
    maps.append(map)
    return map.pointer
  }
}

/// Where the columns of a table are in the rows of a statement.
final class ColumnMap {
  let table: TableDefinition
  let range: Range<Int>?
  /// Nil where the places are 0, 1, 2, ….
  let pointer: UnsafePointer<Int32>?
  private let storage: UnsafeMutablePointer<Int32>?

  init(_ table: TableDefinition, _ range: Range<Int>?, _ layout: RowLayout, sql: String) throws {
    self.table = table
    self.range = range
    let range = range ?? 0..<layout.columnNames.count
    if range.lowerBound == 0, range.count >= table.columns.count,
      table.columns.indices.allSatisfy({ layout.columnNames[$0] == table.columns[$0] })
    {
      storage = nil
      pointer = nil
      return
    }
    var places: [Int32] = []
    for column in table.columns {
      guard let place = layout.index(of: column, in: range) else {
        throw RowDecodingError(
          reason: .columnNotFound,
          expectedType: "a row",
          table: table.name,
          column: column,
          sql: sql
        )
      }
      places.append(Int32(place))
    }
    let storage = UnsafeMutablePointer<Int32>.allocate(capacity: max(places.count, 1))
    storage.initialize(from: places, count: places.count)
    self.storage = storage
    pointer = UnsafePointer(storage)
  }

  deinit { storage?.deallocate() }
}
