/// The names of the columns of rows, found by name whatever its case.
final class RowLayout {
  let columnNames: [String]
  private var indexes: [String: Int]?

  init(columnNames: [String]) { self.columnNames = columnNames }

  /// The index of the leftmost column of that name.
  func index(of name: String) -> Int? {
    if let index = columnNames.firstIndex(of: name) { return index }
    if indexes == nil {
      indexes = Dictionary(
        columnNames.enumerated().map { ($1.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    return indexes?[name.lowercased()]
  }

  /// The index of the leftmost column of that name in a range.
  func index(of name: String, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<columnNames.count)
    if let index = columnNames[range].firstIndex(of: name) { return index }
    let name = name.lowercased()
    return columnNames[range].firstIndex { $0.lowercased() == name }
  }
}
