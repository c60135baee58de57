extension RowReader {
  /// What reads the columns from one on as a row of their own, in which that column has index 0.
  ///
  /// It is good while this reader is.
  public func columns(from start: Int) -> RowReader {
    let map = (map ?? OwnIndexes.shared.start) + min(max(0, start), OwnIndexes.columnLimit)
    if let copy { return RowReader(copy: copy, map: map) }
    return RowReader(statement: statement, map: map)
  }
}

/// Each index as it is, so that a reader of columns from one on is a pointer into them.
///
/// Sendable: the indexes are written in the initialiser only, and live as long as the program.
private final class OwnIndexes: @unchecked Sendable {
  static let shared = OwnIndexes()
  /// The most columns that a row has.
  static let columnLimit = SQLiteLibrary.columnLimit

  let start: UnsafePointer<Int32>

  private init() {
    // Twice as many, so that a reader of columns that do not exist stays inside.
    let count = 2 * Self.columnLimit + 1
    let indexes = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    for index in 0..<count { (indexes + index).initialize(to: Int32(truncatingIfNeeded: index)) }
    start = UnsafePointer(indexes)
  }
}
