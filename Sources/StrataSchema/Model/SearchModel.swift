/// A full-text search over columns of a table.
package struct SearchModel: Hashable, Sendable {
  /// The key in the schema, which is the search's Swift name.
  package var name: String
  package var range: SourceRange
  /// The name in SQL of the virtual table that is the index.
  package var sqlName: String
  package var doc: String?
  /// The key of the table that is searched.
  package var table: String
  /// The searched columns with the weight that a match in each has, in their order.
  package var columns: [Column]
  /// The tokenizer with its options, as FTS5 reads them.
  package var tokenizer: Located<String>?
  /// The lengths of the prefixes that are indexed, in characters.
  package var prefixes: [Int]

  package struct Column: Hashable, Sendable {
    /// The Swift name.
    package var name: String
    package var range: SourceRange
    /// The weight as a numeral; nil for 1.
    package var weight: String?

    package init(name: String, range: SourceRange, weight: String?) {
      self.name = name
      self.range = range
      self.weight = weight
    }
  }

  package init(
    name: String,
    range: SourceRange,
    sqlName: String,
    doc: String?,
    table: String,
    columns: [Column],
    tokenizer: Located<String>?,
    prefixes: [Int]
  ) {
    self.name = name
    self.range = range
    self.sqlName = sqlName
    self.doc = doc
    self.table = table
    self.columns = columns
    self.tokenizer = tokenizer
    self.prefixes = prefixes
  }
}
