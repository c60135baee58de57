// The names of types, of tables and of members that a schema takes, each once.
extension SchemaResolver {
  mutating func claimTypeNames(_ database: Located<String>) {
    names.database = database.value
    names.claim(
      database.value,
      for: "database '\(database.value)'",
      at: database.range,
      remedy: "choose another name",
      &diagnostics
    )
    for file in files {
      for item in file.enums {
        checkNoScalar(item.name, "an enum")
        claim(item.name, "enum", remedy: "choose another key")
      }
      for item in file.structs {
        checkNoScalar(item.name, "a value")
        claim(item.name, "value", remedy: "choose another key")
      }
      for item in file.appTypes {
        checkNoScalar(item.name, "a type of the app")
        claim(item.name, "type", remedy: "choose another name for it")
      }
      for item in file.tables {
        let sql = item.sqlName?.value ?? Identifier.lowercasingStart(of: item.name.value)
        claim(item.name, "table", remedy: "choose another key, and write 'sql: \(sql)'")
      }
      for item in file.views {
        claim(item.name, "view", remedy: "choose another key")
      }
      for item in file.searches {
        claim(item.name, "search", remedy: "choose another key")
      }
      for item in file.collections { claimTypeNames(of: item) }
    }
    for (request, source) in files.flatMap(\.allRequests) {
      names.claim(
        Identifier.requestTypeName(of: request.name.value),
        for: "request '\(request.name.value)' of \(source)",
        at: request.name.range,
        remedy: "choose another key for the request",
        &diagnostics
      )
    }
    claimSQLTypeNames()
  }

  /// Takes the names of what is written in SQL, and of the rows that it may give.
  private mutating func claimSQLTypeNames() {
    // What stands here twice is reported once.
    var seen: Set<String> = []
    for request in files.flatMap(\.requests) {
      let what = "request '\(request.name.value)'"
      let name = Identifier.requestTypeName(of: request.name.value)
      claim(request.name, as: name, for: what, "request")
      guard [.many, .first].contains(request.returns?.value ?? .many),
        seen.insert(name).inserted
      else { continue }
      let row = Identifier.rowTypeName(ofRequest: request.name.value)
      claim(request.name, as: row, for: "the row of \(what)", "request")
    }
    for statement in files.flatMap(\.statements) {
      let what = "statement '\(statement.name.value)'"
      let name = Identifier.capitalizingStart(of: statement.name.value)
      claim(statement.name, as: name, for: what, "statement")
      guard statement.mayGiveRows, seen.insert(name).inserted else { continue }
      let row = Identifier.rowTypeName(ofStatement: statement.name.value)
      claim(statement.name, as: row, for: "the row of \(what)", "statement")
    }
  }

  private mutating func claim(
    _ key: Located<String>,
    as name: String,
    for what: String,
    _ thing: String
  ) {
    names.claim(
      name,
      for: what,
      at: key.range,
      remedy: "choose another key for the \(thing)",
      &diagnostics
    )
  }

  private mutating func claimTypeNames(of collection: CollectionSyntax) {
    let name = collection.name
    checkNoScalar(name, "a collection")
    let sql = collection.sqlCollectionName
    claim(name, "collection", remedy: "choose another key, and write 'sql: \(sql)'")
    claim(
      name,
      as: Identifier.rowTypeName(ofCollection: name.value),
      for: "the row of collection '\(name.value)'",
      "collection"
    )
  }

  private mutating func checkNoScalar(_ name: Located<String>, _ thing: String) {
    guard SchemaResolver.scalars[name.value] != nil else { return }
    diagnostics.error(
      .reservedName,
      "'\(name.value)' is a type of the language, and \(thing) of that name could not be told from"
        + " it; choose another key",
      at: name.range
    )
  }

  private mutating func claim(_ name: Located<String>, _ what: String, remedy: String) {
    names.claim(
      name.value,
      for: "\(what) '\(name.value)'",
      at: name.range,
      remedy: remedy,
      &diagnostics
    )
  }

  /// Tables, views and indexes share one namespace in SQLite, in which case does not count.
  mutating func claimSQLNames(_ tables: [TableSyntax]) {
    // What is there twice has been reported.
    var known: Set<String> = []
    for table in tables where known.insert(table.name.value).inserted {
      claimSQLName(
        table.sqlTableName,
        "table '\(table.name.value)'",
        at: (table.sqlName ?? table.name).range
      )
    }
    for view in files.flatMap(\.views) where known.insert(view.name.value).inserted {
      claimSQLName(
        view.sqlViewName,
        "view '\(view.name.value)'",
        at: (view.sqlName ?? view.name).range
      )
    }
    for search in files.flatMap(\.searches) where known.insert(search.name.value).inserted {
      claimSearch(search)
    }
    claimObjects()
    for collection in files.flatMap(\.collections)
    where known.insert(collection.name.value).inserted {
      claimSQLNames(of: collection)
    }
    var seen: Set<String> = []
    for table in tables where seen.insert(table.name.value).inserted {
      for index in table.indexes {
        claimSQLName(
          index.sqlIndexName(in: table),
          "index '\(index.name.value)' of table '\(table.name.value)'",
          at: (index.sqlName ?? index.name).range
        )
      }
    }
  }

  mutating func claimSQLName(_ name: String, _ what: String, at range: SourceRange) {
    if name.sqlLowercased.hasPrefix("sqlite_") {
      diagnostics.error(
        .reservedName,
        "SQLite keeps names that begin with 'sqlite_' for itself; choose another for"
          + " \(what)",
        at: range
      )
    }
    let bytes = Array(name.sqlLowercased.utf8)
    guard let owner = sqlNames.updateValue((what, range), forKey: bytes) else { return }
    sqlNames[bytes] = owner
    diagnostics.error(
      .duplicateSQLName,
      "\(what) and \(owner.what) are both '\(name)' in SQL, where case does not count; choose another"
        + " name, or say it with 'sql:'",
      at: range,
      notes: [.init("\(owner.what) is here", at: owner.range)]
    )
  }

  /// Takes a name in a table's Swift type.
  mutating func claimMember(
    _ name: String,
    of table: String,
    for what: String,
    at range: SourceRange,
    remedy: String
  ) {
    guard let owner = members[table]?[name] else {
      members[table, default: [:]][name] = (what, range)
      return
    }
    diagnostics.error(
      .duplicateName,
      "\(what) and \(owner.what) are both '\(table).\(name)' in Swift; \(remedy)",
      at: range,
      notes: [.init("\(owner.what) is here", at: owner.range)]
    )
  }

  mutating func claimColumns(_ table: TableSyntax) {
    var sqlNames: [[UInt8]: Located<String>] = [:]
    for column in table.columns {
      claimMember(
        column.name.value,
        of: table.name.value,
        for: "column '\(column.name.value)'",
        at: column.name.range,
        remedy: "choose another key, and say with 'sql:' how SQL spells it"
      )
      let sql = column.sqlName ?? column.name
      let bytes = Array(sql.value.sqlLowercased.utf8)
      if let first = sqlNames[bytes] {
        diagnostics.error(
          .duplicateSQLName,
          "column '\(column.name.value)' is '\(sql.value)' in SQL, as another column of table"
            + " '\(table.name.value)' is; choose another name",
          at: sql.range,
          notes: [.init("the other one is here", at: first.range)]
        )
      } else {
        sqlNames[bytes] = sql
      }
    }
  }
}

extension StatementSyntax {
  /// Whether running it may give rows, which only RETURNING does.
  fileprivate var mayGiveRows: Bool {
    if let returns { return [.many, .first].contains(returns.value) }
    guard let text = sql?.text else { return false }
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.contains { $0.sqlLowercased == "returning" }
  }
}

extension SchemaSyntax {
  /// All requests with words for the table or view on which they stand.
  fileprivate var allRequests: [(RequestSyntax, String)] {
    tables.flatMap { table in table.requests.map { ($0, "table '\(table.name.value)'") } }
      + views.flatMap { view in view.requests.map { ($0, "view '\(view.name.value)'") } }
      + collections.flatMap { collection in
        collection.requests.map { ($0, "collection '\(collection.name.value)'") }
      }
  }
}
