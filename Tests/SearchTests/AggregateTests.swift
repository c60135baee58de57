import Strata
import Testing

@testable import SearchSample

@Suite struct AggregateTests {
  @Test func `an aggregate of the app sums up what a request reads`() throws {
    try Articles.open().write { db in
      #expect(try LongestTitleRequest().fetch(db) == nil)
      #expect(try LongestBesideRequest().fetch(db) == [LongestBesideRow(title: nil, longest: nil)])
      let ann = try Author.Draft(name: "Ann").insert(db)
      _ = try Author.Draft(name: "Ben").insert(db)
      for title in ["abc", "a", "ab"] {
        _ = try Article.Draft(title: title, authorID: ann.id).insert(db)
      }
      #expect(try LongestTitleRequest().fetch(db) == "abc")
      let rows = try LongestTitlesRequest().fetch(db)
      #expect(rows.map(\.name) == ["Ann", "Ben"])
      #expect(rows.map(\.title) == ["abc", nil])
    }
  }
}
