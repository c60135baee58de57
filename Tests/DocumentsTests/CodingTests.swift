import Foundation
import Strata
import StrataDocuments
import Testing

/// What values become in documents.
@Suite struct CodingTests {
  private let queue: DatabaseQueue
  private let things: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    things = try DocumentStore(queue).collection("things")
  }

  final class Everything: Codable {
    enum Kind: String, Codable { case small, large }
    struct Line: Codable, Equatable {
      var name: String
      var price: Decimal
      var tags: [String]
      var nested: [[Int?]]
    }
    @DocumentID var id: String?
    var kind = Kind.large
    var flag = true
    var int8 = Int8.min
    var int64 = Int64.max
    var uint64 = UInt64.max
    var double = 0.1 + 0.2
    var whole = 3.0
    var float = Float(0.1)
    var text = "\"quoted\"\n\u{0} \\ 🐈 é\u{1F}"
    var date = Date(timeIntervalSince1970: 1_764_500_425.125)
    var decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
    var data = Data([0, 255, 10])
    var uuid = UUID()
    var url = URL(string: "https://example.org/a?b=c")
    var lines = [
      Line(name: "a", price: Decimal(string: "9.95") ?? 0, tags: [], nested: [[1, nil], []])
    ]
    var byName: [String: Line] = [:]
    var numbers: [Int: String] = [1: "one"]
    var optional: Int?
    var optionalLine: Line?
    init() { byName["first"] = lines[0] }
  }

  @Test func `every kind of value is read as it was saved`() throws {
    let saved = Everything()
    try things.save(from: saved)
    let id = try #require(saved.id)
    let read = try #require(try things.document(id: id, as: Everything.self))
    #expect(read.kind == saved.kind)
    #expect(read.flag)
    #expect(read.int8 == .min)
    #expect(read.int64 == .max)
    #expect(read.uint64 == .max)
    #expect(read.double == saved.double)
    #expect(read.whole == 3)
    #expect(read.float == saved.float)
    #expect(read.text == saved.text)
    #expect(read.date == saved.date)
    #expect(read.decimal == saved.decimal)
    #expect(read.data == saved.data)
    #expect(read.uuid == saved.uuid)
    #expect(read.url == saved.url)
    #expect(read.lines == saved.lines)
    #expect(read.byName == saved.byName)
    #expect(read.numbers == saved.numbers)
    #expect(read.optional == nil)
    #expect(read.optionalLine == nil)
  }

  @Test func `dates are ISO 8601, and decimals keep their digits`() throws {
    let saved = Everything()
    try things.save(from: saved)
    let id = try #require(saved.id)
    let body = try #require(try things.document(id: id)?.body)
    #expect(body.contains(#""date":"2025-11-30T11:00:25.125Z""#))
    #expect(body.contains(#""decimal":12345678901234567890.123456789"#))
    #expect(body.contains(#""float":0.1,"#))
    #expect(!body.contains("optional"))
    let isValid = try queue.read { db in
      try Bool.fetchOne(db, sql: "SELECT json_valid(body) FROM things")
    }
    #expect(isValid == true)
  }

  @Test(
    arguments: [
      "2025-11-30T11:00:25Z", "2025-11-30T11:00:25.000Z", "2025-11-30T13:00:25+02:00",
      "2025-11-30 11:00:25",
    ]
  )
  func `dates are read in the forms of ISO 8601`(text: String) throws {
    struct Event: Codable { var date: Date }
    try things.write(#"{"date":"\#(text)"}"#)
    let event = try things.document(id: "x", as: Event.self)
    #expect(event?.date == Date(timeIntervalSince1970: 1_764_500_425))
  }

  class Animal: Codable {
    @DocumentID var id: String?
    var name = "Rex"
    init() {}
  }

  final class Dog: Animal {
    var breed: String?
    var tricks: [String] = []

    private enum CodingKeys: CodingKey { case breed, tricks }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      breed = try container.decodeIfPresent(String.self, forKey: .breed)
      tricks = try container.decode([String].self, forKey: .tricks)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(breed, forKey: .breed)
      try container.encode(tricks, forKey: .tricks)
    }
  }

  @Test func `a subclass is saved with its superclass`() throws {
    let dog = Dog()
    dog.breed = "Terrier"
    dog.tricks = ["sit"]
    try things.save(from: dog)
    let id = try #require(dog.id)
    #expect(
      try things.document(id: id)?.body == #"{"name":"Rex","breed":"Terrier","tricks":["sit"]}"#
    )
    let read = try #require(try things.document(id: id, as: Dog.self))
    #expect(read.id == id)
    #expect(read.name == "Rex")
    #expect(read.tricks == ["sit"])
    // The superclass does not know the fields of the subclass, which stay.
    let animal = try #require(try things.document(id: id, as: Animal.self))
    animal.name = "Max"
    try things.save(from: animal)
    #expect(try things.document(id: id, as: Dog.self)?.breed == "Terrier")
  }

  final class Nested: Codable {
    @DocumentID var id: String?
    var pairs: [String: String]

    enum Keys: CodingKey { case id, inner, list }

    init() { pairs = ["a": "b"] }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _id = try container.decode(DocumentID.self, forKey: .id)
      let inner = try container.nestedContainer(keyedBy: FreeKey.self, forKey: .inner)
      pairs = [:]
      for key in inner.allKeys {
        pairs[key.stringValue] = try inner.decode(String.self, forKey: key)
      }
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      while !list.isAtEnd {
        let element = try list.nestedContainer(keyedBy: FreeKey.self)
        for key in element.allKeys {
          pairs[key.stringValue] = try element.decode(String.self, forKey: key)
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(_id, forKey: .id)
      var inner = container.nestedContainer(keyedBy: FreeKey.self, forKey: .inner)
      for (key, value) in pairs { try inner.encode(value, forKey: FreeKey(key)) }
      var list = container.nestedUnkeyedContainer(forKey: .list)
      var element = list.nestedContainer(keyedBy: FreeKey.self)
      try element.encode("d", forKey: FreeKey("c"))
    }
  }

  struct FreeKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `nested containers are written in their places`() throws {
    let nested = Nested()
    try things.save(from: nested)
    let id = try #require(nested.id)
    #expect(try things.document(id: id)?.body == #"{"inner":{"a":"b"},"list":[{"c":"d"}]}"#)
    #expect(try things.document(id: id, as: Nested.self)?.pairs == ["a": "b", "c": "d"])
  }

  private struct Number<Value: Codable>: Codable { var value: Value }

  @Test func `escapes of every kind are read`() throws {
    try things.write(#"{"value":"\u0041\u00e9\ud83d\ude00\n\/\b\f\ud83d x"}"#)
    let text = try things.document(id: "x", as: Number<String>.self)?.value
    #expect(text == "Aé😀\n/\u{8}\u{C}\u{FFFD} x")
  }
}
