import Foundation
import Strata
import TestSupport
import Testing

@testable import SearchSample

@Suite struct PageTests {
  private static func draft(_ random: inout SeededGenerator) -> Score.Draft {
    Score.Draft(
      points: [nil, -1, 0, 1, 2].randomElement(using: &random) ?? nil,
      weight: [nil, 0.5, 1.5, 2].randomElement(using: &random) ?? nil,
      name: [nil, "a", "A", "b", "é", ""].randomElement(using: &random) ?? nil,
      grade: Grade.allCases.randomElement(using: &random) ?? .low
    )
  }

  // MARK: An oracle in Swift

  private enum Part { case before, same, after }

  private static func compare<T: Comparable>(
    _ left: T?,
    _ right: T?,
    descending: Bool = false,
    nullsFirst: Bool? = nil
  ) -> Part {
    guard let left, let right else {
      if (left == nil) == (right == nil) { return .same }
      return (left == nil) == (nullsFirst ?? !descending) ? .before : .after
    }
    if left == right { return .same }
    return (left < right) == !descending ? .before : .after
  }

  private static func fold(_ name: String?) -> [UInt8]? {
    name.map { $0.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
  }

  private static func text(_ left: String?, _ right: String?) -> Part {
    let (left, right) = (fold(left), fold(right))
    guard let left, let right else {
      return left == nil && right == nil ? .same : left == nil ? .before : .after
    }
    return left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after
  }

  /// Whether a row comes before another in an order.
  private static func precedes(_ left: Score, _ right: Score, _ order: Ordering) -> Bool {
    let parts: [Part]
    var isKeyDescending = false
    switch order {
    case .best:
      parts = [compare(left.points, right.points, descending: true), text(left.name, right.name)]
    case .named:
      parts = [
        text(left.name, right.name),
        compare(left.weight, right.weight, descending: true, nullsFirst: true),
      ]
      isKeyDescending = true
    case .lightest:
      parts = [
        compare(left.weight, right.weight, nullsFirst: false),
        compare(left.points.map { $0 % 3 }, right.points.map { $0 % 3 }),
        compare(left.grade.rawValue, right.grade.rawValue, descending: true),
      ]
      isKeyDescending = true
    case .plain: parts = []
    }
    let key = compare(left.id.rawValue, right.id.rawValue, descending: isKeyDescending)
    return (parts + [key]).first { $0 != .same } == .before
  }

  private typealias Ordering = GradedScoresRequest.Ordering

  // MARK: Tests

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `pages are what the order says, whatever happens between them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let database = try ScoresDatabase.openInMemory()
    for order in Ordering.allCases {
      try database.write { db in
        try Score.deleteAll(db)
        for _ in 0..<40 { _ = try Self.draft(&random).insert(db) }
      }
      let request = GradedScoresRequest(grade: .middle, order: order)
      var cursor: GradedScoresRequest.Cursor?
      var last: Score?
      var pageCount = 0
      repeat {
        let (page, all) = try database.read { db in
          (try request.page(after: cursor).fetch(db), try Score.fetchAll(db))
        }
        let rest =
          all
          .filter { score in
            score.grade.rawValue >= 2 && last.map { Self.precedes($0, score, order) } ?? true
          }
          .sorted { Self.precedes($0, $1, order) }
        #expect(page.rows == Array(rest.prefix(7)), "seed \(seed), order \(order)")
        #expect((page.next != nil) == (rest.count > 7), "seed \(seed), order \(order)")
        cursor = page.next
        last = page.rows.last
        pageCount += 1
        // Rows come and go before and after the place, also the one before it.
        try database.write { db in
          for _ in 0..<3 where pageCount < 12 { _ = try Self.draft(&random).insert(db) }
          try db.execute(
            sql: "DELETE FROM score WHERE id IN (SELECT id FROM score ORDER BY random() LIMIT 2)"
          )
          if let last, Bool.random(using: &random) { try last.delete(db) }
        }
      } while cursor != nil
    }
  }

  @Test func `pages end`() throws {
    try ScoresDatabase.openInMemory().write { (db: Database) throws in
      let request = AllScoresRequest()
      #expect(try request.page().fetch(db) == RequestPageQuery<AllScoresRequest>.defaultValue)
      for _ in 0..<10 { _ = try Score.Draft().insert(db) }
      let first = try AllScoresRequest().page().fetch(db)
      let second = try AllScoresRequest().page(after: first.next).fetch(db)
      #expect(first.rows.map(\.id.rawValue) == [10, 9, 8, 7, 6])
      #expect(second.rows.map(\.id.rawValue) == [5, 4, 3, 2, 1])
      #expect(second.next == nil)
      #expect(try request.fetch(db).count == 10)
    }
  }

  @Test func `a table without a key is read by its rowid`() throws {
    try ScoresDatabase.openInMemory().write { db in
      for text in ["b", "a", "a", "a"] { try Line(text: text).insert(db) }
      let first = try LinesRequest().page().fetch(db)
      let second = try LinesRequest().page(after: first.next).fetch(db)
      #expect((first.rows + second.rows).map(\.text) == ["a", "a", "a", "b"])
      #expect(second.next == nil)
    }
  }

  @Test func `a view is read by the key that the schema names`() throws {
    try ScoresDatabase.openInMemory().write { db in
      for index in 0..<7 { _ = try Score.Draft(weight: index < 5 ? 2 : 3).insert(db) }
      var rows: [Heavy] = []
      var cursor: HeavyScoresRequest.Cursor?
      repeat {
        let page = try HeavyScoresRequest().page(after: cursor).fetch(db)
        rows += page.rows
        cursor = page.next
      } while cursor != nil
      #expect(rows.map(\.id.rawValue) == [1, 2, 3, 4, 5, 6, 7])
    }
  }

  @Test func `a place in another order is refused`() throws {
    try ScoresDatabase.openInMemory().write { db in
      for _ in 0..<8 { _ = try Score.Draft().insert(db) }
      let first = try GradedScoresRequest(grade: .low).page().fetch(db)
      #expect(throws: DatabaseError.self) {
        try GradedScoresRequest(grade: .low, order: .named).page(after: first.next).fetch(db)
      }
    }
  }

  @Test func `the order of a request can be chosen`() throws {
    try ScoresDatabase.openInMemory().write { db in
      _ = try Score.Draft(points: 1, weight: 2).insert(db)
      _ = try Score.Draft(points: 2, weight: 1).insert(db)
      #expect(try BestScoreRequest(order: .byPoints).fetch(db)?.points == 2)
      #expect(try BestScoreRequest(order: .byWeight).fetch(db)?.points == 1)
      let request = GradedScoresRequest(grade: .middle, order: .named)
      #expect(request.order == .named)
      #expect(GradedScoresRequest(grade: .low).order == .best)
      #expect(GradedScoresRequest(grade: .low) != GradedScoresRequest(grade: .low, order: .named))
    }
  }

  @Test func `a page is observed`() async throws {
    let database = try ScoresDatabase.openInMemory()
    var pages = AllScoresRequest().page().values(in: database).makeAsyncIterator()
    #expect(try await pages.next()?.rows.count == 0)
    try await database.write { db in _ = try Score.Draft().insert(db) }
    #expect(try await pages.next()?.rows.count == 1)
  }
}
