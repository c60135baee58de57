extension SyntaxReader {
  static let columnKeys = [
    "type", "stored", "default", "unique", "check", "collate", "generated", "sql", "autoincrement",
    "newtype", "delete", "update", "as", "inverse", "was", "backfill", "cast", "doc", "notNull",
  ]

  static let generatedKeys = ["stored"]

  /// What is written instead of keys that people know from elsewhere.
  private static let columnHints: [String: String] = {
    let optional = "a column has a value unless its type ends with '?'"
    let reference = "a foreign key has a type such as 'Other.ID'"
    let key = "write 'primaryKey:' on the table; a column named 'id' is the key without it"
    return [
      "notnull": optional, "not_null": optional, "null": optional, "nullable": optional,
      "optional": optional, "required": optional, "references": reference,
      "foreignkey": reference, "primarykey": key, "primary_key": key,
      "index": "write it under 'indexes:' of the table",
    ]
  }()

  mutating func column(_ pair: YAMLPair, _ place: String) -> ColumnSyntax {
    let name = pair.key
    var column = ColumnSyntax(name: name)
    _ = checkName(name, "a column")
    let place = "column '\(name.value)' of \(place)"
    guard case .mapping = pair.value.content else {
      column.type = type(pair.value, place)
      return column
    }
    guard
      let mapping = mapping(
        pair.value,
        place,
        keys: Self.columnKeys,
        hints: Self.columnHints,
        instead: "a type"
      )
    else { return column }
    if let type = mapping["type"] {
      column.type = self.type(type, mapping.what("type"))
    } else {
      diagnostics.error(
        .missingKey,
        "\(place) has no type; write 'type:' with one, such as String",
        at: name.range
      )
    }
    column.stored = text(mapping["stored"], mapping.what("stored"), instead: "a way to store it")
    column.defaultValue = defaultValue(mapping["default"], mapping.what("default"))
    column.isUnique = bool(mapping["unique"], mapping.what("unique"))
    column.check = sql(mapping["check"], mapping.what("check"))
    column.collation = text(
      mapping["collate"],
      mapping.what("collate"),
      instead: "a collation, such as NOCASE"
    )
    column.generated = generated(mapping["generated"], mapping.what("generated"))
    readSQLName(mapping["sql"], mapping.what("sql"), into: &column)
    column.isAutoincrement = bool(mapping["autoincrement"], mapping.what("autoincrement"))
    column.isNewtype = bool(mapping["newtype"], mapping.what("newtype"))
    column.onDelete = word(
      mapping["delete"],
      mapping.what("delete"),
      ForeignKeyModel.Action.self
    )
    column.onUpdate = word(
      mapping["update"],
      mapping.what("update"),
      ForeignKeyModel.Action.self
    )
    column.accessor = accessor(mapping["as"], mapping.what("as"))
    column.inverse = accessor(mapping["inverse"], mapping.what("inverse"))
    column.was = text(mapping["was"], mapping.what("was"), instead: "the column's old name")
    column.backfill = sql(mapping["backfill"], mapping.what("backfill"))
    column.cast = sql(mapping["cast"], mapping.what("cast"))
    column.doc = doc(mapping["doc"], mapping.what("doc"))
    column.isNotNull = bool(mapping["notNull"], mapping.what("notNull"))
    return column
  }

  private mutating func accessor(_ node: YAMLNode?, _ what: String) -> Located<String>? {
    guard let name = text(node, what, instead: "the name of the accessor") else { return nil }
    return checkName(name, "an accessor", remedy: "choose another name") ? name : nil
  }

  private mutating func generated(
    _ node: YAMLNode?,
    _ what: String
  ) -> ColumnModel.GeneratedColumn? {
    guard let node else { return nil }
    guard case .mapping = node.content else {
      return sql(node, what).map { .init(sql: $0, isStored: false) }
    }
    let instead = "SQL, or {stored: SQL}"
    guard let mapping = mapping(node, what, keys: Self.generatedKeys, instead: instead)
    else { return nil }
    return sql(mapping["stored"], mapping.what("stored")).map { .init(sql: $0, isStored: true) }
  }

  /// Reads a name in SQL, which may hold spaces and may stand in SQL's quotation marks.
  mutating func sqlName(_ node: YAMLNode?, _ what: String, instead: String) -> Located<String>? {
    guard let text = text(node, what, instead: instead) else { return nil }
    guard ["\"", "`", "["].contains(text.value.prefix(1)) else { return text }
    let (name, rest) = text.value.splittingSQLName
    return name.map { Located(rest.isEmpty ? $0 : text.value, at: text.range) } ?? text
  }

  /// Reads `UnitPrice NUMERIC(10,2)`: a name, which may be quoted, and a declared type.
  private mutating func readSQLName(
    _ node: YAMLNode?,
    _ what: String,
    into column: inout ColumnSyntax
  ) {
    guard let text = text(node, what, instead: "the column's name in SQL") else { return }
    let (name, rest) = text.value.splittingSQLName
    guard let name else {
      diagnostics.error(
        .sqlName,
        "\(what) is a name, then possibly a type; a name with spaces stands in \"\"",
        at: text.range
      )
      return
    }
    column.sqlName = Located(name, at: text.range)
    guard !rest.isEmpty else { return }
    guard rest.isDeclaredType else {
      diagnostics.error(
        .sqlName,
        "'\(rest)' is no declared type; a name with spaces stands in \"\", and constraints have"
          + " keys of their own",
        at: text.range
      )
      return
    }
    column.sqlType = Located(rest, at: text.range)
  }
}

extension String {
  /// The first word or quoted name, and what follows it.
  fileprivate var splittingSQLName: (name: String?, rest: String) {
    let closing: [Character: Character] = ["\"": "\"", "`": "`", "[": "]"]
    guard let first, let close = closing[first] else {
      let name = prefix { !$0.isWhitespace }
      return (name.isEmpty ? nil : String(name), String(dropFirst(name.count)).trimmed)
    }
    var name = ""
    var rest = dropFirst()
    while let character = rest.popFirst() {
      if character == close {
        // A mark in the name is written twice.
        guard close == first, rest.first == close else {
          return (name.isEmpty ? nil : name, String(rest).trimmed)
        }
        rest.removeFirst()
      }
      name.append(character)
    }
    return (nil, "")
  }

  /// Whether SQLite would take this as the type of a column and as nothing more: words, then
  /// possibly one or two numbers (https://sqlite.org/syntax/type-name.html).
  fileprivate var isDeclaredType: Bool {
    let words = prefix { $0 != "(" }
    let arguments = dropFirst(words.count)
    let constraints: Set<String> = [
      "NOT", "NULL", "PRIMARY", "KEY", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
      "GENERATED", "ALWAYS", "AS", "CONSTRAINT", "AUTOINCREMENT",
    ]
    let parts = words.split(separator: " ")
    let isWord: (Substring) -> Bool = { part in
      part.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
      } && !constraints.contains(part.uppercased())
    }
    guard !parts.isEmpty, parts.allSatisfy(isWord) else { return false }
    guard !arguments.isEmpty else { return true }
    guard arguments.hasSuffix(")") else { return false }
    let numbers = arguments.dropFirst().dropLast().split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    return numbers.count <= 2
      && numbers.allSatisfy { number in
        let digits = String(number).trimmed.drop { $0 == "-" || $0 == "+" }
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
