import StrataSQLite

/// Strings in double quotes, which SQLite takes for such where there is no column of the name, and our
/// connections do not (https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted).
struct DoubleQuotedStrings {
  /// The statements that make a schema, in an order in which they can be run.
  private(set) var statements: [String]
  /// The indices of those that had such strings, which are in single quotes now.
  private(set) var changed: Set<Int> = []

  init(_ statements: [String]) throws {
    self.statements = statements
    guard statements.contains(where: { $0.contains("\"") }) else { return }
    let database = try ReplayDatabase()
    for index in statements.indices { run(index, on: database) }
  }

  /// Runs a statement, with strings in the place of the names that there are not; one that fails for
  /// another reason is left as it is.
  private mutating func run(_ index: Int, on database: ReplayDatabase) {
    let statement = statements[index]
    let limit = statement.utf8.count
    for _ in 0...limit {
      do {
        try database.connection.execute(statements[index])
        if statements[index] != statement { changed.insert(index) }
        return
      } catch {
        guard let name = Self.missingName(in: error),
          let mended = Self.mend(statements[index], name)
        else { break }
        statements[index] = mended
      }
    }
    statements[index] = statement
  }

  private static func missingName(in error: any Error) -> String? {
    guard let message = (error as? DatabaseError)?.message,
      let range = message.firstRange(of: "no such column: ")
    else { return nil }
    // Newer versions say what they take it for.
    let name = message[range.upperBound...].split(separator: " - should").first.map(String.init)
    return name.map { $0.hasPrefix("\"") ? SQLToken.unquote($0) : $0 }
  }

  private static func mend(_ sql: String, _ name: String) -> String? {
    var bytes = Array(sql.utf8)
    let strings = SQLTokenizer.tokens(of: sql).filter {
      $0.kind == .quotedName && $0.text.hasPrefix("\"") && $0.name == name
    }
    if strings.isEmpty { return nil }
    for token in strings.reversed() {
      let text = name.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''")
      bytes.replaceSubrange(token.range, with: "'\(text)'".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SQLiteConnection {
  /// Writes strings of the schema that are in double quotes in single ones, which mean the same.
  func mendStrings() throws {
    let rows = try self.rows(
      """
      SELECT rowid, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, rowid
      """
    )
    let strings = try DoubleQuotedStrings(rows.map { $0[1].text })
    if strings.changed.isEmpty { return }
    try execute("PRAGMA writable_schema = ON")
    for index in strings.changed.sorted() {
      let statement = try prepare("UPDATE sqlite_master SET sql = ?1 WHERE rowid = ?2")
      let sql = DatabaseValue(storage: .string(strings.statements[index]))
      try statement.bind(StatementArguments(values: [sql, rows[index][0]]))
      while try statement.step() {}
    }
    let version = try number("PRAGMA schema_version")
    try execute("PRAGMA schema_version = \(version + 1)")
    try execute("PRAGMA writable_schema = RESET")
  }
}
