/// Some of a record's columns, by their indexes.
public struct ColumnSet: Hashable, Sendable {
  private var words: [UInt64] = []

  /// No column.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether a column is one of them.
  public func contains(_ index: Int) -> Bool {
    index / 64 < words.count && words[index / 64] & (1 << (index % 64)) != 0
  }

  /// Adds a column.
  public mutating func insert(_ index: Int) {
    while words.count <= index / 64 { words.append(0) }
    words[index / 64] |= 1 << (index % 64)
  }
}

extension ColumnSet: ExpressibleByArrayLiteral {
  /// The columns of these indexes.
  public init(arrayLiteral indexes: Int...) {
    for index in indexes { insert(index) }
  }
}
