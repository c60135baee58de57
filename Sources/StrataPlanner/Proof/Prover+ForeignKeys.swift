import StrataSQLite
import StrataSchema

extension Prover {
  /// Checks that every foreign key leads to a table and to columns that are unique there, which
  /// SQLite itself asks only when a row is written (https://sqlite.org/foreignkeys.html#fk_indexes).
  mutating func checkForeignKeys() throws {
    for table in schema.tables where mayHaveForeignKeys(table) {
      guard !broken.contains(SQLTokenizer.fold(table.sqlName)) else { continue }
      var isRight = true
      for parent in try parents(of: table)
      where catalog[parent]?.isTable != true || broken.contains(parent) {
        isRight = false
        guard !broken.contains(parent), !schema.faults.isOpen else { continue }
        let near = nearest(to: parent, in: schema.tables.map(\.sqlName))
        let (place, constraint, token) = place(of: parent, in: table)
        let fixIt = near.flatMap { near in
          token.flatMap {
            constraint?.fixIt(
              "write '\(near)'",
              replacing: $0.range,
              with: SQLText.spelling(of: near)
            )
          }
        }
        diagnostics.error(
          "unknown-table",
          "a foreign key leads to '\(parent)', which is no table"
            + (near.map { "; did you mean '\($0)'?" } ?? ""),
          at: place,
          fixIts: fixIt.map { [$0] } ?? []
        )
      }
      guard isRight else { continue }
      try checkActions(of: table)
      do {
        let statement = try database.prepare(
          "PRAGMA foreign_key_check(" + SQLText.quote(table.sqlName) + ")"
        )
        _ = try statement.step()
      } catch let error as DatabaseError {
        reportMismatch(error, of: table)
      }
    }
  }

  private func mayHaveForeignKeys(_ table: TableModel) -> Bool {
    !table.constraints.isEmpty || table.columns.contains { $0.foreignKey != nil }
  }

  /// The folded names of the tables that the foreign keys of a table lead to.
  private func parents(of table: TableModel) throws -> [String] {
    let statement = try database.prepare(
      "PRAGMA foreign_key_list(" + SQLText.quote(table.sqlName) + ")"
    )
    var parents: [String] = []
    while try statement.step() {
      guard case .string(let parent) = statement.value(2).storage else { continue }
      let folded = SQLTokenizer.fold(parent)
      if !parents.contains(folded) { parents.append(folded) }
    }
    return parents
  }

  /// Checks that what the actions of foreign keys write can be written: SQLite says so only when a row
  /// of the other table goes (https://sqlite.org/foreignkeys.html#fk_actions).
  private mutating func checkActions(of table: TableModel) throws {
    let statement = try database.prepare(
      "PRAGMA foreign_key_list(" + SQLText.quote(table.sqlName) + ")"
    )
    while try statement.step() {
      let texts = [2, 3, 5, 6].map { String.fromDatabaseValue(statement.value($0)) ?? "" }
      let (parent, name) = (SQLTokenizer.fold(texts[0]), SQLTokenizer.fold(texts[1]))
      let column = table.columns.first { SQLTokenizer.fold($0.sqlName) == name }
      guard let column, let fault = fault(ofUpdate: texts[2], delete: texts[3], in: column) else {
        continue
      }
      diagnostics.error(
        "foreign-key",
        "the foreign key to '\(parent)' \(fault)",
        at: column.foreignKey == nil ? place(of: parent, in: table).place : column.range
      )
    }
  }

  private func fault(ofUpdate update: String, delete: String, in column: ColumnModel) -> String? {
    for (event, action) in [("deleted", delete), ("changed", update)] {
      let writes = ["SET NULL", "SET DEFAULT"] + (event == "changed" ? ["CASCADE"] : [])
      if column.generated != nil, writes.contains(action) {
        return "writes '\(column.sqlName)' when the other row is \(event) (\(action)), and that is"
          + " computed; choose another action"
      }
    }
    return nil
  }

  /// `foreign key mismatch - "child" referencing "parent"`.
  private mutating func reportMismatch(_ error: DatabaseError, of table: TableModel) {
    let tokens = SQLTokenizer.tokens(of: error.message ?? "")
    let parent = tokens.last?.folded ?? ""
    // Its key may be what could not be read.
    guard !unproved.contains(parent) else { return }
    let message =
      "the columns of '\(parent)' that this foreign key leads to are not unique there;"
      + " they have to be its primary key or UNIQUE"
    diagnostics.error("foreign-key", message, at: place(of: parent, in: table).place)
  }

  /// Where the table says that it refers to `parent`.
  private func place(
    of parent: String,
    in table: TableModel
  ) -> (place: SourceRange, constraint: SQLFragment?, token: SQLToken?) {
    for constraint in table.constraints {
      let tokens = SQLTokenizer.tokens(of: constraint.text)
      let index = tokens.indices.dropFirst().first {
        tokens[$0].name != nil && tokens[$0].folded == parent
          && tokens[$0 - 1].isWord("references")
      }
      if let token = index.map({ tokens[$0] }) {
        return (constraint.range(ofUTF8: token.range), constraint, token)
      }
    }
    let column = table.columns.first {
      guard let key = $0.foreignKey, let target = tables[key.table] else { return false }
      return SQLTokenizer.fold(target.sqlName) == parent
    }
    return (column?.range ?? table.range, nil, nil)
  }
}
