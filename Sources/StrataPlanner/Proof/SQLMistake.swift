import StrataSQLite
import StrataSchema

/// Turns what SQLite says about a statement into a diagnostic at the place in the schema.
struct SQLMistake {
  let error: DatabaseError
  let text: SQLText
  /// The fragment that is to blame where SQLite does not say which.
  let fragment: SQLFragment?
  /// The place of whatever the statement is for.
  let range: SourceRange
  /// The names of the tables and views that the statement may read.
  let scope: NameScope

  func diagnostic() -> Diagnostic {
    let message = error.message ?? "\(error)"
    if error.resultCode == .SQLITE_READONLY {
      return Diagnostic(
        .error,
        "sql-writes",
        "this writes; only reading is allowed here",
        at: place(of: nil)
      )
    }
    if let name = SQLMistake.rest(of: message, after: "no such column: ") {
      return unknownColumn(name)
    }
    if let name = SQLMistake.rest(of: message, after: "no such table: ") {
      return unknownTable(name.hasPrefix("main.") ? String(name.dropFirst(5)) : name)
    }
    if let name = SQLMistake.rest(of: message, after: "wrong number of arguments to function ") {
      return wrongArguments(name.hasSuffix("()") ? String(name.dropLast(2)) : name)
    }
    let functions = ["no such function: ", "unknown function: "]
    for prefix in functions {
      guard let name = SQLMistake.rest(of: message, after: prefix) else { continue }
      return unknownFunction(name.hasSuffix("()") ? String(name.dropLast(2)) : name)
    }
    if let name = SQLMistake.rest(of: message, after: "no such collation sequence: ") {
      return unknownCollation(name)
    }
    if let name = SQLMistake.unwritableView(in: message) { return writtenView(name) }
    if message.hasSuffix(": syntax error") || message == "incomplete input" {
      if let diagnostic = reservedWord() { return diagnostic }
      // The parenthesis is ours.
      let isCut =
        fragment != nil && error.offset.map { text.origin(ofUTF8Offset: $0) == nil } ?? true
      if isCut, message == "near \")\": syntax error" || message == "incomplete input" {
        return Diagnostic(
          .error,
          "sql-syntax",
          "SQL syntax: this ends before it is complete",
          at: place(of: nil)
        )
      }
      return Diagnostic(.error, "sql-syntax", "SQL syntax: \(message)", at: place(of: nil))
    }
    if message.hasPrefix("non-deterministic functions prohibited"),
      let diagnostic = indeterminate(message)
    {
      return diagnostic
    }
    // SQLite quotes what it speaks of.
    let name = SQLTokenizer.tokens(of: message).first { $0.kind == .quotedName }?.name
    return Diagnostic(.error, "sql-error", "SQLite says: \(message)", at: place(of: name))
  }

  private func unknownColumn(_ written: String) -> Diagnostic {
    // SQLite adds a question to a name in double quotes.
    let name =
      written.hasPrefix("\"")
      ? SQLTokenizer.tokens(of: written).first?.name ?? written : written
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let column = parts.last ?? name
    let place = columnPlace(of: parts) ?? place(of: column)
    if parts.count == 2, ["old", "new"].contains(SQLTokenizer.fold(parts[0])),
      scope.columnNames.map(SQLTokenizer.fold).contains(SQLTokenizer.fold(column))
    {
      return Diagnostic(
        .error,
        "unknown-column",
        "no '\(name)' here: an INSERT has no old row, and a DELETE has no new one",
        at: place
      )
    }
    if parts.count == 2, let alias = alias(of: parts[0]) {
      return Diagnostic(
        .error,
        "unknown-column",
        "'\(parts[0])' is called '\(alias)' here; write '\(alias).\(column)'",
        at: place
      )
    }
    if let diagnostic = unseen(column, of: parts, at: place) { return diagnostic }
    if let sqlName = scope.sqlName(ofSwiftColumn: column), sqlName != column {
      return swiftName(column, sqlName: sqlName, at: place)
    }
    let owner = scope.relations.count == 1 ? scope.catalog[scope.relations[0]]?.sqlName : nil
    var message = "no column '\(name)' " + (owner.map { "in '\($0)'" } ?? "here")
    let near = nearest(to: column, in: scope.columnNames)
    if let near { message += "; did you mean '\(near)'?" }
    guard let token = self.written(at: place)?.token, token.text.hasPrefix("\"") else {
      let fixIts = self.fixIts("write '\(near ?? "")'", at: place, near.map(SQLText.spelling(of:)))
      return Diagnostic(.error, "unknown-column", message, at: place, fixIts: fixIts)
    }
    let string = Literal.sqlText(column)
    return Diagnostic(
      .error,
      "unknown-column",
      message + (message.hasSuffix("?") ? " A" : "; a")
        + " string stands in single quotes: \(string)",
      at: place,
      fixIts: fixIts("write a string", at: place, string)
    )
  }

  /// The place of the column in `table.column`, where SQLite does not tell it.
  private func columnPlace(of parts: [String]) -> SourceRange? {
    guard error.offset == nil, parts.count == 2 else { return nil }
    let path = parts.map(SQLTokenizer.fold)
    for candidate in fragment.map({ [$0] }) ?? text.fragments {
      let tokens = SQLTokenizer.tokens(of: candidate.text)
      for index in tokens.indices.dropFirst(2) where tokens[index - 1].isSymbol(".") {
        guard [tokens[index - 2].folded, tokens[index].folded] == path else { continue }
        return candidate.range(ofUTF8: tokens[index].range)
      }
    }
    return nil
  }

  /// A word of SQL that has the place of a column or a table of the same name.
  private func reservedWord() -> Diagnostic? {
    guard let offset = error.offset, let origin = text.origin(ofUTF8Offset: offset) else {
      return nil
    }
    let tokens = SQLTokenizer.tokens(of: origin.fragment.text)
    guard let index = tokens.firstIndex(where: { $0.range.contains(origin.offset) }) else {
      return nil
    }
    let columns = Set(scope.columnNames.map(SQLTokenizer.fold))
    let tables = Set(scope.tableNames.map(SQLTokenizer.fold))
    // CASE and its like are refused only for what follows them.
    let word = tokens[max(0, index - 1)...index].last { token in
      token.kind == .word && SQLMistake.reservedWords.contains(token.folded)
        && (columns.contains(token.folded) || tables.contains(token.folded))
    }
    guard let word else { return nil }
    let isTable =
      tokens.last { $0.range.upperBound <= word.range.lowerBound && $0.kind != .comment }
      .map { token in
        ["from", "join", "into", "update"].contains { token.isWord($0) }
      } == true
    guard isTable ? tables.contains(word.folded) : columns.contains(word.folded) else {
      return nil
    }
    let place = origin.fragment.range(ofUTF8: word.range)
    return Diagnostic(
      .error,
      "sql-syntax",
      "'\(word.text)' is a word of SQL; to name the \(isTable ? "table" : "column"), write it in double"
        + " quotes:"
        + " \(SQLText.quote(word.text))",
      at: place,
      fixIts: fixIts("quote the name", at: place, SQLText.quote(word.text))
    )
  }

  /// The words that SQLite takes for no name without quotes (https://sqlite.org/lang_keywords.html).
  static let reservedWords: Set<String> = [
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate",
    "commit", "constraint", "create", "default", "deferrable", "delete", "distinct", "drop", "else",
    "escape", "except", "exists", "foreign", "from", "group", "having", "in", "index", "insert",
    "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing", "notnull", "null", "on",
    "or", "order", "primary", "references", "returning", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where",
  ]

  private func unknownTable(_ name: String) -> Diagnostic {
    let place = place(of: name)
    if let sqlName = scope.sqlName(ofSwiftTable: name) {
      return swiftName(name, sqlName: sqlName, at: place)
    }
    var message = "no table or view '\(name)'"
    let near = nearest(to: name, in: scope.tableNames)
    if let near { message += "; did you mean '\(near)'?" }
    let fixIts = self.fixIts("write '\(near ?? "")'", at: place, near.map(SQLText.spelling(of:)))
    return Diagnostic(.error, "unknown-table", message, at: place, fixIts: fixIts)
  }

  private func swiftName(_ name: String, sqlName: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .error,
      "swift-name-in-sql",
      "'\(name)' is a Swift name; SQL calls it '\(sqlName)'",
      at: place,
      fixIts: fixIts("use the SQL name", at: place, SQLText.spelling(of: sqlName))
    )
  }

  static func rest(of message: String, after prefix: String) -> String? {
    message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
  }

  /// The place that SQLite tells, else that of the first token named `name`, else the fragment.
  func place(of name: String?) -> SourceRange {
    if let offset = error.offset, let origin = text.origin(ofUTF8Offset: offset) {
      let tokens = SQLTokenizer.tokens(of: origin.fragment.text)
      if let index = tokens.firstIndex(where: { $0.range.contains(origin.offset) }) {
        return origin.fragment.range(ofUTF8: SQLMistake.namePart(of: tokens, at: index, name))
      }
      return origin.fragment.range(ofUTF8: origin.offset..<origin.offset)
    }
    for candidate in fragment.map({ [$0] }) ?? text.fragments {
      guard let name else { break }
      let folded = SQLTokenizer.fold(name)
      let tokens = SQLTokenizer.tokens(of: candidate.text)
      if let range = SQLMistake.range(ofPath: folded, in: tokens) {
        return candidate.range(ofUTF8: range)
      }
      if let token = tokens.first(where: { $0.name != nil && $0.folded == folded }) {
        return candidate.range(ofUTF8: token.range)
      }
    }
    return fragment?.range ?? range
  }

  /// The place of `schema.table`.
  private static func range(ofPath path: String, in tokens: [SQLToken]) -> Range<Int>? {
    for index in tokens.indices.dropFirst(2) where tokens[index - 1].isSymbol(".") {
      guard tokens[index - 2].folded + "." + tokens[index].folded == path else { continue }
      return tokens[index - 2].range.lowerBound..<tokens[index].range.upperBound
    }
    return nil
  }

  /// Of `table.column` the part that is `name`.
  private static func namePart(of tokens: [SQLToken], at index: Int, _ name: String?) -> Range<Int>
  {
    guard let name, index + 2 < tokens.count, tokens[index + 1].isSymbol("."),
      tokens[index].folded != SQLTokenizer.fold(name)
    else { return tokens[index].range }
    return tokens[index + 2].range
  }
}

extension SQLText {
  /// The fragments that it is made of, each once.
  var fragments: [SQLFragment] {
    var fragments: [SQLFragment] = []
    for piece in pieces where fragments.last != piece.fragment { fragments.append(piece.fragment) }
    return fragments
  }

  /// The name as a person would write it: in quotes only where it needs them.
  static func spelling(of name: String) -> String {
    let tokens = SQLTokenizer.tokens(of: name)
    let isPlain =
      tokens.count == 1 && tokens[0].kind == .word
      && !SQLMistake.reservedWords.contains(tokens[0].folded)
    return isPlain ? name : quote(name)
  }
}
