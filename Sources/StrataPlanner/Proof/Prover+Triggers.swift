import StrataSQLite
import StrataSchema

extension Prover {
  /// Creates the triggers, and has SQLite compile what fires each: it looks into the body of a trigger
  /// only then.
  mutating func createTriggers() throws {
    for trigger in schema.triggers {
      guard let tokens = check(trigger.sql, as: .trigger) else { continue }
      let parts = TriggerParts(tokens)
      let text = triggerStatement(trigger, stars).text
      let relations = relations(in: tokens)
      if let parts, !checkTime(of: parts, in: trigger) { continue }
      do {
        try database.execute(text.sql)
      } catch {
        try report(error, in: text, at: trigger.name.range, reading: relations)
        continue
      }
      guard let parts, checkColumns(of: parts, in: trigger),
        let firing = firingStatement(parts)
      else { continue }
      do {
        _ = try database.prepare(firing)
        if !isUncertain(tokens, reading: relations) { checkStorage(of: parts, in: trigger) }
      } catch {
        try database.execute("DROP TRIGGER " + SQLText.quote(trigger.name.value))
        try explain(error, trigger, parts, firing, reading: relations)
      }
    }
  }

  /// Reports what the statements of a trigger store that no column takes.
  private mutating func checkStorage(of parts: TriggerParts, in trigger: TriggerModel) {
    for statement in parts.statements {
      guard let write = SQLReader.write(statement) else { continue }
      var inference = TypeInference(catalog)
      _ = inference.columns(of: write)
      reportRefusals(inference, in: trigger.sql)
    }
  }

  /// The folded names of the tables and views that the SQL names.
  private func relations(in tokens: [SQLToken]) -> [String] {
    var names: [String] = []
    for token in tokens where token.name != nil {
      let isKnown = catalog[token.folded] != nil || broken.contains(token.folded)
      if isKnown, !names.contains(token.folded) { names.append(token.folded) }
    }
    return names
  }

  /// A statement that the trigger fires for.
  func firingStatement(_ parts: TriggerParts) -> String? {
    let name = SQLText.quote(parts.table.name ?? "")
    switch parts.event {
    case .insert: return "INSERT INTO \(name) DEFAULT VALUES"
    case .delete: return "DELETE FROM \(name)"
    case .update:
      let first = parts.columns.first?.name ?? writableColumn(of: parts.table.folded)
      guard let column = first.map(SQLText.quote) else { return nil }
      return "UPDATE \(name) SET \(column) = \(column)"
    }
  }

  private func writableColumn(of relation: String) -> String? {
    guard let table = schema.tables.first(where: { SQLTokenizer.fold($0.sqlName) == relation })
    else {
      return catalog[relation]?.columnNames.first
    }
    return table.columns.first { $0.generated == nil }?.sqlName
  }

  /// A view has INSTEAD OF triggers, and a table has the others.
  private mutating func checkTime(of parts: TriggerParts, in trigger: TriggerModel) -> Bool {
    guard let first = parts.head.first, let relation = catalog[parts.table.folded],
      !schema.searches.contains(where: { $0.sqlName == relation.sqlName })
    else { return true }
    let isInstead = first.isWord("instead")
    guard isInstead == relation.isTable else { return true }
    diagnostics.error(
      "trigger-time",
      isInstead
        ? "INSTEAD OF is for views, and '\(relation.sqlName)' is a table; write BEFORE or AFTER"
        : "'\(relation.sqlName)' is a view, which has INSTEAD OF triggers only",
      at: trigger.sql.range(ofUTF8: first.range)
    )
    return false
  }

  /// SQLite takes any name after UPDATE OF, and never fires for one that is no column, or one that
  /// nobody can write.
  private mutating func checkColumns(of parts: TriggerParts, in trigger: TriggerModel) -> Bool {
    let relation = parts.table.folded
    guard !broken.contains(relation), let known = catalog[relation] else { return true }
    let table = schema.tables.first { SQLTokenizer.fold($0.sqlName) == relation }
    let before = diagnostics.all.count
    for token in parts.columns {
      let range = trigger.sql.range(ofUTF8: token.range)
      if let column = table?.columns.first(where: { SQLTokenizer.fold($0.sqlName) == token.folded }
      ),
        column.generated != nil
      {
        diagnostics.error(
          "trigger-column",
          "'\(column.sqlName)' is computed, so that UPDATE OF never fires for it; name the columns"
            + " that it is computed from",
          at: range
        )
        continue
      }
      let isRowID = known.rowID != nil && ["rowid", "oid", "_rowid_"].contains(token.folded)
      guard !isRowID, !known.isOpen, !known.columns.contains(where: { $0.name == token.folded })
      else { continue }
      let near = nearest(to: token.name ?? "", in: known.columnNames)
      diagnostics.error(
        "unknown-column",
        "no column '\(token.name ?? "")' in '\(known.sqlName)'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""),
        at: range,
        fixIts: near.flatMap { near in
          trigger.sql.fixIt(
            "write '\(near)'",
            replacing: token.range,
            with: SQLText.spelling(of: near)
          )
        }
        .map { [$0] } ?? []
      )
    }
    return diagnostics.all.count == before
  }

  /// Tries the condition and each statement of the body alone, so that every mistake is reported.
  private mutating func explain(
    _ error: any Error,
    _ trigger: TriggerModel,
    _ parts: TriggerParts,
    _ firing: String,
    reading relations: [String]
  ) throws {
    let before = diagnostics.all.count
    guard let head = trigger.sql.part(parts.head) else { return }
    for statement in [[]] + parts.statements {
      let body = trigger.sql.part(statement)
      var text = SQLText()
      text.append("CREATE TRIGGER ")
      text.append(name: trigger.name.value)
      text.append(" ")
      text.append(head)
      text.append(" BEGIN ")
      if let body { text.append(body) } else { text.append("SELECT 1") }
      text.append("; END")
      let attempt = { (database: ProofDatabase, sql: String) throws in
        try database.trying {
          try database.execute(sql)
          do {
            _ = try database.prepare(firing)
          } catch let error as DatabaseError {
            // The place is one in another statement.
            throw DatabaseError(
              resultCode: error.extendedResultCode,
              message: error.message,
              sql: error.sql
            )
          }
        }
      }
      do {
        try attempt(database, text.sql)
      } catch {
        try reportAll(
          error,
          in: text,
          fragment: body ?? head,
          at: trigger.name.range,
          reading: relations,
          attempt
        )
        // A condition that is wrong is wrong with every statement.
        if body == nil { break }
      }
    }
    guard diagnostics.all.count == before else { return }
    try report(
      error,
      in: triggerStatement(trigger, stars).text,
      fragment: trigger.sql,
      at: trigger.name.range,
      reading: relations
    )
  }
}

extension SQLFragment {
  /// The stretch of the fragment that tokens take; nil where there are none.
  func part(_ tokens: [SQLToken]) -> SQLFragment? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return part(first.range.lowerBound..<last.range.upperBound)
  }

  /// A stretch of the fragment, with its own place.
  func part(_ offsets: Range<Int>) -> SQLFragment {
    let bytes = Array(text.utf8)[offsets]
    let start = TextOrigin(utf8Offset: 0, position: position(atUTF8Offset: offsets.lowerBound))
    let inner = origins.filter { offsets.dropFirst().contains($0.utf8Offset) }
      .map {
        TextOrigin(utf8Offset: $0.utf8Offset - offsets.lowerBound, position: $0.position)
      }
    return SQLFragment(
      text: String(decoding: bytes, as: UTF8.self),
      range: range(ofUTF8: offsets),
      origins: [start] + inner,
      // Quotation marks inside of a plain text mark nothing.
      style: style == .plain ? .literal : style
    )
  }
}
