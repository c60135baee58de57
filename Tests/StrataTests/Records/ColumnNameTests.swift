import Strata
import Testing

/// A record whose columns are several to SQLite, which knows no case but that of A to Z.
private struct Size: Codable, FetchableRecord, PersistableRecord, Equatable {
  var id: Int
  var größe: Int
  var Größe: Int

  enum CodingKeys: String, CodingKey {
    case id, größe
    case Größe = "GRÖSSE É"
    case large = "grösse É"
  }

  var large: Int
}

@Suite struct ColumnNameTests {
  @Test func `columns that differ by the case of a letter beyond ASCII are two`() throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE size (id INTEGER PRIMARY KEY, größe INT, "GRÖSSE É" INT, "grösse É" INT)
          """
      )
      let size = Size(id: 1, größe: 2, Größe: 3, large: 4)
      try size.insert(db)
      #expect(try Size.fetchAll(db) == [size])
      let other = Size(id: 1, größe: 5, Größe: 6, large: 7)
      try other.update(db, columns: ["GRÖSSE É"])
      #expect(try Size.fetchAll(db) == [Size(id: 1, größe: 2, Größe: 6, large: 4)])
      try db.execute(sql: "CREATE UNIQUE INDEX sizes ON size (\"grösse É\")")
      #expect(try db.table("size", hasUniqueKey: ["grösse É"]))
      #expect(try !db.table("size", hasUniqueKey: ["GRÖSSE É"]))
      #expect(try db.table("size", hasUniqueKey: ["GRösse É"]))
    }
  }
}
