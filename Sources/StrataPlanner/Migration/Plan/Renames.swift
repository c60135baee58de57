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

  var tables: [Table] = []
  var columns: [Column] = []

  /// Finds what `was:` names and the history still has; once the history knows the new name, `was:`
  /// means nothing.
  init(from old: StoredSchema, to target: StoredSchema, _ schema: SchemaModel) {
    for model in schema.tables {
      let name = SQLTokenizer.fold(model.sqlName)
      guard let new = target.table(name) else { continue }
      var before = old.table(name)
      if before == nil, let was = model.was {
        let names = [was.value, Identifier.lowercasingStart(of: was.value)].map(SQLTokenizer.fold)
        before = names.lazy.compactMap { old.table($0) }
          .first { target.table($0.foldedName) == nil }
        if let before { tables.append(Table(old: before.name, new: new.name)) }
      }
      guard let before else { continue }
      for column in model.columns {
        let folded = SQLTokenizer.fold(column.sqlName)
        guard before.column(folded) == nil, let was = column.was,
          let source = before.column(SQLTokenizer.fold(was.value)),
          new.column(source.foldedName) == nil,
          (source.generated == nil) == (column.generated == nil)
        else { continue }
        columns.append(Column(table: new.name, old: source.name, new: column.sqlName))
      }
    }
  }

  var isEmpty: Bool { tables.isEmpty && columns.isEmpty }

  var statements: [MigrationPlan.Statement] {
    tables.map {
      .init("ALTER TABLE \(SQLText.quote($0.old)) RENAME TO \(SQLText.quote($0.new))")
    }
      + columns.map {
        .init(
          "ALTER TABLE \(SQLText.quote($0.table)) RENAME COLUMN \(SQLText.quote($0.old)) TO"
            + " \(SQLText.quote($0.new))"
        )
      }
  }

  /// The name that a table had before.
  func oldName(of table: String) -> String {
    tables.first { SQLTokenizer.fold($0.new) == SQLTokenizer.fold(table) }?.old ?? table
  }

  /// The name that a column had before.
  func oldName(of column: String, in table: String) -> String {
    columns.first {
      SQLTokenizer.fold($0.table) == SQLTokenizer.fold(table)
        && SQLTokenizer.fold($0.new) == SQLTokenizer.fold(column)
    }?.old ?? column
  }

  /// The facts under the new names.
  func renaming(_ facts: SchemaFacts, in old: StoredSchema) -> SchemaFacts {
    var facts = facts
    func move(_ from: String, _ to: String) {
      guard from != to, let value = facts.values.removeValue(forKey: from) else { return }
      facts.values[to] = value
    }
    for table in tables {
      for column in old.table(SQLTokenizer.fold(table.old))?.columns ?? [] {
        move(
          SchemaFacts.column(table.old, column.name),
          SchemaFacts.column(table.new, column.name)
        )
      }
    }
    for column in columns {
      move(
        SchemaFacts.column(column.table, column.old),
        SchemaFacts.column(column.table, column.new)
      )
    }
    return facts
  }
}
