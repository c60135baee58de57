import StrataSchema

/// The tables and columns that the schema calls by another name than the history does.
struct Renames {
  struct Table: Hashable {
    var old: String
    var new: String
  }

  struct Column: Hashable {
    /// The table's name after the renaming.
    var table: String
    var old: String
    var new: String
  }

  private(set) var tables: [Table] = []
  private(set) var columns: [Column] = []
  /// The old names of tables by their folded new ones.
  private var oldTables: [String: String] = [:]
  /// The old names of columns by the folded new names of their tables and theirs.
  private var oldColumns: [String: [String: String]] = [:]
  /// The ALTER TABLE statements, in an order in which each name is free when it is given.
  private(set) var statements: [MigrationPlan.Statement] = []

  /// Finds what `was:` names and the history still has; once the history knows the new name, `was:`
  /// means nothing, and of names that change places `done` tells.
  init(
    from old: StoredSchema,
    to target: StoredSchema,
    _ schema: SchemaModel,
    done: Set<String> = []
  ) {
    findTables(from: old, to: target, schema, done)
    for model in schema.tables {
      let new = target.table(SQLTokenizer.fold(model.sqlName))
      guard let new, let before = old.table(SQLTokenizer.fold(oldName(of: new.name))) else {
        continue
      }
      findColumns(of: model, from: before, to: new, done)
    }
  }

  private mutating func findTables(
    from old: StoredSchema,
    to target: StoredSchema,
    _ schema: SchemaModel,
    _ done: Set<String>
  ) {
    let moves = schema.tables.compactMap { model -> PendingRenames.Move? in
      let before = model.was.flatMap { was in
        [was.value, Identifier.lowercasingStart(of: was.value)].lazy
          .compactMap { old.table(SQLTokenizer.fold($0)) }.first
      }
      guard let before, let new = target.table(SQLTokenizer.fold(model.sqlName)) else { return nil }
      return .init(old: before.foldedName, new: new.foldedName)
    }
    let pending = PendingRenames.pending(moves, present: Set(old.tables.map(\.foldedName))) {
      done.contains(Self.swap($0.old, $0.new))
    }
    for move in pending {
      guard let before = old.table(move.old), let new = target.table(move.new) else { continue }
      tables.append(Table(old: before.name, new: new.name))
      oldTables[new.foldedName] = before.name
    }
    let names = (old.tables + target.tables).map(\.foldedName)
    let objects = (old.objects + target.objects).map(\.foldedName)
    statements += PendingRenames.inOrder(
      tables.map { ($0.old, $0.new) },
      names: Set(names + objects)
    ).map { .init("ALTER TABLE \(SQLText.quote($0.old)) RENAME TO \(SQLText.quote($0.new))") }
  }

  private mutating func findColumns(
    of model: TableModel,
    from before: StoredTable,
    to new: StoredTable,
    _ done: Set<String>
  ) {
    let moves = model.columns.compactMap { column -> PendingRenames.Move? in
      guard let was = column.was, let source = before.column(SQLTokenizer.fold(was.value)),
        (source.generated == nil) == (column.generated == nil)
      else { return nil }
      return .init(old: source.foldedName, new: SQLTokenizer.fold(column.sqlName))
    }
    let pending = PendingRenames.pending(moves, present: Set(before.columns.map(\.foldedName))) {
      done.contains(Self.swap($0.old, $0.new, of: before.foldedName))
    }
    let found = pending.compactMap { move -> Column? in
      guard let source = before.column(move.old), let column = new.column(move.new) else {
        return nil
      }
      return Column(table: new.name, old: source.name, new: column.name)
    }
    columns += found
    for column in found {
      oldColumns[new.foldedName, default: [:]][SQLTokenizer.fold(column.new)] = column.old
    }
    statements += PendingRenames.inOrder(
      found.map { ($0.old, $0.new) },
      names: Set((before.columns + new.columns).map(\.foldedName))
    ).map {
      .init(
        "ALTER TABLE \(SQLText.quote(new.name)) RENAME COLUMN \(SQLText.quote($0.old)) TO"
          + " \(SQLText.quote($0.new))"
      )
    }
  }

  var isEmpty: Bool { tables.isEmpty && columns.isEmpty }

  /// The name that a table had before.
  func oldName(of table: String) -> String {
    oldTables[SQLTokenizer.fold(table)] ?? table
  }

  /// The name that a column had before.
  func oldName(of column: String, in table: String) -> String {
    oldColumns[SQLTokenizer.fold(table)]?[SQLTokenizer.fold(column)] ?? column
  }

  /// Whether columns of a table are renamed; by the folded new name of the table.
  func renamesColumns(of table: String) -> Bool { oldColumns[table] != nil }

  /// The facts under the new names.
  func renaming(_ facts: SchemaFacts, in old: StoredSchema) -> SchemaFacts {
    let renamed = tables.flatMap { table in
      (old.table(SQLTokenizer.fold(table.old))?.columns ?? []).map { column in
        (
          SchemaFacts.column(table.old, column.name), SchemaFacts.column(table.new, column.name)
        )
      }
    }
    let moved = columns.map { column in
      (
        SchemaFacts.column(column.table, column.old),
        SchemaFacts.column(column.table, column.new)
      )
    }
    return facts.moving(renamed).moving(moved)
  }
}

// MARK: - Names that change places

extension Renames {
  /// The old names in a schema that other things have now, as the history notes them.
  static func swaps(in schema: SchemaModel) -> [String] {
    let tables = Set(schema.tables.map { SQLTokenizer.fold($0.sqlName) })
    var swaps: [String] = []
    for table in schema.tables {
      let name = SQLTokenizer.fold(table.sqlName)
      let before = table.was.flatMap { was in
        [was.value, Identifier.lowercasingStart(of: was.value)].map(SQLTokenizer.fold)
          .first(where: tables.contains)
      }
      if let before { swaps.append(swap(before, name)) }
      let columns = Set(table.columns.map { SQLTokenizer.fold($0.sqlName) })
      for column in table.columns {
        guard let was = column.was, columns.contains(SQLTokenizer.fold(was.value)) else { continue }
        swaps.append(
          swap(SQLTokenizer.fold(was.value), SQLTokenizer.fold(column.sqlName), of: name)
        )
      }
    }
    for model in schema.enums {
      let names = Set(model.cases.map(\.name))
      for item in model.cases {
        swaps += item.was.filter { names.contains($0.value) }.map {
          swap($0.value, item.name, of: model.name)
        }
      }
    }
    return swaps
  }

  /// Words for a new name with the old one, those of SQL folded.
  static func swap(_ old: String, _ new: String, of table: String? = nil) -> String {
    let name = table.map { SchemaFacts.word($0) + "." } ?? ""
    return "\(name)\(SchemaFacts.word(new)) was \(SchemaFacts.word(old))"
  }
}

extension SchemaFacts {
  /// The facts with other keys, all of them changed at once.
  fileprivate func moving(_ keys: [(from: String, to: String)]) -> SchemaFacts {
    var facts = self
    for key in keys { facts.values[key.from] = nil }
    for key in keys where values[key.from] != nil { facts.values[key.to] = values[key.from] }
    return facts
  }
}
