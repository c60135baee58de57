import Foundation
import Testing

@testable import SearchSample
@testable import Strata

@Suite struct ListTests {
  private let database: DatabaseQueue
  private let keys = (0..<3).map { _ in UUID() }
  private let day = Date(timeIntervalSince1970: 86_400)

  init() throws {
    database = try ScoresDatabase.openInMemory()
    try database.write { db in
      for index in 0..<3 {
        _ = try Score.Draft(
          key: keys[index],
          code: keys[index],
          points: index,
          weight: 0.1 * Double(index),
          name: ["Ann", "Bob", nil][index],
          grade: [.low, .middle, .high][index],
          day: day.addingTimeInterval(Double(index)),
          seen: day.addingTimeInterval(Double(index)),
          price: Decimal(index) / 4,
          content: Data([UInt8(index), 0])
        ).insert(db)
      }
    }
  }

  private func ids<Request: ManyRequest>(_ request: Request) throws -> [Int]
  where Request.Row == Score {
    try database.read { try request.fetch($0).map(\.id.rawValue) }
  }

  @Test func `a list holds values of any type, each in its column's form`() throws {
    #expect(try ids(ScoresWithIDRequest(ids: [.init(rawValue: 3), .init(rawValue: 1)])) == [1, 3])
    #expect(try ids(ScoresWithKeyRequest(keys: [keys[1], UUID()])) == [2])
    #expect(try ids(ScoresWithCodeRequest(codes: [keys[1], keys[2]])) == [2, 3])
    #expect(try ids(ScoresWithWeightRequest(weights: [0.1, 0.1 * 2])) == [2, 3])
    #expect(try ids(ScoresNamedRequest(names: ["ANN", "o'Brien \"x\" \0"])) == [1])
    #expect(try ids(ScoresOfLengthRequest(lengths: [2, 3])) == [1, 2])
    #expect(try ids(ScoresOfGradesRequest(grades: [.middle, .high], atLeast: 2)) == [3])
    #expect(try ids(ScoresOfDaysRequest(days: [day], seen: [day.addingTimeInterval(2)])) == [1, 3])
    #expect(try ids(ScoresForPricesRequest(prices: [0.25, 0.5])) == [2, 3])
    #expect(try ids(ScoresWithContentRequest(contents: [Data([1, 0]), Data()])) == [2])
  }

  @Test func `an empty list holds nothing`() throws {
    #expect(try ids(ScoresWithIDRequest(ids: [])) == [])
    #expect(try database.read { try CountWithoutIDRequest(ids: []).fetch($0) } == 3)
  }

  @Test func `NULL is in no list, and a value that becomes NULL is left out`() throws {
    #expect(try ids(ScoresNamedRequest(names: ["Bob"])) == [2])
    #expect(try ids(ScoresWithWeightRequest(weights: [.nan, 0])) == [1])
  }

  @Test func `a list may be as long as one likes`() throws {
    let long = (1...100_000).map { Score.ID(rawValue: $0) }
    #expect(try ids(ScoresWithIDRequest(ids: long)) == [1, 2, 3])
    #expect(try database.read { try CountWithoutIDRequest(ids: long).fetch($0) } == 0)
    #expect(try ids(ScoresWithIDRequest(ids: [.init(rawValue: 2)])) == [2])
  }

  @Test func `all lists of a request run one statement`() throws {
    try database.read { (db: Database) throws in
      let request = { (ids: [Score.ID]) in try ScoresWithIDRequest(ids: ids).statement(db) }
      let first = try request([])
      #expect(try request([.init(rawValue: 1)]) === first)
    }
    #expect(ScoresWithIDRequest(ids: []) == ScoresWithIDRequest(ids: []))
    #expect(Set([ScoresNamedRequest(names: ["a"]), ScoresNamedRequest(names: ["a"])]).count == 1)
  }

  @Test func `a request with a list follows its table only`() throws {
    let region = try database.read { db in
      try db.makeStatement(sql: ScoresWithIDRequest.definition.sql).databaseRegion
    }
    #expect(region.description.hasPrefix("score("))
    #expect(Set(ScoresWithIDRequest.footprint.tables.keys) == ["score"])
  }

  @Test func `what is no list is an empty one`() throws {
    try database.read { (db: Database) throws in
      let count = { (argument: String) in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM strata_list(\(argument))")
      }
      #expect(try count("1") == 0)
      #expect(try count("NULL") == 0)
      #expect(throws: DatabaseError.self) {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM strata_list")
      }
    }
  }
}
