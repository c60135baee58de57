import Foundation
import StrataSQLite

/// A row for a table of which only the SQL is known.
struct SampleRow {
  private let table: StoredTable
  private let columns: [StoredColumn]
  /// Values that a column may like, by column.
  private let candidates: [[DatabaseValue]]

  /// `parts` are those of `facts`.
  init(_ table: StoredTable, _ facts: SchemaFacts, _ parts: FactParts) {
    self.table = table
    columns = table.columns.filter { $0.generated == nil }
    let literals = table.checks.map { check in
      let tokens = SQLTokenizer.tokens(of: check)
      return (
        names: Set(tokens.filter { $0.name != nil }.map(\.folded)),
        values: tokens.compactMap(SampleRow.value)
      )
    }
    candidates = columns.map { column in
      // Documents are JSON, which indexes on fields of them read.
      if table.isCollection, column.foldedName == "body" {
        return [DatabaseValue(storage: .string("{}"))]
      }
      let likely = literals.filter { $0.names.contains(column.foldedName) }.flatMap(\.values)
      let known = facts.type(of: column.name, in: table.name)
      // A row of a tree is no parent of its own.
      let isOwn = table.foreignKeys.contains {
        $0.table == table.foldedName && $0.columns.contains(column.foldedName)
      }
      return (isOwn && !column.isNotNull ? [.null] : [])
        + SampleRow.values(known, parts) + SampleRow.values(of: column.type)
        + likely.filter { column.takes($0) }
        + SampleRow.more(of: column.type)
    }
  }

  /// Tries until the table takes a row.
  func insert(into connection: SQLiteConnection) -> Bool {
    let names = columns.map { SQLText.quote($0.name) }.joined(separator: ", ")
    let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let sql = "INSERT INTO \(SQLText.quote(table.name)) (\(names)) VALUES (\(marks))"
    guard let statement = try? connection.prepare(sql) else { return false }
    for attempt in 0..<64 {
      let values = candidates.enumerated().map { place, candidates in
        // At first all columns alike, then each at its own pace.
        candidates[(attempt < 12 ? attempt : attempt / (1 + place % 5) + place) % candidates.count]
      }
      do {
        try statement.bind(StatementArguments(values: values))
        while try statement.step() {}
        return true
      } catch {
        statement.reset()
      }
    }
    return false
  }

  private static func value(_ token: SQLToken) -> DatabaseValue? {
    switch token.kind {
    case .string: DatabaseValue(storage: .string(SQLToken.unquote(token.text)))
    case .number:
      Int64(token.text).map { DatabaseValue(storage: .int64($0)) }
        ?? Double(token.text).map { DatabaseValue(storage: .double($0)) }
    default: nil
    }
  }

  /// The values that a column of a known type has.
  private static func values(
    _ type: (swift: String, storage: String)?,
    _ parts: FactParts
  ) -> [DatabaseValue] {
    guard let type else { return [] }
    let text: String
    switch type {
    case ("Date", "dateText"): text = "2001-02-03 04:05:06.007"
    case ("Decimal", "text"): text = "1"
    case (let swift, _) where swift.hasPrefix("[String:"): text = "{}"
    case (let swift, _) where swift.hasPrefix("["): text = "[]"
    case (let swift, _) where parts.properties[swift] != nil:
      text = "{}"
    default: return []
    }
    return [.init(storage: .string(text))]
  }

  private static func values(of type: String) -> [DatabaseValue] {
    switch Affinity(type) {
    case .text: [.init(storage: .string("a"))]
    case .blob where type == "BLOB": [.init(storage: .blob(Data(count: 16)))]
    case .real: [.init(storage: .double(1))]
    default: [.init(storage: .int64(1))]
    }
  }

  private static func more(of type: String) -> [DatabaseValue] {
    switch Affinity(type) {
    case .text:
      ["A", "1", "aaaaaaaa", "a@a.aa", "", "2001-02-03 04:05:06.007", "{}", "[]"].map {
        .init(storage: .string($0))
      }
    case .blob where type == "BLOB": [.init(storage: .blob(Data()))]
    case .real: [0, 10, 100, -1].map { .init(storage: .double($0)) }
    default: [0, 10, 100, -1, 2000].map { .init(storage: .int64($0)) }
    }
  }
}

extension StoredColumn {
  /// Whether a STRICT table would store the value in the column.
  fileprivate func takes(_ value: DatabaseValue) -> Bool {
    switch (Affinity(type), value.storage) {
    case (.text, .string), (.integer, .int64), (.real, .int64), (.real, .double): true
    case (.integer, _), (.real, _), (.text, _): false
    default: type != "BLOB"
    }
  }
}

/// What a declared type makes of values (https://sqlite.org/datatype3.html#determination_of_column_affinity).
enum Affinity: Hashable {
  case integer, text, blob, real, numeric

  init(_ type: String) {
    let type = type.uppercased()
    self =
      if type.contains("INT") {
        .integer
      } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
        .text
      } else if type.isEmpty || type.contains("BLOB") || type == "ANY" {
        .blob
      } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
        .real
      } else {
        .numeric
      }
  }
}
