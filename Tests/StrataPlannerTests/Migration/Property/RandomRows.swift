import Foundation
import StrataSQLite
import StrataSchema
import TestSupport

@testable import StrataPlanner

/// Rows that a schema takes, with the values that programs forget: NULL, the ends of numbers, empty and
/// odd texts.
struct RandomRows {
  private var generator: SeededGenerator
  private let schema: RandomSchema

  init(_ schema: RandomSchema, seed: UInt64) {
    self.schema = schema
    generator = SeededGenerator(seed: seed)
  }

  mutating func insert(into connection: SQLiteConnection) throws {
    // Children may come before their parents.
    try connection.execute("PRAGMA foreign_keys = OFF")
    for table in schema.tables {
      let columns = table.columns.filter { $0.generated == nil }
      let names = (["id"] + columns.map(\.name)).map(SQLText.quote).joined(separator: ", ")
      let marks = (0...columns.count).map { "?\($0 + 1)" }.joined(separator: ", ")
      let statement = try connection.prepare(
        "INSERT INTO \(SQLText.quote(table.sqlName)) (\(names)) VALUES (\(marks))"
      )
      for id in 1...Int64(8) {
        let values = columns.map { value(of: $0) }
        try statement.bind(StatementArguments(values: [.init(storage: .int64(id))] + values))
        while try statement.step() {}
      }
      try connection.execute("DELETE FROM \(SQLText.quote(table.sqlName)) WHERE id = 8")
      for column in columns where column.type.hasSuffix(".ID") {
        // A row was deleted after others may have referred to it.
        try connection.execute(
          "UPDATE \(SQLText.quote(table.sqlName)) SET \(column.name) = 1 WHERE \(column.name) > 7"
        )
      }
    }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  private mutating func value(of column: RandomSchema.Column) -> DatabaseValue {
    if column.isOptional, generator.chance(1, in: 4) { return .null }
    switch column.type {
    case "Int":
      return .init(storage: .int64(generator.pick([0, -1, 42, .max, .min]) ?? 0))
    case "Double":
      return .init(storage: .double(generator.pick([0.5, -1.25, 1e300, 3]) ?? 0))
    case "Bool": return .init(storage: .int64(generator.chance(1, in: 2) ? 1 : 0))
    case "Data":
      return .init(storage: .blob(Data((0..<UInt8.random(in: 0...9, using: &generator)))))
    case "String":
      let texts = ["", "a", "it's", "'; DROP TABLE x; --", "Zoë 🎈", "7", "\n\t", "\u{0}x", "NULL"]
      return .init(storage: .string(generator.pick(texts) ?? ""))
    default: return .init(storage: .int64(Int64.random(in: 1...7, using: &generator)))
    }
  }
}
