import Foundation
import Strata
import Testing

@testable import RequestsSample

/// Orders and pages of requests in SQL, and rows that are `Codable`.
@Suite struct RowOrdersTests {
  let database: DatabaseQueue

  init() throws {
    database = try RequestsDatabase.openInMemory()
    try database.write { db in
      let red = try Team.Draft(name: "Rovers").insert(db)
      for (index, name) in ["d", "B", "a", "C", "b", "a", "e"].enumerated() {
        _ = try Player.Draft(
          name: name,
          score: index % 3,
          position: .defender,
          teamID: index.isMultiple(of: 2) ? red.id : nil
        )
        .insert(db)
      }
    }
  }

  @Test func `the order of a request in SQL can be chosen`() throws {
    try database.read { db in
      let best = try RosterRequest(bonus: 10, position: .defender, least: 0).fetch(db)
      #expect(best.map(\.total) == [12, 12, 11, 11, 10, 10, 10])
      let named = try RosterRequest(bonus: 10, position: .defender, least: 11, order: .named)
        .fetch(db)
      #expect(named.map { $0.name.lowercased() } == ["a", "a", "b", "b", "c", "d", "e"])
      #expect(named.compactMap { $0.team?.name } == ["Rovers", "Rovers", "Rovers", "Rovers"])
      #expect(try LastByNameRequest().fetch(db) == LastByNameRow(name: "e", position: .defender))
    }
  }

  @Test(arguments: RosterRequest.Ordering.allCases)
  func `pages of rows put together are all rows`(order: RosterRequest.Ordering) throws {
    try database.write { db in
      let request = RosterRequest(bonus: 0, position: .defender, least: 1, order: order)
      var rows: [RosterRow] = []
      var cursor: RosterRequest.Cursor?
      var sizes: [Int] = []
      repeat {
        let page = try request.page(after: cursor).fetch(db)
        rows += page.rows
        sizes.append(page.rows.count)
        cursor = page.next
        // A row before the place does not shift it.
        _ = try Player.Draft(name: "A", score: 9, position: .forward).insert(db)
      } while cursor != nil
      #expect(sizes == [3, 3, 1])
      #expect(Set(rows.map(\.number)).count == 7)
      let all = try request.fetch(db)
      #expect(rows.map(\.total) == all.map(\.total))
    }
  }

  @Test func `rows of a record are read page by page`() throws {
    try database.read { db in
      let request = TeamMatesRequest(team: "Rovers")
      let first = try request.page().fetch(db)
      let second = try request.page(after: first.next).fetch(db)
      #expect(first.rows.map(\.label) == ["e!", "d!"])
      #expect(second.rows.map(\.label) == ["b!", "a!"])
      #expect(second.next == nil)
      #expect(try request.fetch(db) == first.rows + second.rows)
    }
  }

  @Test func `a page of rows is observed`() async throws {
    let request = TeamMatesRequest(team: "Rovers").page()
    var pages = request.values(in: database).makeAsyncIterator()
    #expect(try await pages.next()?.rows.map(\.name) == ["e", "d"])
    try await database.write { db in _ = try AwardPoints(team: .init(rawValue: 1)).run(db) }
    #expect(try await pages.next()?.rows.map(\.score) == [3, 3])
  }

  @Test func `rows that are to be Codable are`() throws {
    let row = LastByNameRow(name: "e", position: .defender)
    let data = try JSONEncoder().encode(row)
    #expect(try JSONDecoder().decode(LastByNameRow.self, from: data) == row)
    let tag = try #require(try database.write { db in try AddTag(name: "x", count: 2).run(db) })
    let text = String(decoding: try JSONEncoder().encode(tag), as: UTF8.self)
    #expect(text.contains("\"next\":3"))
  }
}
