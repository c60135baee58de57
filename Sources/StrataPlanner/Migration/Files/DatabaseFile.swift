import StrataSQLite
package import StrataSchema

/// A database of the field, on a copy of which steps are tried; the file itself is only read.
package final class DatabaseFile {
  let connection: SQLiteConnection
  /// Its schema, with strings in single quotes.
  let stored: StoredSchema
  /// The folded names of the views and triggers that the file has with strings in double quotes.
  private let misquoted: Set<String>
  /// The steps that it has run, in the order in which it has, with their hashes.
  let ledger: [(name: String, hash: String?)]
  /// The folded names of the app's functions, for which something else stands in here.
  private let functions: Set<String>

  /// Copies a file.
  ///
  /// The copy is a temporary database of SQLite, whose file has no name as soon as it is open
  /// (https://sqlite.org/inmemorydb.html#temp_db): nothing is left of it however the process ends.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - schema: what the app registers.
  /// - Throws: `FileProblem` where it is no database that can be read.
  package init(path: String, for schema: SchemaModel) throws(FileProblem) {
    let file = try UntouchedFile(path: path)
    do {
      connection = try SQLiteConnection(path: "")
      try file.connection.backup(to: connection, pagesPerStep: -1) { _ in }
    } catch let error as DatabaseError where error.resultCode.isOfCopy {
      throw FileProblem(
        "no copy of '\(path)' can be made, on which to try the steps: SQLite says"
          + " '\(error.message ?? "\(error)")'; make room, or say with SQLITE_TMPDIR where there is some"
      )
    } catch {
      throw UntouchedFile.problem(error, path)
    }
    do {
      connection.addUnknownCollations()
      let samples = SampleRows(schema)
      for function in schema.functions {
        let value = function.returns.map { samples.value(of: $0.type, $0.storage) }
        try connection.addFunction(function.name.value, argumentCount: nil, isDeterministic: true) {
          value ?? $0.first ?? .null
        }
      }
      functions = Set(schema.functions.map { SQLTokenizer.fold($0.name.value) })
      let quotes = try DoubleQuotedStrings(SchemaStatement.all(of: connection))
      stored = try StoredSchema(connection, mending: quotes)
      misquoted = Set(
        stored.objects.filter {
          ($0.kind == .view || $0.kind == .trigger) && quotes.isChanged($0.name)
        }.map(\.foldedName)
      )
      ledger = try Self.ledger(of: connection)
      // As a migrator has it that takes over a database of others.
      connection.acceptsDoubleQuotedStrings = true
    } catch {
      throw UntouchedFile.problem(error, path)
    }
  }

  private static func ledger(
    of connection: SQLiteConnection
  ) throws -> [(name: String, hash: String?)] {
    let tables = try Set(
      connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'").map { $0[0].text }
    )
    guard tables.contains("grdb_migrations") else { return [] }
    let hash = tables.contains("strata_migrations") ? "hash" : "NULL"
    let join = hash == "NULL" ? "" : "LEFT JOIN strata_migrations USING (identifier)"
    return try connection.rows(
      "SELECT identifier, \(hash) FROM grdb_migrations \(join) ORDER BY grdb_migrations.rowid"
    ).map { ($0[0].text, $0[1].isNull ? nil : $0[1].text) }
  }

  /// The names of the steps that the file has run.
  package var appliedNames: [String] { ledger.map(\.name) }

  /// How many steps of a history the file has.
  ///
  /// - Throws: `FileProblem` where the history does not lead to it.
  package func position(in history: MigrationHistory) throws(FileProblem) -> Int {
    guard let first = history.steps.first else {
      throw FileProblem("there is no recorded history", .otherHistory)
    }
    let names = Set(ledger.map(\.name))
    let known = Set(history.steps.flatMap { [$0.name] + $0.lock.replaces } + ["prototype"])
    if let unknown = ledger.first(where: { !known.contains($0.name) }) {
      throw FileProblem(
        "the file has run '\(unknown.name)', which the history does not know",
        .otherHistory
      )
    }
    for (name, hash) in ledger {
      let step = history.steps.first { $0.name == name }
      if let step, let hash, hash != step.lock.hash {
        throw FileProblem(
          "the file has run '\(name)' as it was before it was changed",
          .otherHistory
        )
      }
    }
    var isFirstThere = names.contains(first.name)
    if let last = first.lock.replaces.last, names.contains(last) { isFirstThere = true }
    if ledger.contains(where: { $0.name == "prototype" && $0.hash == first.lock.hash }) {
      isFirstThere = true
    }
    if first.lock.isBaseline, ledger.isEmpty, !stored.tables.isEmpty { isFirstThere = true }
    guard isFirstThere else {
      if ledger.isEmpty, stored.tables.isEmpty { return 0 }
      throw FileProblem(
        "the file was not made by this history"
          + (ledger.isEmpty
            ? ": it has tables, and no app has run a step on it; 'baseline' begins a history with it"
            : ""),
        .otherHistory
      )
    }
    return 1 + history.steps.dropFirst().prefix { names.contains($0.name) }.count
  }

  /// What the file has otherwise than the history says, in words.
  package func differences(from history: ReplayedHistory, _ schema: SchemaModel) -> [String] {
    ChangeWriter(schema: schema).changes(
      SchemaDifference(from: history.stored, to: stored)
    ).map(\.message)
  }

  /// Runs the steps that the copy lacks.
  ///
  /// - Throws: `FileProblem` that names the step and says why it fails.
  package func migrate(
    _ history: MigrationHistory,
    from position: Int
  ) throws(FileProblem) {
    for step in history.steps.dropFirst(position) {
      try run(step.script.statements, "the step '\(step.name)'")
    }
  }

  /// Runs statements in a transaction.
  package func run(_ statements: [String], _ what: String) throws(FileProblem) {
    let tokens = statements.flatMap { SQLTokenizer.tokens(of: $0) }
    do {
      let orphans = try rowsWithoutParents()
      // The copy is nobody's, so that it may be changed before the check.
      try MigrationStep(connection, foreignKeys: .unchecked).run(statements)
      // The app checks what the step touches; rows that were so before are no fault of another's.
      let writing = statements.filter { !$0.definesNoRows }
      let touched = try tablesReferring(
        fromOrTo: Set(
          writing.flatMap { SQLTokenizer.tokens(of: $0) }.filter { $0.name != nil }.map(\.folded)
        )
      )
      let broken = try rowsWithoutParents(checking: touched).filter { table, count in
        touched.contains(SQLTokenizer.fold(table)) || count > orphans[table, default: 0]
      }
      guard broken.isEmpty else {
        let tables = broken.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        throw FileProblem(
          "\(what) fails: rows would have no parent (\(tables.joined(separator: ", ")))",
          .step
        )
      }
    } catch let problem as FileProblem {
      throw problem
    } catch {
      let called = Set(tokens.map(\.folded)).intersection(functions).sorted()
      let doubt =
        called.isEmpty
        ? "" : "; it may run in the app, which alone has \(called.joined(separator: ", "))"
      throw FileProblem(
        "\(what) fails: \((error as? DatabaseError)?.message ?? "\(error)")\(doubt)",
        .step
      )
    }
  }

  /// How many rows of each table have no parents; nothing of a table whose foreign keys lead to columns
  /// that are not unique (https://sqlite.org/foreignkeys.html#fk_indexes), unless it has to be known.
  private func rowsWithoutParents(checking touched: Set<String> = []) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for table in try StoredSchema(connection).tables where !table.foreignKeys.isEmpty {
      do {
        try connection.checkForeignKeys(of: [table.name])
      } catch let violation as MigrationStep.ForeignKeyViolation {
        counts.merge(violation.rowCounts, uniquingKeysWith: +)
      } catch  where !touched.contains(table.foldedName) {
        continue
      }
    }
    return counts
  }

  /// The folded names of the tables with foreign keys of which either side has one of these names.
  private func tablesReferring(fromOrTo names: Set<String>) throws -> Set<String> {
    let tables = try StoredSchema(connection).tables.filter { table in
      table.foreignKeys.contains { names.contains($0.table) || names.contains(table.foldedName) }
    }
    return Set(tables.map(\.foldedName))
  }

  /// How many rows a hazard concerns; nil where that cannot be counted.
  package func count(_ hazard: Hazard) -> Int? {
    guard let sql = hazard.count, let rows = try? connection.rows(sql),
      case .int64(let number)? = rows.first?.first?.storage
    else { return nil }
    return Int(number)
  }

  /// The statements that make the schema of the file.
  package var creation: [MigrationPlan.Statement] {
    let order: [StoredSchema.StoredObject.Kind] = [.index, .search, .view, .trigger]
    return stored.tables.map { .init($0.sql.quotingTexts) }
      + order.flatMap { kind in stored.objects(kind).map { .init($0.sql) } }
  }

  /// Whether it has tables by which an app can know it again.
  package var hasTables: Bool { !stored.tables.isEmpty }

  /// The statements that make the views and triggers anew whose strings are in double quotes, with which
  /// an app could use neither them nor the tables that they stand on; none where there are no such.
  package var requotation: [MigrationPlan.Statement] {
    let views = stored.objects(.view).filter { misquoted.contains($0.foldedName) }
    let names = Set(views.map(\.foldedName))
    // A view takes its triggers along.
    let triggers = stored.objects(.trigger).filter {
      misquoted.contains($0.foldedName) || names.contains($0.foldedTable)
    }
    return triggers.map { .init("DROP TRIGGER \(SQLText.quote($0.name))") }
      + views.map { .init("DROP VIEW \(SQLText.quote($0.name))") }
      + (views + triggers).map { .init($0.sql) }
  }
}

/// Why a database file cannot be used.
package struct FileProblem: Error {
  package enum Kind: Sendable {
    case unreadable
    /// It has no tables.
    case empty
    /// It is not what the history makes.
    case otherHistory
    /// A step fails on it.
    case step
    /// It has what no schema can say.
    case noSchema
  }

  package var message: String
  package var kind: Kind

  init(_ message: String, _ kind: Kind = .unreadable) {
    self.message = message
    self.kind = kind
  }
}

extension ResultCode {
  /// Whether it is of a file that is written, which the database of the field is not.
  fileprivate var isOfCopy: Bool { self == .SQLITE_FULL || self == .SQLITE_IOERR }
}

extension String {
  /// Whether a statement makes or drops a view, a trigger or an index, and so writes no rows.
  fileprivate var definesNoRows: Bool {
    let words = SQLTokenizer.tokens(of: self).filter { $0.kind != .comment }.prefix(4)
    guard let first = words.first, first.isWord("create") || first.isWord("drop") else {
      return false
    }
    return words.dropFirst().prefix { $0.kind == .word }.contains {
      ["view", "trigger", "index"].contains($0.folded)
    }
  }
}
