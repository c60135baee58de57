import Foundation
import Strata
import StrataDocuments
import Testing

/// Values that nobody expects.
@Suite struct OddValueTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let things: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    things = try store.collection("things")
  }

  struct Thing<Value: Codable & Equatable>: Codable {
    @DocumentID var id: String?
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private func again<Value: Codable & Equatable>(_ value: Value) throws -> Value {
    let thing = Thing(value)
    try things.save(from: thing)
    let id = try #require(thing.id)
    let isValid = try queue.read { db in
      let sql = "SELECT json_valid(body) FROM things WHERE id = ?"
      return try Bool.fetchOne(db, sql: sql, arguments: [id])
    }
    #expect(isValid == true)
    return try #require(try things.document(id: id, as: Thing<Value>.self)).value
  }

  @Test func `integers are read as they were written`() throws {
    for value in [Int64.min, .max, 0, -1] { #expect(try again(value) == value) }
    for value in [UInt64.max, UInt64(Int64.max) + 1, 0] { #expect(try again(value) == value) }
    #expect(try again([Int8.min, Int8.max]) == [Int8.min, Int8.max])
  }

  @Test func `doubles are read as they were written`() throws {
    let values: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1,
      1 / 3, 1e15, 1e16, 1e17, 123_456_789_012_345_680, 9_007_199_254_740_992, 1e-7, 1e20,
    ]
    for value in values {
      let read = try again(value)
      #expect(read == value && read.sign == value.sign, "\(value)")
    }
    for value in [Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -0.0] {
      #expect(try again(value) == value)
    }
  }

  @Test(
    arguments: [
      "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
      "0.00000000000000000000000000000000000001", "12345678901234567890.123456789012345678", "0",
      "1e100", "1e-120", "-0.5",
    ]
  )
  func `decimals keep all of their digits`(text: String) throws {
    let value = try #require(Decimal(string: text))
    #expect(try again(value) == value)
  }

  @Test(arguments: [-62_135_596_800, -1, 0, 0.001, 253_402_300_799, -62_167_219_200])
  func `dates of all years that can be written are read again`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let read = try again(date)
    #expect(abs(read.timeIntervalSince(date)) < 0.0006, "\(date)")
  }

  @Test func `a date that cannot be written is an error that names the field`() throws {
    for date in [
      Date.distantPast.addingTimeInterval(-1e10), Date(timeIntervalSince1970: 1e15),
      Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity),
    ] {
      let error = #expect(throws: DocumentError.self) { try things.save(from: Thing(date)) }
      guard case .unencodable("value", _) = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `texts of every kind are read as they were written`() throws {
    for text in ["", "\u{0}", "a\u{0}b", "\u{2028}\u{7F}\u{1}", "😀\u{301}", "e\u{301}", "\\\"/"] {
      let read = try again(text)
      #expect(read.utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
    }
    let large = String(repeating: "0123456789abcde\n", count: 1 << 18)
    #expect(try again(large).utf8.count == large.utf8.count)
  }

  @Test func `stored JSON of every kind does not trap, and can be replaced`() throws {
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO strata_collection_things (sequence, id, revision, body) VALUES
          (1, 'twice', '1@x', '{"value":"1","value":"2"}'),
          (2, 'lone', '1@x', '{"value":"\\ud800"}'),
          (3, 'nul', '1@x', '{"value":"\\u0000"}'),
          (4, 'empty', '1@x', '{"":"x","value":"y"}')
          """
      )
    }
    let expected = ["twice": "2", "lone": "\u{FFFD}", "nul": "\u{0}", "empty": "y"]
    for (id, value) in expected {
      let thing = try #require(try things.document(id: id, as: Thing<String>.self))
      #expect(thing.value == value)
      try things.save(from: thing)
      #expect(try things.document(id: id, as: Thing<String>.self)?.value == value)
    }
    #expect(try things.document(id: "empty")?.body == #"{"value":"y","":"x"}"#)
  }

  @Test func `what the database says of numbers and texts is read by queries`() throws {
    struct Row: Codable, Equatable {
      var double: Double
      var big: Double
      var text: String
      var data: Data
    }
    let query = store.query("SELECT 9e999 AS double, -1e300 AS big, 'a' AS text, x'00ff' AS data")
    // Infinity is a number of SQLite, and none of JSON.
    #expect(try query.execute().data(as: Row.self).map(\.double) == [.infinity])
    let good = store.query("SELECT 1 AS double, -1e300 AS big, 'a' AS text, x'00ff' AS data")
    #expect(
      try good.execute().data(as: Row.self)
        == [Row(double: 1, big: -1e300, text: "a", data: Data([0, 255]))]
    )
  }

  @Test(arguments: ["", ";", "SELECT 1; SELECT 2", "DELETE FROM things", "x"])
  func `a query that is none is an error`(sql: String) throws {
    try things.save(from: Thing("kept"))
    #expect(throws: (any Error).self) { _ = try store.query(sql).execute() }
    #expect(throws: (any Error).self) {
      try store.query(sql).forEach(as: Task.self) { _ in }
    }
    #expect(try things.count() == 1)
  }

  @Test func `parameters are bound, and their number is checked`() throws {
    try things.save(from: Thing("a'b"))
    let sql = "SELECT id FROM things WHERE body ->> '$.value' = ?"
    #expect(try store.query(sql, arguments: ["a'b"]).execute().count == 1)
    #expect(throws: (any Error).self) { _ = try store.query(sql).execute() }
    #expect(throws: (any Error).self) {
      _ = try store.query(sql, arguments: ["a", "b"]).execute()
    }
  }

  @Test(arguments: ["CAST(x'ff' AS TEXT)", "'{'", "'[]'"])
  func `a damaged document is an error with its name, and can be purged`(body: String) throws {
    let thing = Thing("a")
    try things.save(from: thing)
    let id = try #require(thing.id)
    try queue.write { db in
      try db.execute(sql: "UPDATE strata_collection_things SET body = \(body)")
    }
    #expect(throws: (any Error).self) { try things.document(id: id, as: Thing<String>.self) }
    try things.purge(id: id)
    #expect(try things.count() == 0)
    try things.save(from: Thing("b"))
    #expect(try things.count() == 1)
  }
}
