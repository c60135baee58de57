extension SchemaResolver {
  /// Whether SQL lets a column of a key be NULL, which Swift takes to have a value.
  ///
  /// That is how SQLite reads `code TEXT PRIMARY KEY` in a table that is not STRICT
  /// (https://sqlite.org/quirks.html#primary_keys_can_sometimes_contain_nulls).
  mutating func allowsNull(
    _ syntax: ColumnSyntax,
    _ model: ColumnModel,
    key: [String],
    isStrict: Bool,
    isWithoutRowID: Bool
  ) -> Bool {
    guard let isNotNull = syntax.isNotNull else { return false }
    guard !isNotNull.value else {
      diagnostics.error(
        .idleKey,
        "'notNull: true' says nothing: a column has a value unless its type ends with '?'; remove it",
        at: isNotNull.range
      )
      return false
    }
    let isRowID = key.count == 1 && model.declaredType.sqlLowercased == "integer"
    let reason: String? =
      if !key.contains(model.name) {
        "is for columns of a primary key; write a type that ends with '?'"
      } else if isStrict {
        "says nothing in a STRICT table, whose key is never NULL; remove it"
      } else if isWithoutRowID {
        "says nothing in a table without rowids, whose key is never NULL; remove it"
      } else if isRowID {
        "says nothing of a rowid, which is never NULL; remove it"
      } else {
        nil
      }
    guard let reason else { return true }
    diagnostics.error(.idleKey, "'notNull: false' \(reason)", at: isNotNull.range)
    return false
  }
}

extension SchemaResolver {
  /// What the schema creates in SQL of its own, each name once.
  mutating func objects() -> [ObjectModel] { files.flatMap(\.objects) }

  /// Takes the names of objects in SQL; triggers have names of their own.
  mutating func claimObjects() {
    for object in files.flatMap(\.objects) where !object.isTrigger {
      claimSQLName(object.name.value, "object '\(object.name.value)'", at: object.name.range)
    }
  }
}

extension ObjectModel {
  fileprivate var isTrigger: Bool {
    let words = sql.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.prefix(3)
    return words.contains { $0.sqlLowercased == "trigger" }
  }
}
