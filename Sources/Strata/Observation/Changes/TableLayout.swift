/// The columns of a table, in the order in which the pre-update hook numbers them.
package struct TableLayout: Sendable, Equatable {
  /// A column, as far as its changes go.
  package struct Column: Sendable, Equatable {
    package var name: SchemaName
    /// A virtual generated column is computed when it is read; the hook does not see it.
    package var isVirtual = false
    package var isGenerated = false
    /// Whether the column is of a primary key or of a unique index.
    package var isKey = false
    /// A default that the hook may show as NULL, for a row older than the column.
    package var hasDefault = false
  }

  /// The columns.
  package let columns: [Column]
  /// Whether rows have no rowid (https://sqlite.org/withoutrowid.html).
  package let isWithoutRowID: Bool
  private let bits: [SchemaName: Int]

  package init(columns: [Column], isWithoutRowID: Bool) {
    self.columns = columns
    self.isWithoutRowID = isWithoutRowID
    bits = Dictionary(
      columns.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The set of these columns; a name that is no column, such as `rowid`, stands for the row.
  func columnSet(of names: Set<SchemaName>) -> RegionColumns {
    var set = RegionColumns()
    for name in names { set.formUnion(bits[name].map { RegionColumns(column: $0) } ?? .row) }
    return set
  }

  /// The columns that are computed when they are read.
  var virtualColumns: RegionColumns { columnSet(where: \.isVirtual) }

  /// The columns of the primary key and of unique indexes.
  var keyColumns: RegionColumns { columnSet(where: \.isKey) }

  var hasGeneratedColumns: Bool { columns.contains(where: \.isGenerated) }

  private func columnSet(where condition: (Column) -> Bool) -> RegionColumns {
    var set = RegionColumns()
    for (index, column) in columns.enumerated() where condition(column) {
      set.formUnion(RegionColumns(column: index))
    }
    return set
  }
}

/// The columns of a row that a change has touched.
///
/// The columns from the 63rd on share one bit: waking too often is allowed.
package struct RegionColumns: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The column with that index.
  package init(column index: Int) { rawValue = 1 << UInt64(min(index, 62)) }

  /// The row itself: it has come, has gone, or has another rowid.
  package static let row = RegionColumns(rawValue: 1 << 63)
  /// Every column, and the row itself.
  package static let all = RegionColumns(rawValue: .max)
}
