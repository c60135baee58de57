import StrataSchema

/// Reads CREATE TABLE as a database keeps it (https://sqlite.org/lang_createtable.html).
struct TableReader {
  private var table: StoredTable
  private let meaning: SQLMeaning
  private let columnNames: Set<String>

  /// The table that `sql` creates; nil where it is no CREATE TABLE with columns.
  static func table(named name: String, _ sql: String) -> StoredTable? {
    let tokens = SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
    guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
      let close = SQLMeaning.closingBracket(of: open, in: tokens[open...])
    else { return nil }
    let parts = TableReader.parts(of: tokens[(open + 1)..<close])
    var reader = TableReader(
      table: StoredTable(name: name, columns: [], sql: sql),
      meaning: SQLMeaning(table: SQLTokenizer.fold(name)),
      columnNames: SQLToken.columnNames(in: parts)
    )
    for part in parts { reader.read(Array(part)) }
    for option in TableReader.parts(of: tokens[(close + 1)...]) {
      if option.first?.isWord("strict") == true { reader.table.isStrict = true }
      if option.first?.isWord("without") == true { reader.table.isWithoutRowID = true }
    }
    reader.finish()
    return reader.table
  }

  /// The stretches between commas that are in no brackets.
  static func parts(of tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var depth = 0
    return tokens.split(omittingEmptySubsequences: true) { token in
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      return depth == 0 && token.isSymbol(",")
    }
  }

  /// Whether a part that begins so is a constraint of the table and no column.
  static func beginsTableConstraint(_ token: SQLToken) -> Bool {
    token.kind == .word && constraintWords.contains(token.folded)
  }

  private static let constraintWords: Set<String> = [
    "constraint", "primary", "unique", "check", "foreign",
  ]

  private mutating func read(_ tokens: [SQLToken]) {
    guard let first = tokens.first else { return }
    if Self.beginsTableConstraint(first) {
      readConstraints(tokens[...], of: nil)
    } else {
      readColumn(tokens, first)
    }
  }

  private mutating func readColumn(_ tokens: [SQLToken], _ first: SQLToken) {
    let name = first.name ?? SQLToken.unquote(first.text)
    var rest = tokens.dropFirst()
    var type: [String] = []
    while let token = rest.first, !token.beginsConstraint {
      if token.isSymbol("("), let end = SQLMeaning.closingBracket(of: rest.startIndex, in: rest) {
        let size = rest[rest.startIndex...end].map(\.text).joined()
        type.append((type.popLast() ?? "") + size)
        rest = rest[(end + 1)...]
      } else {
        type.append((token.name ?? SQLToken.unquote(token.text)).uppercased())
        rest = rest.dropFirst()
      }
    }
    table.columns.append(StoredColumn(name: name, type: type.joined(separator: " ")))
    readConstraints(rest, of: table.columns.count - 1)
  }

  /// Reads constraints one after the other, of a column or of the table.
  private mutating func readConstraints(_ tokens: ArraySlice<SQLToken>, of column: Int?) {
    var rest = tokens
    while let token = rest.popFirst() {
      switch token.kind == .word ? token.folded : "" {
      case "constraint": rest = rest.dropFirst()
      case "primary":
        rest = rest.dropFirst()
        readPrimaryKey(&rest, column)
      case "unique":
        let columns = keyColumns(&rest, column)
        let key = StoredKey(columns: columns, conflict: conflict(&rest))
        table.uniques.insert(key)
      case "check": table.checks.insert(expression(&rest))
      case "not":
        rest = rest.dropFirst()
        if let column { table.columns[column].isNotNull = true }
        if let conflict = conflict(&rest), let column {
          table.columns[column].type += " ON CONFLICT \(conflict)"
        }
      case "default": readDefault(&rest, column)
      case "collate":
        let name = rest.popFirst()?.folded
        if let column, name != "binary" { table.columns[column].collation = name }
      case "references":
        readReferences(&rest, columns: column.map { [table.columns[$0].foldedName] })
      case "foreign":
        rest = rest.dropFirst()
        let columns = keyColumns(&rest, nil).map(\.name)
        if rest.first?.isWord("references") == true { rest = rest.dropFirst() }
        readReferences(&rest, columns: columns)
      case "generated", "as":
        if token.isWord("generated") { rest = rest.dropFirst(2) }
        let text = expression(&rest)
        let isStored = rest.first?.isWord("stored") == true
        if isStored || rest.first?.isWord("virtual") == true { rest = rest.dropFirst() }
        if let column {
          table.columns[column].generated = .init(expression: text, isStored: isStored)
        }
      default: break
      }
    }
  }

  private mutating func readPrimaryKey(_ rest: inout ArraySlice<SQLToken>, _ column: Int?) {
    var ahead = rest
    let isNumbered = column == nil && brackets(&ahead)?.last?.isWord("autoincrement") == true
    var key = StoredKey(columns: keyColumns(&rest, column))
    key.isAutoincrement = isNumbered
    if column != nil {
      if rest.first?.isWord("desc") == true { key.isDescendingColumn = true }
      if rest.first?.isWord("asc") == true || key.isDescendingColumn { rest = rest.dropFirst() }
    }
    key.conflict = conflict(&rest)
    if rest.first?.isWord("autoincrement") == true {
      key.isAutoincrement = true
      rest = rest.dropFirst()
    }
    table.primaryKey = key
  }

  /// The columns in brackets, or else the column that a constraint stands in.
  private func keyColumns(_ rest: inout ArraySlice<SQLToken>, _ column: Int?) -> [StoredKey.Column]
  {
    if let column { return [.init(name: table.columns[column].foldedName)] }
    guard let inner = brackets(&rest) else { return [] }
    return TableReader.parts(of: inner).compactMap { part in
      guard let first = part.first else { return nil }
      var result = StoredKey.Column(name: first.folded)
      if let collate = part.firstIndex(where: { $0.isWord("collate") }), collate + 1 < part.endIndex
      {
        result.collation = part[collate + 1].folded
      }
      result.isDescending = part.dropFirst().contains { $0.isWord("desc") }
      return result
    }
  }

  private func brackets(_ rest: inout ArraySlice<SQLToken>) -> ArraySlice<SQLToken>? {
    guard rest.first?.isSymbol("(") == true,
      let end = SQLMeaning.closingBracket(of: rest.startIndex, in: rest)
    else { return nil }
    let inner = rest[(rest.startIndex + 1)..<end]
    rest = rest[(end + 1)...]
    return inner
  }

  private func expression(_ rest: inout ArraySlice<SQLToken>) -> String {
    brackets(&rest).map {
      meaning.text(of: Array($0).quotingTexts(besideColumns: columnNames))
    } ?? ""
  }

  private func conflict(_ rest: inout ArraySlice<SQLToken>) -> String? {
    guard rest.first?.isWord("on") == true, rest.dropFirst().first?.isWord("conflict") == true
    else { return nil }
    rest = rest.dropFirst(2)
    let word = rest.popFirst()?.folded
    return word == "abort" ? nil : word
  }

  private mutating func readDefault(_ rest: inout ArraySlice<SQLToken>, _ column: Int?) {
    var tokens: ArraySlice<SQLToken>
    let isExpression = rest.first?.isSymbol("(") == true
    if let inner = brackets(&rest) {
      tokens = inner
    } else {
      let signs = rest.prefix { $0.isSymbol("-") || $0.isSymbol("+") }
      tokens = rest.prefix(signs.count + 1)
      rest = rest.dropFirst(tokens.count)
      tokens = tokens.drop { $0.isSymbol("+") }
      // What stands in double quotes alone is a text here.
      if tokens.count == 1, let token = tokens.first, token.kind == .quotedName {
        let text = Literal.sqlText(SQLToken.unquote(token.text))
        tokens = SQLTokenizer.tokens(of: text)[...]
      }
    }
    guard let column else { return }
    if !isExpression, let word = tokens.first, tokens.count == 1, let name = word.name,
      word.kind == .quotedName || !Self.constants.contains(word.folded)
    {
      // A name where a value stands is a text.
      let literal = Literal.sqlText(name)
      table.columns[column].defaultValue = literal
      table.columns[column].defaultSQL = literal
      return
    }
    let text = meaning.text(of: tokens)
    if text != "null" {
      table.columns[column].defaultValue = text
      let sql = tokens.map(\.text).joined(separator: isExpression ? " " : "")
      table.columns[column].defaultSQL = isExpression ? "(\(sql))" : sql
    }
  }

  private static let constants: Set<String> = [
    "null", "true", "false", "current_date", "current_time", "current_timestamp",
  ]

  private mutating func readReferences(_ rest: inout ArraySlice<SQLToken>, columns: [String]?) {
    guard let parent = rest.popFirst() else { return }
    var key = StoredForeignKey(columns: columns ?? [], table: parent.folded, references: [])
    key.references = keyColumns(&rest, nil).map(\.name)
    while let token = rest.first {
      if token.isWord("on"), let event = rest.dropFirst().first {
        rest = rest.dropFirst(2)
        var action = rest.popFirst()?.folded ?? ""
        if action == "set" || action == "no" { action += " " + (rest.popFirst()?.folded ?? "") }
        if event.isWord("delete") { key.onDelete = action } else { key.onUpdate = action }
      } else if token.isWord("match") {
        rest = rest.dropFirst(2)
      } else if token.isWord("deferrable") {
        rest = rest.dropFirst()
        if rest.first?.isWord("initially") == true {
          key.isDeferred = rest.dropFirst().first?.isWord("deferred") == true
          rest = rest.dropFirst(2)
        }
      } else if token.isWord("not"), rest.dropFirst().first?.isWord("deferrable") == true {
        rest = rest.dropFirst(2)
        if rest.first?.isWord("initially") == true { rest = rest.dropFirst(2) }
      } else {
        break
      }
    }
    table.foreignKeys.insert(key)
  }

  /// What SQLite adds to what is written: columns of a key that can never be NULL.
  private mutating func finish() {
    if let key = table.primaryKey, key.isDescendingColumn,
      table.isWithoutRowID || table.column(key.columns[0].name)?.type != "INTEGER"
    {
      // Only of what would be the rowid does it matter where DESC stands.
      table.primaryKey?.columns[0].isDescending = true
      table.primaryKey?.isDescendingColumn = false
    }
    guard let key = table.primaryKey else { return }
    let isRowID = table.rowIDColumn != nil
    guard isRowID || table.isStrict || table.isWithoutRowID else { return }
    for index in table.columns.indices where key.names.contains(table.columns[index].foldedName) {
      table.columns[index].isNotNull = true
    }
  }
}

extension SQLToken {
  /// Whether the declared type of a column is over.
  fileprivate var beginsConstraint: Bool {
    kind == .word
      && [
        "constraint", "primary", "not", "null", "unique", "check", "default", "collate",
        "references", "generated", "as",
      ].contains(folded)
  }
}
