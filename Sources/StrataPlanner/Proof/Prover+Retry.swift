import StrataSQLite
import StrataSchema

extension Prover {
  /// Reports an error of SQLite, then those that it hides: SQLite stops at the first name that it does
  /// not know, so something that it knows is put in its place and the text tried again.
  mutating func reportAll(
    _ first: any Error,
    in text: SQLText,
    fragment: SQLFragment? = nil,
    at range: SourceRange,
    reading relations: [String],
    _ attempt: (ProofDatabase, String) throws -> Void
  ) throws {
    var error = first
    var stand = StandIns(text: text, fragment: fragment)
    let known = Set(relations.flatMap { catalog[$0]?.columns.map(\.name) ?? [] })
    for _ in 0..<16 {
      try report(error, in: text, fragment: fragment, at: range, reading: relations)
      guard let mistake = UnknownName(error), stand.hide(mistake, besides: known) else { return }
      do {
        try stand.attempt(in: database, attempt)
        return
      } catch let next as DatabaseError {
        // Anything else may come from what stands in, which in an index is the name of a column.
        guard let mistake = UnknownName(next), mistake.kind != .call(StandIns.function) else {
          return
        }
        error = next
      }
    }
  }
}

/// A name that SQLite does not know, or not like that.
private struct UnknownName {
  enum Kind: Hashable {
    /// A column, with the table before it.
    case column([String])
    case table(String)
    case collation(String)
    /// A function, also one that takes another number of arguments.
    case call(String)
  }

  var kind: Kind
  /// Where in the SQL it is, where SQLite says that.
  var offset: Int?

  /// Nil for an error of another kind.
  init?(_ error: any Error) {
    guard let error = error as? DatabaseError, let message = error.message else { return nil }
    offset = error.offset
    func rest(_ prefix: String) -> String? {
      message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
    }
    if let name = rest("no such column: ") {
      let path = SQLTokenizer.tokens(of: name).filter { $0.name != nil }.map(\.folded)
      guard !path.isEmpty else { return nil }
      kind = .column(path)
    } else if let name = rest("no such table: ") {
      kind = .table(name.hasPrefix("main.") ? String(name.dropFirst(5)) : name)
    } else if let name = rest("no such collation sequence: ") {
      kind = .collation(SQLTokenizer.fold(name))
    } else if let name = rest("no such function: ") ?? rest("unknown function: ")
      ?? rest("wrong number of arguments to function ")
    {
      kind = .call(SQLTokenizer.fold(name.hasSuffix("()") ? String(name.dropLast(2)) : name))
    } else {
      return nil
    }
  }
}

/// What stands in for the names that SQLite does not know; places in the text stay as they are.
private struct StandIns {
  /// A function that takes any arguments.
  static let function = "char"

  let text: SQLText
  let fragment: SQLFragment?
  private var sql: [UInt8]
  /// The statements that create tables.
  private var tables: [String] = []

  init(text: SQLText, fragment: SQLFragment?) {
    self.text = text
    self.fragment = fragment
    sql = Array(text.sql.utf8)
  }

  private var tokens: [SQLToken] { SQLTokenizer.tokens(of: String(decoding: sql, as: UTF8.self)) }

  func attempt(
    in database: ProofDatabase,
    _ attempt: (ProofDatabase, String) throws -> Void
  ) throws {
    let sql = String(decoding: sql, as: UTF8.self)
    guard !tables.isEmpty else { return try attempt(database, sql) }
    try database.trying {
      for table in tables { try database.execute(table) }
      try attempt(database, sql)
    }
  }

  /// Puts something in the place of a name; `known` are the columns of the tables that are known.
  ///
  /// - Returns: Whether that could be done.
  mutating func hide(_ mistake: UnknownName, besides known: Set<String>) -> Bool {
    switch mistake.kind {
    case .column(let path): return hide(column: path, at: mistake.offset)
    case .call(let name): return hide(call: name, at: mistake.offset)
    case .collation(let name): return hide(collation: name)
    case .table(let name):
      tables.append(standIn(for: name, besides: known))
      return true
    }
  }

  /// A constant of the same length.
  private mutating func hide(column path: [String], at offset: Int?) -> Bool {
    let tokens = tokens
    var isHidden = false
    for index in tokens.indices where tokens[index].folded == path[0] {
      let range = tokens[index].range
      if let offset, offset != range.lowerBound { continue }
      let end = index + 2 * (path.count - 1)
      guard end < tokens.count, isWritten(range),
        path.indices.allSatisfy({ tokens[index + 2 * $0].folded == path[$0] }),
        tokens[end].range.upperBound - range.lowerBound > 1
      else { continue }
      put("''", in: range.lowerBound..<tokens[end].range.upperBound)
      isHidden = true
    }
    return isHidden
  }

  private mutating func hide(call name: String, at offset: Int?) -> Bool {
    let tokens = tokens
    var isHidden = false
    for index in tokens.indices.dropLast()
    where tokens[index].folded == name && tokens[index + 1].isSymbol("(") {
      let range = tokens[index].range
      if let offset, offset != range.lowerBound { continue }
      guard isWritten(range), range.count >= Self.function.utf8.count, name != Self.function else {
        continue
      }
      put(Self.function, in: range)
      isHidden = true
    }
    return isHidden
  }

  private mutating func hide(collation name: String) -> Bool {
    let tokens = tokens
    var isHidden = false
    for index in tokens.indices.dropFirst()
    where tokens[index].folded == name && tokens[index - 1].isWord("collate") {
      let range = tokens[index - 1].range.lowerBound..<tokens[index].range.upperBound
      guard isWritten(range) else { continue }
      put("", in: range)
      isHidden = true
    }
    return isHidden
  }

  /// A table with all names that may be its columns.
  private func standIn(for name: String, besides known: Set<String>) -> String {
    let tokens = tokens
    var columns: [String] = []
    let table = SQLTokenizer.fold(name)
    var isList = false
    for (index, token) in tokens.enumerated() {
      // The names that INSERT gives after the table are its own.
      if token.isSymbol("("), index > 0, tokens[index - 1].folded == table { isList = true }
      if token.isSymbol(")") { isList = false }
      let isOwn = isList || index > 0 && tokens[index - 1].isSymbol(".")
      guard token.name != nil, isOwn || !known.contains(token.folded),
        !columns.contains(token.folded)
      else { continue }
      columns.append(token.folded)
    }
    let list = columns.prefix(1000).map(SQLText.quote).joined(separator: ", ")
    return "CREATE TABLE \(SQLText.quote(name)) (\(list.isEmpty ? "a" : list))"
  }

  /// Whether the text comes from the fragment that is to blame.
  private func isWritten(_ range: Range<Int>) -> Bool {
    guard let origin = text.origin(ofUTF8Offset: range.lowerBound) else { return false }
    return fragment.map { $0 == origin.fragment } ?? true
  }

  private mutating func put(_ word: String, in range: Range<Int>) {
    for position in range { sql[position] = 0x20 }
    for (index, byte) in word.utf8.enumerated() { sql[range.lowerBound + index] = byte }
  }
}
