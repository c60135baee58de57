/// The names of the columns of rows, found by name whatever its case.
final class RowLayout {
  let columnNames: [String]
  private var indexes: [String: Int]?
  private var maps: [ColumnMap] = []

  init(columnNames: [String]) { self.columnNames = columnNames }

  /// The index of the leftmost column of that name in a range.
  func index(of name: String, in range: Range<Int>) -> Int? {
    if range.lowerBound == 0, range.upperBound == columnNames.count { return index(of: name) }
    let range = range.clamped(to: 0..<columnNames.count)
    if let index = columnNames[range].firstIndex(of: name) { return index }
    let name = name.lowercased()
    return columnNames[range].firstIndex { $0.lowercased() == name }
  }

  private func index(of name: String) -> Int? {
    let known: [String: Int]
    if let indexes {
      known = indexes
    } else {
      // Exact names and lowercased ones; of equal names the leftmost.
      known = Dictionary(
        columnNames.enumerated().map { ($1, $0) }
          + columnNames.enumerated().map { ($1.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
      )
      indexes = known
    }
    return known[name] ?? known[name.lowercased()]
  }

  /// Where the columns of a table are in the row; nil where they are in the table's order from 0.
  ///
  /// The pointer lives as long as the layout.
  func map(
    _ table: TableDefinition,
    in range: Range<Int>,
    sql: @autoclosure () -> String?
  ) throws -> UnsafePointer<Int32>? {
    if let map = maps.first(where: { $0.table === table && $0.range == range }) {
      return map.pointer
    }
    let map = try ColumnMap(table, range, self, sql: sql())
    maps.append(map)
    return map.pointer
  }
}

/// Where the columns of a table are in rows of one layout.
private final class ColumnMap {
  let table: TableDefinition
  let range: Range<Int>
  /// Nil where the places are 0, 1, 2, ….
  let pointer: UnsafePointer<Int32>?
  private let storage: UnsafeMutablePointer<Int32>?

  init(_ table: TableDefinition, _ range: Range<Int>, _ layout: RowLayout, sql: String?) throws {
    self.table = table
    self.range = range
    let names = layout.columnNames
    if range.count >= table.columns.count, range.upperBound <= names.count,
      table.columns.indices.allSatisfy({ names[range.lowerBound + $0] == table.columns[$0] }),
      range.lowerBound == 0
    {
      storage = nil
      pointer = nil
      return
    }
    let places = try table.columns.map { column -> Int32 in
      guard let place = layout.index(of: column, in: range) else {
        throw RowDecodingError(
          reason: .columnNotFound,
          expectedType: "a row",
          table: table.name,
          column: column,
          sql: sql
        )
      }
      return Int32(place)
    }
    let storage = UnsafeMutablePointer<Int32>.allocate(capacity: max(places.count, 1))
    storage.initialize(from: places, count: places.count)
    self.storage = storage
    pointer = UnsafePointer(storage)
  }

  deinit { storage?.deallocate() }
}
