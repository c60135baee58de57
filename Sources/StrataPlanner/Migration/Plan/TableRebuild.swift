import StrataSchema

/// Makes a table anew and copies its rows (https://sqlite.org/lang_altertable.html#otheralter).
///
/// A new table is filled, takes the place of the old one, and only then its name: renaming the old one
/// out of the way would make children refer to that.
struct TableRebuild {
  private let table: TableDifference
  private let planner: MigrationPlanner
  private let tables: TableIndex
  private let temporaryName: String

  init(_ table: TableDifference, planner: MigrationPlanner, tables: TableIndex) {
    self.table = table
    self.planner = planner
    self.tables = tables
    temporaryName = "strata_new_" + table.new.name
  }

  /// The new table under another name, with the rows.
  var copies: [MigrationPlan.Statement] {
    guard var model = planner.tables[table.new.foldedName] else { return [] }
    model.sqlName = temporaryName
    var statements = [
      MigrationPlan.Statement(
        unqualified(TableWriter(table: model, tables: tables).statement().sql),
        comment
      ),
      MigrationPlan.Statement(copy),
    ]
    if table.new.primaryKey?.isAutoincrement == true,
      table.old.primaryKey?.isAutoincrement == true
    {
      // The numbers of deleted rows are not given again.
      let name = Literal.sqlText(temporaryName)
      statements.append(.init("DELETE FROM sqlite_sequence WHERE name = \(name)"))
      statements.append(
        .init(
          "INSERT INTO sqlite_sequence (name, seq) SELECT \(name), seq FROM sqlite_sequence WHERE"
            + " name = \(Literal.sqlText(table.old.name))"
        )
      )
    }
    return statements
  }

  /// The new table in the place of the old one.
  var replacement: [MigrationPlan.Statement] {
    [
      .init("DROP TABLE \(SQLText.quote(table.old.name))"),
      .init(
        "ALTER TABLE \(SQLText.quote(temporaryName)) RENAME TO \(SQLText.quote(table.new.name))"
      ),
    ]
  }

  private var comment: String {
    "'\(table.new.name)' is made anew: ALTER TABLE cannot change this of a table with rows."
  }

  /// The SQL without the table's name before columns, which it does not have yet.
  private func unqualified(_ sql: String) -> String {
    let tokens = SQLTokenizer.tokens(of: sql)
    var bytes = Array(sql.utf8)
    for index in tokens.indices.dropLast(2).reversed()
    where tokens[index].name != nil && tokens[index].folded == table.new.foldedName
      && tokens[index + 1].isSymbol(".")
    {
      bytes.removeSubrange(tokens[index].range.lowerBound..<tokens[index + 1].range.upperBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var copy: String {
    var names: [String] = []
    var values: [String] = []
    if let rowID = keptRowID {
      names.append(rowID)
      values.append(rowID)
    }
    for column in table.new.columns where column.generated == nil {
      guard let value = value(for: column) else { continue }
      names.append(SQLText.quote(column.name))
      values.append(value)
    }
    let old = SQLText.quote(table.old.name)
    let new = SQLText.quote(temporaryName)
    let insert = "INSERT \(table.new.sql.orAbort)INTO \(new)"
    guard !names.isEmpty else { return insert + " DEFAULT VALUES" }
    return insert + " (\(names.joined(separator: ", ")))\nSELECT"
      + " \(values.joined(separator: ", "))\nFROM \(old)"
  }

  /// The name of the rowid, where rows have one that is no column: an index for searches refers to it.
  private var keptRowID: String? {
    guard !table.old.isWithoutRowID, !table.new.isWithoutRowID, table.old.rowIDColumn == nil,
      table.new.rowIDColumn == nil
    else { return nil }
    let taken = Set((table.old.columns + table.new.columns).map(\.foldedName))
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
  }

  /// What rows get in a column; nil for its default.
  private func value(for column: StoredColumn) -> String? {
    let model = planner.tables.column(column.foldedName, of: table.new.foldedName)
    let backfill = model.flatMap { planner.backfill(of: $0, in: table) }
    guard let old = table.old.column(column.foldedName) else { return backfill }
    var value = SQLText.quote(old.name)
    if let cast = model?.cast, planner.changesType(of: column, in: table) {
      value = "(\(SQLText(expression: cast).sql))"
    } else if let mapping = planner.mappings[table.new.foldedName, default: []].first(where: {
      $0.column == column.name
    }) {
      value = mapping.expression
    }
    // A column that had to have a value has one.
    if column.isNotNull, !old.isNotNull, let backfill { value = "coalesce(\(value), \(backfill))" }
    return value
  }
}

extension MigrationPlanner {
  /// Whether a column's values are of another type than they were, for SQLite or for Swift.
  func changesType(of column: StoredColumn, in table: TableDifference) -> Bool {
    if table.old.column(column.foldedName)?.type != column.type { return true }
    let key = SchemaFacts.column(table.new.name, column.name)
    return oldFacts.values[key] != nil && oldFacts.values[key] != facts.values[key]
  }
}

extension String {
  /// What INSERT and UPDATE say so that a table whose SQL this is drops no rows that conflict: the words
  /// of the statement come before those of the constraint (https://sqlite.org/lang_conflict.html).
  var orAbort: String {
    SQLTokenizer.tokens(of: self).contains { $0.isWord("conflict") } ? "OR ABORT " : ""
  }
}
