import Foundation

@testable import Strata

/// The schema of the files that are damaged.
enum BadFileShop: GeneratedDatabase {
  static let schemaHash = "1"
  static let prototype = [BadItem.creation]
}

struct BadItem: Hashable, Sendable {
  static let creation = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, made TEXT NOT NULL,
      note TEXT NOT NULL) STRICT
    """
  var id: Int
  var name: String
  var made: Date
  var note: String
}

extension BadItem: GeneratedRecord {
  static let table = TableDefinition(
    name: "item",
    columns: "id, name, made, note",
    primaryKey: "id",
    rowID: "id"
  )
  init(reading row: RowReader) throws {
    id = try row.int(0)
    name = try row.string(1)
    made = try row.date(2)
    note = try row.string(3)
  }
  func bind(to values: ValueBinder) {
    values.int(0, id)
    values.string(1, name)
    values.date(2, made)
    values.string(3, note)
  }
}
