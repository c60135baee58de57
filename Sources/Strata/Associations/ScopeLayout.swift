/// Where the columns of a record and of the records joined to it are in a row.
struct ScopeLayout: Hashable, Sendable {
  /// The record's own columns.
  var columns: Range<Int>
  /// The joined records, by the keys of their associations.
  var scopes: [String: ScopeLayout] = [:]
  /// Columns that only the runtime reads.
  var keys: Range<Int> = 0..<0
}

extension ScopeLayout {
  /// The same, as a row finds its parts.
  var rowScopes: RowScopeLayout {
    RowScopeLayout(range: columns, children: scopes.mapValues(\.rowScopes))
  }
}
