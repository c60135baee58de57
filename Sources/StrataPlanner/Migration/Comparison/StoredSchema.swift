import StrataSQLite

/// The schema of a database by its meaning: what a replayed history gives, what a schema file wants,
/// and what a file of a user has are all compared as this.
package struct StoredSchema: Hashable {
  private(set) var tables: [StoredTable] = []
  var objects: [StoredObject] = []
  /// The places of the tables, by their folded names.
  private var places: [String: Int] = [:]

  /// An index, a view, a trigger or a virtual table, which have no parts that change by themselves.
  struct StoredObject: Hashable {
    enum Kind: String, Hashable { case index, view, trigger, search }

    var kind: Kind
    var name: String
    /// The table or view that it stands on.
    var table: String
    var sql: String
    /// What it means, normalised.
    var meaning: String
    /// The folded names that it mentions.
    var mentions: Set<String>

    var foldedName: String { SQLTokenizer.fold(name) }
    var foldedTable: String { SQLTokenizer.fold(table) }

    func isSame(as other: StoredObject) -> Bool {
      kind == other.kind && foldedName == other.foldedName && meaning == other.meaning
    }
  }

  func table(_ folded: String) -> StoredTable? { places[folded].map { tables[$0] } }

  func objects(_ kind: StoredObject.Kind) -> [StoredObject] { objects.filter { $0.kind == kind } }

  /// The tables that a migrator keeps for itself, and those that a store of documents makes.
  static let ledgers: Set<String> = [
    "grdb_migrations", "strata_migrations", "strata_blob", "strata_blob_chunk", "strata_blob_use",
    "strata_checkpoint", "strata_collection", "strata_documents",
  ]

  /// Reads the main schema of a connection, without what belongs to SQLite, to the
  /// migrator and to a store; `quotes` has what its strings in double quotes are.
  init(_ connection: SQLiteConnection, mending quotes: DoubleQuotedStrings? = nil) throws {
    let shadows = try Set(
      connection.rows(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'"
      )
      .map { $0[0].text }
    )
    for statement in try SchemaStatement.all(of: connection) {
      let (type, name, table) = (statement.type, statement.name, statement.table)
      let sql = quotes?.mended(statement.sql) ?? statement.sql
      guard !name.hasPrefix("sqlite_"), !sql.isEmpty, !shadows.contains(name),
        !Self.ledgers.contains(table)
      else { continue }
      let tokens = SQLTokenizer.tokens(of: sql)
      if type == "table", !tokens.prefix(2).contains(where: { $0.isWord("virtual") }) {
        if let table = TableReader.table(named: name, sql) {
          places[table.foldedName] = tables.count
          tables.append(table)
        }
        continue
      }
      guard let kind = type == "table" ? .search : StoredObject.Kind(rawValue: type) else {
        continue
      }
      objects.append(
        StoredObject(
          kind: kind,
          name: name,
          table: table,
          sql: sql,
          meaning: Self.meaning(of: tokens, kind, table),
          mentions: Set(tokens.filter { $0.name != nil }.map(\.folded))
        )
      )
    }
    resolveReferences()
    sortViews()
    expandStars()
  }

  init() {}

  private static func meaning(
    of tokens: [SQLToken],
    _ kind: StoredObject.Kind,
    _ table: String
  ) -> String {
    var tokens = tokens.filter { $0.kind != .comment }
    if kind == .index { tokens = tokens.droppingAscending() }
    let isOwn = kind == .index
    return SQLMeaning(table: isOwn ? SQLTokenizer.fold(table) : nil).text(of: tokens)
  }

  /// A reference without columns is one to the key of the table.
  private mutating func resolveReferences() {
    let keys = Dictionary(
      tables.map { ($0.foldedName, $0.primaryKey?.names ?? []) },
      uniquingKeysWith: { first, _ in first }
    )
    for index in tables.indices {
      tables[index].foreignKeys = Set(
        tables[index].foreignKeys.map { key in
          var key = key
          if key.references.isEmpty { key.references = keys[key.table] ?? [] }
          return key
        }
      )
    }
  }

  /// A view may have been made before one that it reads was made anew.
  private mutating func sortViews() {
    let views = objects(.view)
    guard views.count > 1 else { return }
    let named = Dictionary(
      views.map { ($0.foldedName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let names = Set(named.keys)
    var ordered: [StoredObject] = []
    var seen: Set<String> = []
    func visit(_ view: StoredObject) {
      guard seen.insert(view.foldedName).inserted else { return }
      for name in view.mentions.intersection(names).sorted() {
        if let other = named[name] { visit(other) }
      }
      ordered.append(view)
    }
    for view in views { visit(view) }
    objects = objects.filter { $0.kind != .view } + ordered
  }
}

extension [SQLToken] {
  /// Without ASC, which is how an index is sorted anyway.
  fileprivate func droppingAscending() -> [SQLToken] {
    enumerated().filter { index, token in
      guard token.isWord("asc"), index + 1 < count else { return true }
      return !(self[index + 1].isSymbol(",") || self[index + 1].isSymbol(")"))
    }.map(\.element)
  }
}

extension SQLiteConnection {
  /// All rows of a statement.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [[DatabaseValue]] {
    let statement = try prepare(sql)
    try statement.bind(arguments)
    var rows: [[DatabaseValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  /// The first value of the first row as a number.
  func number(_ sql: String) throws -> Int64 {
    guard case .int64(let number)? = try rows(sql).first?.first?.storage else { return 0 }
    return number
  }
}

extension DatabaseValue {
  /// A text; empty for anything else.
  var text: String {
    if case .string(let text) = storage { text } else { "" }
  }
}
