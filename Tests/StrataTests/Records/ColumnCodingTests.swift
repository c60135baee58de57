import Foundation
import Strata
import Testing

/// Types of an app in one column: with raw values, as one value, or as JSON.
@Suite struct ColumnCodingTests {
  private struct Color: Codable, Hashable, DatabaseValueConvertible {
    var red: Double
    var green: Double
    var name: String?
  }

  private enum Suit: String, Codable, DatabaseValueConvertible { case spades, hearts }

  private struct Level: RawRepresentable, Codable, Hashable, DatabaseValueConvertible {
    var rawValue: Int
  }

  /// Encoded as one value.
  private struct Code: Codable, Hashable, DatabaseValueConvertible {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private struct Tags: Codable, Hashable, DatabaseValueConvertible {
    var tags: [String]
    init(_ tags: [String]) { self.tags = tags }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      tags = []
      while !container.isAtEnd { tags.append(try container.decode(String.self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for tag in tags { try container.encode(tag) }
    }
  }

  private struct Card: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int
    var suit: Suit
    var level: Level?
    var code: Code
    var color: Color?
    var tags: Tags
    var made: Date
    var codes: [Code]
  }

  private func check<Value: DatabaseValueConvertible & Equatable>(
    _ db: Database,
    _ value: Value,
    _ stored: any DatabaseValueConvertible
  ) throws {
    #expect(value.databaseValue == stored.databaseValue)
    #expect(try Value.fetchOne(db, sql: "SELECT ?", arguments: [value]) == value)
    let row = try #require(try Row.fetchOne(db, sql: "SELECT ? AS a", arguments: [value]))
    #expect(try row.decode(Value.self, forColumn: "a") == value)
    #expect(try row.decode(Value?.self, forColumn: "a") == value)
  }

  @Test func `a type is stored as its raw value, as its one value, or as JSON`() throws {
    try DatabaseQueue().read { (db: Database) throws in
      try check(db, Suit.hearts, "hearts")
      try check(db, Level(rawValue: 7), 7)
      try check(db, Code("a\"b"), "a\"b")
      try check(db, Tags(["a", "b"]), #"["a","b"]"#)
      try check(db, Tags([]), "[]")
      try check(db, Color(red: 0.5, green: 1, name: nil), #"{"green":1,"red":0.5}"#)
      // No number of JSON, and not lost.
      try check(
        db,
        Color(red: .infinity, green: 0, name: "x"),
        #"{"green":0,"name":"x","red":"inf"}"#
      )
    }
  }

  @Test func `what is none of the type is nil, or an error with its place`() throws {
    #expect(Suit.fromDatabaseValue("clubs".databaseValue) == nil)
    #expect(Level.fromDatabaseValue("seven".databaseValue) == nil)
    #expect(Code.fromDatabaseValue(7.databaseValue) == nil)
    for text in ["", "{", "[]", "null", #"{"red":"a","green":1}"#] {
      #expect(Color.fromDatabaseValue(text.databaseValue) == nil)
    }
    #expect(Color.fromDatabaseValue(.null) == nil)
    #expect(Tags.fromDatabaseValue("{}".databaseValue) == nil)
    try DatabaseQueue().read { (db: Database) throws in
      let error = #expect(throws: RowDecodingError.self) {
        try Color.fetchAll(db, sql: "SELECT 'broken' AS color")
      }
      #expect(error?.column == "color")
      #expect(error?.value == "broken".databaseValue)
      #expect(try Color.fetchOne(db, sql: "SELECT NULL") == nil)
    }
  }

  @Test func `a record has such types in its columns`() throws {
    try DatabaseQueue().write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE card (id INTEGER PRIMARY KEY, suit TEXT, level INTEGER, code TEXT,
            color TEXT, tags TEXT, made TEXT, codes TEXT)
          """
      )
      let card = Card(
        id: 1,
        suit: .spades,
        level: Level(rawValue: 3),
        code: Code("x"),
        color: Color(red: 1, green: 0.25, name: "é"),
        tags: Tags(["t"]),
        made: Date(timeIntervalSince1970: 0.5),
        codes: [Code("a"), Code("b")]
      )
      try card.insert(db)
      #expect(try Card.fetchOne(db) == card)
      #expect(try Card.filter(Column("suit") == Suit.spades).fetchCount(db) == 1)
      #expect(try Card.filter(Column("tags") == Tags(["t"])).fetchCount(db) == 1)
      #expect(try String.fetchOne(db, sql: "SELECT codes FROM card") == #"["a","b"]"#)
      #expect(try card.databaseChanges(from: card).isEmpty)
      try db.execute(sql: "UPDATE card SET color = '{'")
      #expect(throws: RowDecodingError.self) { try Card.fetchOne(db) }
    }
  }
}
