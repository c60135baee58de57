import StrataSQLite
import StrataSchema

extension Prover {
  /// Fires the triggers of a database with a search as the app does: each fires also for what it writes
  /// itself (https://sqlite.org/pragma.html#pragma_recursive_triggers), and may never end.
  mutating func tryRecursion(
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows
  ) throws {
    guard !schema.searches.isEmpty, !schema.triggers.isEmpty, unproved.isEmpty else { return }
    var endless: [(TriggerModel, TriggerParts)] = []
    try database.execute("PRAGMA recursive_triggers = ON")
    try space(inserts, samples, attempt: 0).with { space in
      for trigger in schema.triggers {
        guard let parts = TriggerParts(SQLTokenizer.tokens(of: trigger.sql.text)) else { continue }
        try space.trying {
          database.setTriggersEnabled(true)
          defer { database.setTriggersEnabled(false) }
          if isEndless(parts, inserts, samples) { endless.append((trigger, parts)) }
        }
      }
    }
    try database.execute("PRAGMA recursive_triggers = OFF")
    for (trigger, parts) in endless {
      let others = endless.filter {
        $0.1.table.folded == parts.table.folded && $0.1.event == parts.event
      }
      // Where one of them writes what it is fired for, it is the one.
      guard writesOwnTable(parts) || !others.contains(where: { writesOwnTable($0.1) }) else {
        continue
      }
      diagnostics.error(
        "trigger-recursion",
        "the trigger '\(trigger.name.value)' fires for what it writes itself, and never ends: triggers"
          + " are recursive in a database with a search; name the columns, as in 'UPDATE OF …', or"
          + " say with WHEN what it is for",
        at: trigger.sql.range
      )
    }
  }

  private func writesOwnTable(_ parts: TriggerParts) -> Bool {
    parts.statements.contains { SQLReader.write($0)?.table == parts.table.folded }
  }

  private func isEndless(
    _ parts: TriggerParts,
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows
  ) -> Bool {
    do {
      let index = schema.tables.firstIndex {
        SQLTokenizer.fold($0.sqlName) == parts.table.folded
      }
      if parts.event == .insert, let index, let insert = inserts[index] {
        defer { insert.reset() }
        let values = samples.values(of: schema.tables[index], .full, attempt: 3)
        try insert.bind(StatementArguments(values: values))
        while try insert.step() {}
      } else if let firing = firingStatement(parts) {
        try database.execute(firing)
      }
      return false
    } catch let error as DatabaseError {
      return error.message?.contains("levels of trigger recursion") == true
        || error.resultCode == .SQLITE_INTERRUPT
    } catch {
      return false
    }
  }
}
