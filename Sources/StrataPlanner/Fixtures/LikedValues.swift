import StrataSQLite

/// The values that the conditions of a table mention beside each of its columns.
struct LikedValues {
  private var values: [String: [DatabaseValue]] = [:]
  /// The numbers in conditions on lengths.
  private var lengths: [String: [Int]] = [:]

  /// The columns of keys and of UNIQUE.
  private let narrow: Set<String>

  init(_ table: StoredTable) {
    narrow = Set(table.uniques.flatMap(\.names) + (table.primaryKey?.names ?? []))
    for check in table.checks {
      let tokens = SQLTokenizer.tokens(of: check)
      // The length of a text is no value of its column.
      let isOfLength = tokens.contains { $0.isWord("length") }
      let isOfJSON = tokens.contains { $0.isWord("json_valid") || $0.isWord("json_type") }
      let columns = Set(tokens.filter { $0.name != nil }.map(\.folded))
      if isOfJSON {
        for column in table.columns where columns.contains(column.foldedName) {
          values[column.foldedName, default: []] += Self.json
        }
      }
      for (index, token) in tokens.enumerated() {
        let isNegative = index > 0 && tokens[index - 1].isSymbol("-")
        guard let value = Self.value(token, isNegative: isNegative) else { continue }
        for column in table.columns where columns.contains(column.foldedName) {
          if !isOfLength {
            values[column.foldedName, default: []].append(value)
          } else if let length = Int.fromDatabaseValue(value) {
            lengths[column.foldedName, default: []].append(length)
          }
        }
      }
    }
  }

  private static let json = ["{}", "[]", "{\"a\":1}", "[1,2]"].map(\.databaseValue)

  subscript(column: String) -> [DatabaseValue] { values[column] ?? [] }

  /// Whether rows have to differ in a column, alone or with others.
  func isNarrow(_ column: String) -> Bool { narrow.contains(column) }

  /// How long the texts of a column may have to be.
  func lengths(_ column: String) -> [Int] { lengths[column] ?? [] }

  private static func value(_ token: SQLToken, isNegative: Bool) -> DatabaseValue? {
    switch token.kind {
    case .string: return SQLToken.unquote(token.text).databaseValue
    case .number:
      let sign = isNegative ? "-" : ""
      if let number = Int64(sign + token.text) { return number.databaseValue }
      return Double(sign + token.text)?.databaseValue
    default: return nil
    }
  }
}
