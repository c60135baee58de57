import Strata
import Testing

@Suite struct CursorTests {
  private func numbers(_ db: Database, _ count: Int = 6) throws -> DatabaseValueCursor<Int> {
    try Int.fetchCursor(
      db,
      sql: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT ?
        """,
      arguments: [count]
    )
  }

  @Test func `values are kept, transformed and left out as of a sequence`() throws {
    try DatabaseQueue().read { db throws in
      #expect(try Array(numbers(db).filter { $0.isMultiple(of: 2) }) == [2, 4, 6])
      #expect(try Array(numbers(db).compactMap { $0 > 4 ? "\($0)" : nil }) == ["5", "6"])
      #expect(try Array(numbers(db).map { $0 * $0 }.prefix(3)) == [1, 4, 9])
      #expect(try Array(numbers(db).dropFirst(4)) == [5, 6])
      #expect(try Array(numbers(db, 2).dropFirst(4)).isEmpty)
      #expect(try Array(numbers(db, 2).prefix(4)) == [1, 2])
      let pairs = try Array(numbers(db, 2).enumerated())
      #expect(pairs.map(\.0) == [0, 1])
      #expect(pairs.map(\.1) == [1, 2])
      #expect(try Dictionary(grouping: numbers(db)) { $0 % 2 } == [1: [1, 3, 5], 0: [2, 4, 6]])
    }
  }

  @Test func `values are combined`() throws {
    try DatabaseQueue().read { db throws in
      #expect(try numbers(db).reduce(0, +) == 21)
      #expect(try numbers(db).max() == 6)
      #expect(try numbers(db).min() == 1)
      #expect(try numbers(db, 0).max() == nil)
      #expect(try numbers(db).contains(3))
      #expect(try !numbers(db).contains(7))
      #expect(try numbers(db, 0).isEmpty())
      #expect(try !numbers(db).isEmpty())
    }
  }

  @Test func `no more values are fetched than are asked for`() throws {
    try DatabaseQueue().read { db throws in
      // Without the limit it would have no end.
      let cursor = try numbers(db, -1)
      #expect(try Array(cursor.prefix(2)) == [1, 2])
      #expect(try cursor.next() == 3)
    }
  }
}
