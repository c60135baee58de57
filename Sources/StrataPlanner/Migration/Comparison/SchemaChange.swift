package import StrataSchema

/// One thing that differs between the recorded history and the schema, in words.
package struct SchemaChange: Hashable, Sendable {
  package var message: String
  /// The place in the schema of what differs; of what is gone, that of what it stood in.
  package var range: SourceRange

  /// Orders changes as they stand in the schema.
  package static func comesBefore(_ left: SchemaChange, _ right: SchemaChange) -> Bool {
    (left.range.file, left.range.start) < (right.range.file, right.range.start)
  }
}

/// Says what differs, and where.
struct ChangeWriter {
  private let schema: SchemaModel
  private let tables: TablesInSQL
  /// Where objects stand in the schema, by their folded names.
  private let ranges: [StoredSchema.StoredObject.Kind: [String: SourceRange]]

  init(schema: SchemaModel) {
    self.schema = schema
    tables = TablesInSQL(schema)
    let indexes = schema.tables.flatMap(\.indexes)
    let triggers = schema.triggers.map { ($0.name.value, $0.name.range) }
    let ownTriggers = searchWriters(schema).flatMap { writer in
      writer.triggerStatements.map { ($0.name, writer.search.range) }
    }
    ranges = [
      .index: Self.byName(indexes.map { ($0.sqlName, $0.name.range) }),
      .view: Self.byName(schema.views.map { ($0.sqlName, $0.range) }),
      .search: Self.byName(schema.searches.map { ($0.sqlName, $0.range) }),
      .trigger: Self.byName(triggers + ownTriggers),
    ]
  }

  private static func byName(_ places: [(String, SourceRange)]) -> [String: SourceRange] {
    Dictionary(
      places.map { (SQLTokenizer.fold($0), $1) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func changes(_ difference: SchemaDifference) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    for table in difference.addedTables {
      changes.append(change("table '\(table.name)' is new", table.foldedName))
    }
    for table in difference.droppedTables {
      changes.append(.init(message: "table '\(table.name)' is gone", range: schema.database.range))
    }
    for table in difference.changedTables { changes += self.changes(table) }
    for object in difference.addedObjects { changes.append(change(object, "is new")) }
    for object in difference.changedObjects { changes.append(change(object, "is another")) }
    for object in difference.droppedObjects { changes.append(change(object, "is gone")) }
    return changes
  }

  private func changes(_ table: TableDifference) -> [SchemaChange] {
    let name = table.new.name
    let folded = table.new.foldedName
    var changes = table.added.map {
      change("column '\($0.name)' of '\(name)' is new", folded, $0.foldedName)
    }
    changes += table.dropped.map { change("column '\($0.name)' of '\(name)' is gone", folded) }
    for column in table.changed {
      guard let before = table.old.column(column.foldedName) else { continue }
      let words = Self.words(from: before, to: column).joined(separator: ", ")
      changes.append(
        change("column '\(column.name)' of '\(name)' \(words)", folded, column.foldedName)
      )
    }
    if table.changesConstraints {
      let words = Self.constraints(from: table.old, to: table.new)
      changes += words.map { change("\($0) of '\(name)'", folded) }
    }
    return changes
  }

  private static func words(from old: StoredColumn, to new: StoredColumn) -> [String] {
    var words: [String] = []
    if old.type != new.type {
      words.append("was \(old.type.isEmpty ? "of any type" : old.type) and is \(new.type)")
    }
    if old.isNotNull != new.isNotNull {
      words.append(new.isNotNull ? "is never NULL any more" : "may be NULL now")
    }
    if old.defaultValue != new.defaultValue {
      words.append("has \(new.defaultValue.map { "the default \($0)" } ?? "no default any more")")
    }
    if old.collation != new.collation {
      words.append("is collated by \(new.collation ?? "binary")")
    }
    if old.generated != new.generated {
      words.append(
        new.generated == nil
          ? "is not generated any more"
          : old.generated == nil ? "is generated now" : "is generated in another way"
      )
    }
    return words
  }

  private static func constraints(from old: StoredTable, to new: StoredTable) -> [String] {
    var words: [String] = []
    if old.primaryKey != new.primaryKey { words.append("another primary key") }
    if old.uniques != new.uniques { words.append("other unique columns") }
    if old.foreignKeys != new.foreignKeys { words.append("other foreign keys") }
    if old.checks != new.checks { words.append("other checks") }
    if old.isStrict != new.isStrict { words.append(new.isStrict ? "STRICT" : "no STRICT") }
    if old.isWithoutRowID != new.isWithoutRowID {
      words.append(new.isWithoutRowID ? "WITHOUT ROWID" : "no WITHOUT ROWID")
    }
    return words
  }

  private func change(
    _ object: StoredSchema.StoredObject,
    _ words: String
  ) -> SchemaChange {
    var range = ranges[object.kind]?[object.foldedName]
    if object.kind == .index { range = range ?? tables[object.foldedTable]?.range }
    return SchemaChange(
      message: "\(object.kind.rawValue) '\(object.name)' \(words)",
      range: range ?? schema.database.range
    )
  }

  private func change(_ message: String, _ table: String, _ column: String? = nil) -> SchemaChange {
    SchemaChange(
      message: message,
      range: column.flatMap { tables.column($0, of: table)?.range } ?? tables[table]?.range
        ?? schema.database.range
    )
  }
}
