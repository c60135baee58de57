import StrataSchema

/// Writes the index of a search, and the triggers that keep it in step with its table
/// (https://sqlite.org/fts5.html#external_content_tables).
///
/// The index holds no copy of the texts: FTS5 reads them from the table, and wants to be told the old
/// ones when they go.
struct SearchWriter {
  let search: SearchModel
  let table: TableModel

  var statements: [DDLStatement] { [indexStatement()] + triggerStatements }

  /// CREATE VIRTUAL TABLE; without its options for finding out which one is wrong.
  func indexStatement(withOptions: Bool = true) -> DDLStatement {
    var text = SQLText()
    text.append("CREATE VIRTUAL TABLE ")
    text.append(name: search.sqlName)
    var arguments = columnNames.map(SQLText.quote)
    arguments.append("content=\(Literal.sqlText(table.sqlName))")
    arguments.append("content_rowid=\(Literal.sqlText(key))")
    if withOptions {
      if let tokenizer = search.tokenizer {
        arguments.append("tokenize=\(Literal.sqlText(tokenizer.value))")
      }
      if !search.prefixes.isEmpty {
        let lengths = search.prefixes.map(String.init).joined(separator: " ")
        arguments.append("prefix=\(Literal.sqlText(lengths))")
      }
    }
    text.append(" USING fts5(" + arguments.joined(separator: ", ") + ")")
    return DDLStatement(kind: .search, name: search.sqlName, range: search.range, text: text)
  }

  /// The names in SQL of the searched columns.
  var columnNames: [String] {
    search.columns.map { table.column(named: $0.name)?.sqlName ?? $0.name }
  }

  /// The name in SQL of the column that is the rowid.
  private var key: String { table.rowIDColumn?.sqlName ?? "rowid" }

  var triggerStatements: [DDLStatement] {
    [
      trigger("insert", "AFTER INSERT", [add]),
      trigger("update", update, [remove, add]),
      trigger("delete", "AFTER DELETE", [remove]),
    ]
  }

  /// The event of an update that the index has to follow.
  ///
  /// One of other columns leaves the index alone, unless what is searched is computed from them. The
  /// rowid may be written by any of its names.
  private var update: String {
    let columns = search.columns.compactMap { table.column(named: $0.name) }
    guard columns.allSatisfy({ $0.generated == nil }) else { return "AFTER UPDATE" }
    var names = [key] + columnNames
    let taken = Set(table.columns.map { SQLTokenizer.fold($0.sqlName) })
    names += ["rowid", "oid", "_rowid_"].filter { !taken.contains($0) }
    return "AFTER UPDATE OF " + names.map(SQLText.quote).joined(separator: ", ")
  }

  private var add: String {
    let columns = (["rowid"] + columnNames.map(SQLText.quote)).joined(separator: ", ")
    let values = ([key] + columnNames).map { "new.\(SQLText.quote($0))" }
    return "INSERT INTO \(SQLText.quote(search.sqlName)) (\(columns))"
      + " VALUES (\(values.joined(separator: ", ")));"
  }

  private var remove: String {
    let index = SQLText.quote(search.sqlName)
    let columns = ([index, "rowid"] + columnNames.map(SQLText.quote)).joined(separator: ", ")
    let values = ([key] + columnNames).map { "old.\(SQLText.quote($0))" }
    return "INSERT INTO \(index) (\(columns))"
      + " VALUES ('delete', \(values.joined(separator: ", ")));"
  }

  private func trigger(_ verb: String, _ event: String, _ steps: [String]) -> DDLStatement {
    let name = "\(search.sqlName)_\(verb)"
    var text = SQLText()
    text.append("CREATE TRIGGER ")
    text.append(name: name)
    text.append(" \(event) ON ")
    text.append(name: table.sqlName)
    text.append(" BEGIN\n  " + steps.joined(separator: "\n  ") + "\nEND")
    return DDLStatement(kind: .trigger, name: name, range: search.range, text: text)
  }
}
