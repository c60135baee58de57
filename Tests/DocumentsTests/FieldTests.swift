import Foundation
import Strata
import StrataDocuments
import Testing

/// How the fields of a document are found in its text, whoever has written it.
@Suite struct FieldTests {
  private let queue: DatabaseQueue
  private let things: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    things = try DocumentStore(queue).collection("things")
  }

  private func body() throws -> String? { try things.document(id: "x")?.body }

  final class Item: Codable {
    struct Part: Codable, Equatable {
      var a: Int
      var b: [String]?
    }
    @DocumentID var id: String?
    var name: String
    var count: Int
    var rate: Double?
    var part: Part?
    var parts: [Part]?
    var isOn: Bool
  }

  private let plain = """
    {"name":"n","count":-7,"rate":1.5,"part":{"a":1,"b":["x","y"]},"parts":[{"a":2},{"a":3}],\
    "isOn":true}
    """

  private func check(_ body: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try things.write(body)
    let item = try #require(try things.document(id: "x", as: Item.self))
    #expect(item.name == "n", sourceLocation: sourceLocation)
    #expect(item.count == -7, sourceLocation: sourceLocation)
    #expect(item.rate == 1.5, sourceLocation: sourceLocation)
    #expect(item.part == Item.Part(a: 1, b: ["x", "y"]), sourceLocation: sourceLocation)
    #expect(item.parts?.map(\.a) == [2, 3], sourceLocation: sourceLocation)
    #expect(item.isOn, sourceLocation: sourceLocation)
  }

  @Test func `fields are found in any order, between any white space`() throws {
    try check(plain)
    try check(
      """
      {"isOn":true,"parts":[{"b":null,"a":2},{"a":3}],"part":{"b":["x","y"],"a":1},"rate":1.5,
      "count":-7,"name":"n"}
      """
    )
    try check(
      """
       \t{ "rate" : 1.5 ,\r\n "isOn" : true , "other" : { "name" : [ ] } , "name" : "n" ,
      "part" : { "a" : 1 , "z" : 0 , "b" : [ "x" , "y" ] } , "count" : -7 ,
      "parts" : [ { "a" : 2 } , { "a" : 3 } ] } \n
      """
    )
  }

  @Test func `names with escapes are the names that they stand for`() throws {
    try check(plain.replacing("\"name\"", with: #""n\u0061me""#))
    try check(plain.replacing("\"a\"", with: #""\u0061""#))
    try things.write(#"{"name":"n","count":1,"isOn":false,"a\"b\\\/\n":1}"#)
    let item = try #require(try things.document(id: "x", as: Item.self))
    item.count = 2
    try things.save(from: item)
    #expect(try body() == #"{"name":"n","count":2,"isOn":false,"a\"b\\/\n":1}"#)
  }

  @Test func `of a name that is there twice the last value counts`() throws {
    let twice = plain.replacing("{\"name\"", with: #"{"count":8,"name":"m","isOn":false,"name""#)
    try check(twice)
    try check(plain.replacing("{\"name\"", with: #"{"part":{"a":9,"a":8},"n\u0061me":"m","name""#))
    try check(plain.replacing("{\"a\":1", with: #"{"a":0,"a":1"#))
  }

  @Test(arguments: [1, 12, 13, 31, 32, 33, 500])
  func `among many fields each is found, and all unknown ones stay`(count: Int) throws {
    let others = (0..<count).map { #""field\#($0)":\#($0)"# }
    let end = others.joined(separator: ",")
    try check(plain.replacing("{\"name\"", with: "{\(end),\"name\""))
    let item = try #require(try things.document(id: "x", as: Item.self))
    item.name = "m"
    try things.save(from: item)
    let sum = try queue.read { db in
      try Int.fetchOne(
        db,
        sql: "SELECT sum(value) FROM things, json_each(body) WHERE key LIKE 'field%'"
      )
    }
    #expect(sum == (0..<count).reduce(0, +))
    #expect(try things.document(id: "x", as: Item.self)?.name == "m")
  }

  @Test func `names are what their bytes are`() throws {
    // An e with an accent, as one character and as two.
    try things.write("{\"name\":\"n\",\"count\":1,\"isOn\":true,\"e\u{301}\":1,\"\u{e9}\":2}")
    let item = try #require(try things.document(id: "x", as: Item.self))
    try things.save(from: item)
    let both = "\"e\u{301}\":1,\"\u{e9}\":2"
    #expect(
      try body()?.utf8.count == "{\"name\":\"n\",\"count\":1,\"isOn\":true,\(both)}".utf8.count
    )
  }

  @Test func `a missing field is an error that names it, wherever it is missing`() throws {
    for (name, field) in [("name", "name"), ("isOn", "isOn"), ("count", "count")] {
      try things.write(plain.replacing("\"\(name)\"", with: "\"\(name)s\""))
      let error = #expect(throws: DocumentError.self) {
        _ = try things.document(id: "x", as: Item.self)
      }
      #expect(
        error?.reason == .undecodable(field: field, problem: "the document has no such field")
      )
    }
    try things.write(plain.replacing("\"a\":3", with: "\"c\":3"))
    let error = #expect(throws: DocumentError.self) {
      _ = try things.document(id: "x", as: Item.self)
    }
    #expect(
      error?.reason == .undecodable(field: "parts[1].a", problem: "the document has no such field")
    )
  }

  @Test(
    arguments: [
      "0", "-0", "7", "-1", "123456789012345678", "-12345678901234567", "1234567890123456789",
      "9223372036854775807", "-9223372036854775808",
    ]
  )
  func `integers of every length are read`(text: String) throws {
    struct Number: Codable { var value: Int64 }
    try things.write("{\"value\":\(text)}")
    #expect(try things.document(id: "x", as: Number.self)?.value == Int64(text))
    struct Held: Codable {
      @DocumentID var id: String?
      var value: Int64
    }
    let held = Held(value: try #require(Int64(text)))
    try things.save(from: held)
    let id = try #require(held.id)
    #expect(try things.document(id: id)?.body == "{\"value\":\(try #require(Int64(text)))}")
  }

  final class Chain: Codable {
    @DocumentID var id: String?
    var next: Link?

    init(_ depth: Int) {
      for _ in 0..<depth { next = Link(next: next) }
    }
  }

  final class Link: Codable {
    var next: Link?
    init(next: Link?) { self.next = next }
  }

  @Test func `what is nested too deep to be read again is not saved`() throws {
    let deep = Chain(499)
    try things.save(from: deep)
    let id = try #require(deep.id)
    #expect(try things.document(id: id, as: Chain.self)?.next?.next != nil)
    for depth in [500, 501, 2000] {
      let error = #expect(throws: DocumentError.self) { try things.save(from: Chain(depth)) }
      #expect(error?.description.contains("nested too deep") == true)
      #expect(error?.description.contains("'next.next.next") == true)
    }
    #expect(try things.count() == 1)
  }

  final class Handwritten: Codable {
    @DocumentID var id: String?
    var name: String

    init(name: String) { self.name = name }

    private enum CodingKeys: CodingKey { case id, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _id = try container.decodeIfPresent(DocumentID.self, forKey: .id) ?? DocumentID()
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func `an id that is decoded if present is the id of the document`() throws {
    let first = Handwritten(name: "first")
    try things.save(from: first)
    let id = try #require(first.id)
    let read = try #require(try things.document(id: id, as: Handwritten.self))
    #expect(read.id == id)
    read.name = "second"
    #expect(try things.save(from: read, concurrencyControl: .failOnConflict))
    #expect(try things.count() == 1)
  }

  @Test(
    arguments: [
      "DROP VIEW things", "DELETE FROM strata_collection_things RETURNING id", "BEGIN", "VACUUM",
    ]
  )
  func `a query that writes is refused, also in a queue`(sql: String) throws {
    try things.save(from: Task(id: "kept", title: ""))
    let query = things.store.query(sql)
    #expect(throws: DatabaseError.self) { _ = try query.execute() }
    #expect(throws: DatabaseError.self) { try query.forEach(as: Task.self) { _ in } }
    #expect(try things.count() == 1)
  }
}
