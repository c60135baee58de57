import StrataSQLite
import StrataSchema

/// A database in memory in which the statements of another's schema are tried.
final class StatementTrial {
  private let database: ReplayDatabase

  init() throws { database = try ReplayDatabase() }

  private var connection: SQLiteConnection { database.connection }

  /// Runs a statement; what SQLite says against it, or nil.
  func run(_ sql: String) -> (any Error)? {
    attempt { try connection.execute(sql) }
  }

  /// Runs `body`, once more for each function of the app that it lacks.
  private func attempt(_ body: () throws -> Void) -> (any Error)? {
    while true {
      do {
        try body()
        return nil
      } catch {
        if !database.adapts(to: error) { return error }
      }
    }
  }

  /// Whether a view or a trigger, which stays then, can be used as it is.
  ///
  /// SQLite reads the whole schema anew where something is dropped or taken back, so that this is tried
  /// first.
  func isUsable(_ statement: SchemaStatement) -> Bool {
    if statement.type == "trigger", run(statement.sql) != nil { return false }
    let error = attempt {
      for use in try uses(of: statement) { _ = try connection.prepare(use) }
    }
    if error != nil, statement.type == "trigger" {
      _ = run("DROP TRIGGER \(SQLText.quote(statement.name))")
    }
    return error == nil
  }

  /// What SQLite says when a statement is run in this form and what it makes is used; nothing of it
  /// stays.
  func error(of statement: SchemaStatement, _ sql: String) -> (any Error)? {
    attempt {
      try connection.execute("SAVEPOINT trial")
      defer { try? connection.execute("ROLLBACK TO trial; RELEASE trial") }
      if statement.type == "view" {
        try connection.execute("DROP VIEW IF EXISTS \(SQLText.quote(statement.name))")
      }
      try connection.execute(sql)
      for use in try uses(of: statement) { _ = try connection.prepare(use) }
    }
  }

  /// The statement with strings in single quotes where SQLite finds no columns; nil where it fails for
  /// another reason too, or where that would name columns in another way.
  func mended(_ statement: SchemaStatement) -> String? {
    var tokens = SQLTokenizer.tokens(of: statement.sql)
    let original = tokens
    var names: Set<String> = []
    while let error = error(of: statement, Self.text(statement.sql, original, tokens)) {
      guard let name = Self.missingName(in: error), names.insert(name).inserted else { return nil }
      var isChanged = false
      for index in tokens.indices where tokens[index].isString(name) {
        tokens[index].text = Literal.sqlText(name)
        tokens[index].kind = .string
        isChanged = true
      }
      if !isChanged { return nil }
    }
    // Some of the same name may be columns where they stand.
    for index in tokens.indices where tokens[index].kind != original[index].kind {
      var other = tokens
      other[index] = original[index]
      if error(of: statement, Self.text(statement.sql, original, other)) == nil { tokens = other }
    }
    let sql = Self.text(statement.sql, original, tokens)
    return statement.type != "view" || namesColumnsAlike(statement, sql) ? sql : nil
  }

  /// Whether a view has the same columns in both forms: one that has no name is called what it says.
  private func namesColumnsAlike(_ statement: SchemaStatement, _ sql: String) -> Bool {
    func columns(_ sql: String) -> [String]? {
      var names: [String]?
      _ = attempt {
        try connection.execute("SAVEPOINT trial")
        defer { try? connection.execute("ROLLBACK TO trial; RELEASE trial") }
        let name = SQLText.quote(statement.name)
        try connection.execute("DROP VIEW IF EXISTS \(name)")
        try connection.execute(sql)
        names = try connection.prepare("SELECT * FROM \(name)").columnNames
      }
      return names
    }
    let new = columns(sql)
    connection.acceptsDoubleQuotedStrings = true
    defer { connection.acceptsDoubleQuotedStrings = false }
    return columns(statement.sql) == new
  }

  /// Statements that can be compiled only where what a statement has made is sound.
  private func uses(of statement: SchemaStatement) throws -> [String] {
    switch statement.type {
    case "view": return ["SELECT * FROM \(SQLText.quote(statement.name))"]
    case "trigger":
      let table = SQLText.quote(statement.table)
      let tokens = SQLTokenizer.tokens(of: statement.sql).filter { $0.kind != .comment }
      let events: Set<String> = ["insert", "delete", "update"]
      // What it is called may be the name of an event.
      guard let name = tokens.firstIndex(where: { SQLTokenizer.fold(statement.name) == $0.folded }),
        let event = tokens[name...].dropFirst().first(where: {
          $0.kind == .word && events.contains($0.folded)
        })
      else { return [] }
      switch event.folded {
      case "insert": return ["INSERT INTO \(table) DEFAULT VALUES"]
      case "delete": return ["DELETE FROM \(table)"]
      default:
        let columns = try connection.rows(
          "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0",
          [statement.table]
        ).map { SQLText.quote($0[0].text) }
        if columns.isEmpty { return [] }
        let changes = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
        return ["UPDATE \(table) SET \(changes)"]
      }
    default: return []
    }
  }

  /// The statement with other texts of its tokens.
  private static func text(_ sql: String, _ old: [SQLToken], _ new: [SQLToken]) -> String {
    var bytes = Array(sql.utf8)
    for (old, new) in zip(old, new).reversed() where old.kind != new.kind {
      bytes.replaceSubrange(old.range, with: Array(new.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The column that SQLite does not find.
  private static func missingName(in error: any Error) -> String? {
    guard let message = (error as? DatabaseError)?.message,
      let range = message.firstRange(of: "no such column: ")
    else { return nil }
    // Newer versions say what they take it for.
    let name = message[range.upperBound...].firstRange(of: " - should this be a string literal")
      .map { String(message[range.upperBound..<$0.lowerBound]) }
    return name.map { $0.hasPrefix("\"") ? SQLToken.unquote($0) : $0 }
      ?? String(message[range.upperBound...])
  }

  /// Whether SQLite misses a column that stands in double quotes.
  static func isOfString(_ error: any Error, in sql: String) -> Bool {
    guard let name = missingName(in: error) else { return false }
    return SQLTokenizer.tokens(of: sql).contains { $0.isString(name) }
  }
}

extension SQLToken {
  /// Whether it is a name in double quotes that may be a string.
  fileprivate func isString(_ text: String) -> Bool {
    guard kind == .quotedName, self.text.hasPrefix("\""), let name else { return false }
    return name.utf8.elementsEqual(text.utf8)
  }
}
