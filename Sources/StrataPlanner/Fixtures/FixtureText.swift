import Foundation
import StrataSQLite
package import StrataSchema

extension Fixtures {
  /// The rows as SQL that a shell or an app can run.
  package var sql: String {
    var text = "-- Made-up rows of \(database), made by stratac scaffold fixtures.\n"
    text += "BEGIN;\nPRAGMA defer_foreign_keys = ON;\n"
    var last: String?
    for row in rows {
      if row.table != last { text += "\n" }
      text += row.sql + ";\n"
      last = row.table
    }
    return text + "\nCOMMIT;\n"
  }

  /// The rows as JSON: for each table its rows, by the names in Swift where there are such.
  package func json(_ schema: SchemaModel) -> String {
    var tables: [(name: String, rows: [String])] = []
    for row in rows {
      let table = schema.tables.first { $0.sqlName == row.table }
      let values = zip(row.columns, row.values).map { column, value in
        let name = table?.columns.first { $0.sqlName == column }?.name ?? column
        return JSONText.quoted(name, escapesSlashes: false) + ": " + value.json
      }
      let text = "    {" + values.joined(separator: ", ") + "}"
      let name = table?.name ?? row.table
      if let index = tables.firstIndex(where: { $0.name == name }) {
        tables[index].rows.append(text)
      } else {
        tables.append((name, [text]))
      }
    }
    let parts = tables.map { table in
      "  " + JSONText.quoted(table.name, escapesSlashes: false) + ": [\n"
        + table.rows.joined(separator: ",\n") + "\n  ]"
    }
    return "{\n" + parts.joined(separator: ",\n") + "\n}\n"
  }

  /// Makes a database file with the rows.
  ///
  /// - Throws: `DatabaseError` where the file cannot be written.
  package func write(to path: String, _ proof: Proof) throws {
    let database = try FixtureDatabase(proof)
    try database.connection.execute(sql)
    let file = try SQLiteConnection(path: path)
    try database.connection.backup(to: file, pagesPerStep: -1) { _ in }
    try file.close()
  }
}

extension DatabaseValue {
  /// The value as JSON; bytes as text in Base64.
  fileprivate var json: String {
    switch storage {
    case .null: "null"
    case .int64(let value): "\(value)"
    case .double(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): JSONText.quoted(value, escapesSlashes: false)
    case .blob(let value): JSONText.quoted(Data(value).base64EncodedString(), escapesSlashes: false)
    }
  }
}
