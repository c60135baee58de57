import StrataSchema

/// Writes the statements of a step.
///
/// The order: what depends on tables goes first and comes back last, as the schema wants it; names
/// change before anything else does; new tables are there before old ones lose anything, so that
/// statements added by hand between the two can carry rows over.
struct StepWriter {
  private let planner: MigrationPlanner
  private let rebuilt: [TableDifference]
  private let altered: [TableDifference]
  /// The folded names of the tables that are made anew.
  private let rebuiltNames: Set<String>
  private let index: TableIndex
  /// The searches of the schema, by their names in SQL.
  private let searches: [String: SearchModel]
  private let mappings: [CaseMapping]
  private let recasts: [Recast]
  /// The folded names of tables whose rows or columns are written.
  private let touched: Set<String>

  init(planner: MigrationPlanner) {
    self.planner = planner
    let rules = AlterationRules(planner: planner)
    index = TableIndex(planner.schema)
    searches = Dictionary(
      planner.schema.searches.map { ($0.sqlName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    mappings = CaseMapping.all(of: planner)
    let recasts = Recast.all(of: planner)
    self.recasts = recasts
    let recast = Set(
      recasts.filter { $0.collides(planner) }.map(\.table.new.foldedName)
    )
    // SQLite looks for the same value at each row that UPDATE changes, and not when it is done.
    let colliding = planner.commonTables.filter { table in
      recast.contains(table.new.foldedName)
        || planner.mappings[table.new.foldedName, default: []].contains { mapping in
          mapping.collides && planner.isUnique(SQLTokenizer.fold(mapping.column), in: table.new)
        }
    }
    let collidingNames = Set(colliding.map(\.new.foldedName))
    let changed = planner.difference.changedTables
    let rebuilt =
      changed.filter { table in
        !rules.allowsAltering(table) || collidingNames.contains(table.new.foldedName)
      } + colliding.filter(\.isEmpty)
    self.rebuilt = rebuilt
    let rebuiltNames = Set(rebuilt.map(\.new.foldedName))
    self.rebuiltNames = rebuiltNames
    altered = changed.filter { !rebuiltNames.contains($0.new.foldedName) }
    var touched = Set(planner.difference.droppedTables.map(\.foldedName))
    touched.formUnion(rebuiltNames)
    touched.formUnion(
      altered.filter { !$0.dropped.isEmpty || rules.backfills($0) }.map(\.new.foldedName)
    )
    touched.formUnion(mappings.map { SQLTokenizer.fold($0.table) })
    touched.formUnion(recasts.map(\.table.new.foldedName))
    for table in planner.renames.tables {
      touched.formUnion([SQLTokenizer.fold(table.old), SQLTokenizer.fold(table.new)])
    }
    touched.formUnion(planner.renames.columns.map { SQLTokenizer.fold($0.table) })
    self.touched = touched
  }

  mutating func statements() -> [MigrationPlan.Statement] {
    let gone = dependents()
    var statements = drops(gone)
    statements += planner.renames.statements
    statements += droppedIndexes()
    statements += createdTables()
    for table in altered { statements += additions(to: table) }
    // What reads other tables sees all of them as they were.
    let rebuilds = rebuilt.map { TableRebuild($0, planner: planner, tables: index) }
    statements += rebuilds.flatMap(\.copies)
    for mapping in mappings where !isRebuilt(mapping.table) {
      statements.append(mapping.update(planner.target.table(SQLTokenizer.fold(mapping.table))))
    }
    statements += recasts.filter { !isRebuilt($0.table.new.name) }.map(\.update)
    if !rebuilt.isEmpty {
      // Renaming the new table must not rewrite what names the old one.
      statements.append(.init("PRAGMA legacy_alter_table = ON"))
      statements += rebuilds.flatMap(\.replacement)
      statements.append(.init("PRAGMA legacy_alter_table = OFF"))
    }
    for table in altered { statements += removals(from: table) }
    for table in planner.difference.droppedTables {
      statements.append(.init("DROP TABLE \(SQLText.quote(table.name))"))
    }
    return statements + created(without: gone)
  }

  private func isRebuilt(_ table: String) -> Bool {
    rebuiltNames.contains(SQLTokenizer.fold(table))
  }

  // MARK: What depends on tables

  /// The views, triggers and searches that go before anything else: those that change, those that
  /// mention a touched table, and those that mention a view that goes.
  private func dependents() -> [StoredSchema.StoredObject] {
    let changed = planner.difference.droppedObjects + planner.difference.changedObjects
    var names = touched
    names.formUnion(changed.filter { $0.kind == .view }.map(\.foldedName))
    var gone = Set(changed.filter { $0.kind != .index }.map(\.foldedName))
    // The definition of a changed one is that of the schema; what is there is known by its name.
    var grows = true
    while grows {
      grows = false
      for object in planner.renamed.objects
      where (object.kind == .view || object.kind == .trigger) && !gone.contains(object.foldedName)
        && !object.mentions.isDisjoint(with: names)
      {
        gone.insert(object.foldedName)
        if object.kind == .view { names.insert(object.foldedName) }
        grows = true
      }
    }
    gone.formUnion(neighbours(ofTriggers: gone))
    return planner.renamed.objects.filter { $0.kind != .index && gone.contains($0.foldedName) }
  }

  /// The triggers of the tables of which some trigger is made, also again.
  ///
  /// SQLite fires first what was made last, so that all of them are made in the order of the schema, as
  /// in a database that is created.
  private func neighbours(ofTriggers gone: Set<String>) -> Set<String> {
    let triggers = planner.target.objects(.trigger)
    let made = gone.union(planner.difference.addedObjects.map(\.foldedName))
    let tables = Set(triggers.filter { made.contains($0.foldedName) }.map(\.foldedTable))
    return Set(triggers.filter { tables.contains($0.foldedTable) }.map(\.foldedName))
  }

  private func drops(_ gone: [StoredSchema.StoredObject]) -> [MigrationPlan.Statement] {
    let order: [(StoredSchema.StoredObject.Kind, String)] = [
      (.trigger, "TRIGGER"), (.view, "VIEW"), (.search, "TABLE"),
    ]
    return order.flatMap { kind, word in
      gone.filter { $0.kind == kind }.reversed().map {
        MigrationPlan.Statement("DROP \(word) \(SQLText.quote($0.name))")
      }
    }
  }

  private func droppedIndexes() -> [MigrationPlan.Statement] {
    let difference = planner.difference
    let names = Set((difference.droppedObjects + difference.changedObjects).map(\.foldedName))
    let tables = Set(difference.droppedTables.map(\.foldedName))
    return planner.renamed.objects(.index).filter { index in
      names.contains(index.foldedName) && !isRebuilt(index.table)
        && !tables.contains(index.foldedTable)
    }.map { .init("DROP INDEX \(SQLText.quote($0.name))") }
  }

  /// What the schema has and the database no longer or not yet has, in the schema's order.
  private func created(
    without gone: [StoredSchema.StoredObject]
  ) -> [MigrationPlan.Statement] {
    let difference = planner.difference
    var missing = Set((difference.addedObjects + difference.changedObjects).map(\.foldedName))
    missing.formUnion(gone.map(\.foldedName))
    missing.formUnion(
      planner.renamed.objects(.index).filter { isRebuilt($0.table) }.map(\.foldedName)
    )
    var statements: [MigrationPlan.Statement] = []
    var searches: Set<String> = []
    for statement in createStatements(planner.schema) where statement.kind != .table {
      let name = SQLTokenizer.fold(statement.name)
      if missing.contains(name) { statements.append(.init(statement.sql)) }
      if statement.kind == .search, !isContentNew(statement),
        missing.contains(name) || isContentTouched(statement)
      {
        searches.insert(statement.name)
      }
    }
    // Last of all, so that triggers added by hand see the whole.
    return statements
      + searches.sorted().map { name in
        let name = SQLText.quote(name)
        return .init("INSERT INTO \(name) (\(name)) VALUES ('rebuild')")
      }
  }

  /// The folded name of the table that a search looks through.
  private func contentTable(_ statement: DDLStatement) -> String? {
    searches[statement.name].flatMap { index[$0.table] }.map { SQLTokenizer.fold($0.sqlName) }
  }

  /// Whether the rows that a search looks through have been written.
  private func isContentTouched(_ statement: DDLStatement) -> Bool {
    contentTable(statement).map(touched.contains) ?? false
  }

  /// Whether the table that a search looks through has no rows yet, as in a first step: its statements
  /// are those of the schema without a history.
  private func isContentNew(_ statement: DDLStatement) -> Bool {
    contentTable(statement).map { planner.renamed.table($0) == nil } ?? false
  }

  // MARK: Tables

  private func createdTables() -> [MigrationPlan.Statement] {
    let names = Set(planner.difference.addedTables.map(\.foldedName))
    return createStatements(planner.schema)
      .filter { $0.kind == .table && names.contains(SQLTokenizer.fold($0.name)) }
      .map { .init($0.sql) }
  }

  private func additions(to table: TableDifference) -> [MigrationPlan.Statement] {
    let name = SQLText.quote(table.new.name)
    return table.added.afterTheirSources.flatMap { column -> [MigrationPlan.Statement] in
      guard let model = planner.tables[table.new.foldedName],
        let columnModel = planner.tables.column(column.foldedName, of: table.new.foldedName)
      else { return [] }
      let writer = TableWriter(table: model, tables: index)
      var statements = [
        MigrationPlan.Statement(
          "ALTER TABLE \(name) ADD COLUMN \(writer.columnText(columnModel).sql)"
        )
      ]
      if let value = planner.backfill(of: columnModel, in: table) {
        statements.append(
          .init(
            "UPDATE \(table.new.sql.orAbort)\(name) SET \(SQLText.quote(column.name)) = \(value)"
          )
        )
      }
      return statements
    }
  }

  private func removals(from table: TableDifference) -> [MigrationPlan.Statement] {
    table.dropped.afterTheirSources.reversed()
      .map {
        .init(
          "ALTER TABLE \(SQLText.quote(table.new.name)) DROP COLUMN \(SQLText.quote($0.name))"
        )
      }
  }
}

extension MigrationPlanner {
  /// Whether a column is part of a key that tells rows apart.
  func isUnique(_ column: String, in table: StoredTable) -> Bool {
    table.primaryKey?.names.contains(column) == true
      || table.uniques.contains { $0.names.contains(column) }
      || target.objects(.index).contains { index in
        index.foldedTable == table.foldedName && index.mentions.contains(column)
          && SQLTokenizer.tokens(of: index.sql).dropFirst().first?.isWord("unique") == true
      }
  }
}

extension [StoredColumn] {
  /// The columns so ordered that what is computed from others comes after them.
  var afterTheirSources: [StoredColumn] {
    var ordered = filter { $0.generated == nil }
    var rest = filter { $0.generated != nil }
    while !rest.isEmpty {
      let index = rest.firstIndex { column in
        !rest.contains { $0.foldedName != column.foldedName && column.isComputed(from: $0) }
      }
      ordered.append(rest.remove(at: index ?? rest.startIndex))
    }
    return ordered
  }
}

extension StoredColumn {
  /// Whether the expression names a column.
  fileprivate func isComputed(from column: StoredColumn) -> Bool {
    SQLTokenizer.tokens(of: generated?.expression ?? "").contains {
      $0.name != nil && $0.folded == column.foldedName
    }
  }
}

extension SQLText {
  /// A fragment alone.
  init(expression fragment: SQLFragment) {
    self.init()
    append(fragment)
  }
}
