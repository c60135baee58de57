/// Where the columns of a record and of the records joined to it are in a row.
struct ScopeLayout: Hashable, Sendable {
  /// The record's own columns.
  var columns: Range<Int>
  /// The joined records, by the keys of their associations.
  var scopes: [String: ScopeLayout] = [:]
  /// Columns that only the runtime reads.
  var keys: Range<Int> = 0..<0
  /// Joined records whose place is beside a table further up.
  var lifted: [Lifted] = []

  struct Lifted: Hashable, Sendable {
    var key: String
    var scope: ScopeLayout
    /// How many tables further up.
    var height: Int

    init(key: String, _ scope: ScopeLayout, _ height: Int) {
      self.key = key
      self.scope = scope
      self.height = height
    }
  }
}

extension ScopeLayout {
  /// The same, as a row finds its parts.
  var rowScopes: RowScopeLayout {
    RowScopeLayout(range: columns, children: scopes.mapValues(\.rowScopes))
  }
}
