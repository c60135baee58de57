import StrataSQLite
import StrataSchema

// What only the author of a schema knows.
extension MigrationPlanner {
  /// Reports what was dropped and what was added in its likeness: it may have been renamed.
  mutating func checkRenames() {
    let allowed = Set(schema.allowedDrops.map { SQLTokenizer.fold($0.value) })
    for table in difference.addedTables {
      guard let model = tables[table.foldedName] else { continue }
      let like = difference.droppedTables.first { dropped in
        !allows(dropped.name, in: allowed) && Self.isAlike(dropped, table)
      }
      guard let like else { continue }
      if let collection = schema.collections.first(where: { $0.name == model.collection }) {
        reportPossibleRename(of: like, to: collection)
        continue
      }
      diagnostics.error(
        "possible-rename",
        "table '\(like.name)' is gone and '\(table.name)' is new and like it; write 'was: \(like.name)' in"
          + " table '\(model.name)' if it was renamed, or 'allow: {drop: [\(like.name)]}' at the top of the"
          + " schema if its rows may be lost",
        at: model.range
      )
    }
    for table in difference.changedTables { checkRenames(in: table) }
  }

  private mutating func reportPossibleRename(of old: StoredTable, to collection: CollectionModel) {
    let name = CollectionModel.name(ofTable: old.name) ?? old.name
    diagnostics.error(
      "possible-rename",
      "collection '\(name)' is gone and '\(collection.sqlName)' is new; write 'sql: \(name)' in"
        + " collection '\(collection.name)' if it is the same, or 'allow: {drop: [\(name)]}' at the top"
        + " of the schema if its documents may be lost",
      at: collection.range
    )
  }

  private mutating func checkRenames(in table: TableDifference) {
    guard let model = tables[table.new.foldedName] else { return }
    let allowed = Set(model.allowedDrops.map { SQLTokenizer.fold($0.value) })
    var dropped = table.dropped.filter {
      $0.generated == nil && !allowed.contains($0.foldedName)
    }
    for column in table.added where column.generated == nil {
      guard let columnModel = tables.column(column.foldedName, of: table.new.foldedName),
        columnModel.backfill == nil,
        let index = dropped.firstIndex(where: { $0.type == column.type })
      else { continue }
      let like = dropped.remove(at: index)
      diagnostics.error(
        "possible-rename",
        "column '\(like.name)' of '\(table.new.name)' is gone and '\(column.name)' is new and of its type;"
          + " write 'was: \(like.name)' in column '\(columnModel.name)' if it was renamed, or"
          + " 'allow: {drop: [\(like.name)]}' in table '\(model.name)' if its values may be lost",
        at: columnModel.range
      )
    }
  }

  /// Whether a name in SQL, or the name in Swift that it comes from, may be dropped.
  private func allows(_ name: String, in allowed: Set<String>) -> Bool {
    let names = [name] + [CollectionModel.name(ofTable: name)].compactMap(\.self)
    return names.contains { allowed.contains(SQLTokenizer.fold($0)) }
  }

  /// Whether most columns of two tables have the same name and type.
  private static func isAlike(_ one: StoredTable, _ other: StoredTable) -> Bool {
    let columns = { (table: StoredTable) in
      Set(table.columns.map { "\($0.foldedName) \($0.type)" })
    }
    let (left, right) = (columns(one), columns(other))
    return left.intersection(right).count * 3 >= max(left.count, right.count) * 2
  }

  /// Reports old names that the history has beside the new ones, and that nothing else in the schema
  /// means: what is there under the new name would stay, and the other would go.
  mutating func checkOldNames() {
    let changed = Dictionary(
      difference.changedTables.map { ($0.new.foldedName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for model in schema.tables {
      guard let new = target.table(SQLTokenizer.fold(model.sqlName)) else { continue }
      if let was = model.was {
        let names = [was.value, Identifier.lowercasingStart(of: was.value)].map(SQLTokenizer.fold)
        if let old = difference.droppedTables.first(where: { names.contains($0.foldedName) }) {
          report(was, "table '\(model.name)'", old.name, new.name)
        }
      }
      let table = changed[new.foldedName]
      for column in model.columns {
        guard let was = column.was,
          let old = table?.dropped.first(where: { $0.foldedName == SQLTokenizer.fold(was.value) }),
          table?.old.column(SQLTokenizer.fold(column.sqlName)) != nil
        else { continue }
        report(was, "column '\(column.name)'", old.name, column.sqlName)
      }
    }
  }

  private mutating func report(_ was: Located<String>, _ what: String, _ old: String, _ new: String)
  {
    diagnostics.error(
      "possible-rename",
      "\(what) was '\(was.value)', and the history has both '\(old)' and '\(new)'; remove 'was', or drop"
        + " '\(new)' with a migration of its own and rename after it",
      at: was.range
    )
  }

  /// Reports renames that the oldest SQLite of the schema cannot do, or does without what refers to them.
  mutating func checkVersion() {
    guard !renames.isEmpty, schema.sqliteVersion < SQLiteVersion(3, 26) else { return }
    diagnostics.error(
      "sqlite-version",
      "renames need SQLite 3.26; the schema declares \(schema.sqliteVersion) (sqlite:)",
      at: changes().first?.range
    )
  }

  /// Reports what SQLite says of `backfill:` and `cast:` that the plan uses.
  mutating func checkConversions() {
    for table in commonTables {
      let names = Set((table.added + table.changed).map(\.foldedName))
      for column in table.new.columns
      where names.contains(column.foldedName) || changesType(of: column, in: table) {
        guard let model = tables.column(column.foldedName, of: table.new.foldedName) else {
          continue
        }
        let isCast = table.old.column(column.foldedName) != nil
        for fragment in [model.backfill, isCast ? model.cast : nil].compactMap(\.self) {
          check(fragment, in: table.old.name)
        }
      }
    }
  }

  private mutating func check(_ fragment: SQLFragment, in table: String) {
    // An aggregate is refused there; in the result it would make one row of all.
    let sql =
      "SELECT 1 FROM \(SQLText.quote(table)) WHERE (\(SQLText(expression: fragment).sql)) IS NULL"
    do { _ = try scratch.connection.prepare(sql) } catch {
      let message = (error as? DatabaseError)?.message ?? "\(error)"
      guard !message.hasPrefix("no such function") else { return }
      let isOfAll = ["aggregate", "window"].contains { message.hasPrefix("misuse of \($0)") }
      diagnostics.error(
        "conversion",
        "SQLite says: \(message); "
          + (isOfAll ? "a value of all rows is a query in brackets, (SELECT … FROM …); " : "")
          + "this is about the rows that are there, whose columns have the names"
          + " that they have after renames",
        at: fragment.range
      )
    }
  }

  /// Reports new columns that must have a value, and for which nobody says which.
  mutating func checkBackfills() {
    for table in difference.changedTables {
      for column in table.added
      where column.isNotNull && column.generated == nil && column.defaultSQL == nil {
        guard let model = tables.column(column.foldedName, of: table.new.foldedName),
          model.backfill == nil
        else { continue }
        diagnostics.error(
          "missing-backfill",
          "column '\(model.name)' is new and never NULL, and the rows that are there need a value; write"
            + " 'backfill:' with SQL that gives it, or 'default:', or make the type optional",
          at: model.range
        )
      }
    }
  }
}
