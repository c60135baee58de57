import Strata
import Testing

@Suite struct IndexTests {
  @Test func `the indexes of a table are told`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c, d);
          CREATE INDEX byCD ON t (c, d);
          CREATE UNIQUE INDEX byD ON t (d);
          CREATE INDEX byLength ON t (length(b));
          CREATE TABLE u (a, b, PRIMARY KEY (b, a)) WITHOUT ROWID
          """
      )
      let indexes = try db.indexes(on: "T")
      let named = indexes.filter { $0.origin == .createIndex }.sorted { $0.name < $1.name }
      #expect(named.map(\.name) == ["byCD", "byD"])
      #expect(named.map(\.columns) == [["c", "d"], ["d"]])
      #expect(named.map(\.isUnique) == [false, true])
      let unique = indexes.first { $0.origin == .uniqueConstraint }
      #expect(unique?.columns == ["b"])
      #expect(try db.indexes(on: "u").map(\.origin) == [.primaryKeyConstraint])
      #expect(try db.indexes(on: "none").isEmpty)
      #expect(try db.table("t", hasUniqueKey: ["A"]))
      #expect(try db.table("t", hasUniqueKey: ["b"]))
      #expect(try db.table("t", hasUniqueKey: ["D"]))
      #expect(try !db.table("t", hasUniqueKey: ["c", "d"]))
      #expect(try db.table("u", hasUniqueKey: ["a", "b"]))
    }
  }
}
