import Foundation
import Strata
import Testing

private struct Visit: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "visit"
  static let databaseColumnEncodingStrategy = DatabaseColumnEncodingStrategy.convertToSnakeCase
  static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase

  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    column == "began_at" ? .timeIntervalSince1970 : .iso8601
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    column == "began_at" ? .timeIntervalSince1970 : .iso8601
  }

  static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy {
    .text
  }

  static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
    .lowercaseString
  }

  struct Place: Codable, Equatable { var streetName: String }
  enum Kind: String, Codable { case short, long }

  var id: UUID
  var beganAt: Date
  var endedAt: Date?
  var rawNote: Data
  var kind: Kind
  var lastPlace: Place?
  var visitorCount: Int

  static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }

  static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

@Suite struct CodingStrategyTests {
  private let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

  @Test func `a record says how its columns are named and stored`() throws {
    try DatabaseQueue().write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE visit (
            id TEXT PRIMARY KEY, began_at REAL, ended_at TEXT, raw_note TEXT, kind TEXT,
            last_place TEXT, visitor_count INTEGER
          )
          """
      )
      let visit = Visit(
        id: id,
        beganAt: Date(timeIntervalSince1970: 1.5),
        endedAt: Date(timeIntervalSince1970: 3),
        rawNote: Data("wet".utf8),
        kind: .long,
        lastPlace: Visit.Place(streetName: "Quay"),
        visitorCount: 2
      )
      try visit.insert(db)
      let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM visit"))
      #expect(
        row.databaseValues == [
          "00010203-0405-0607-0809-0a0b0c0d0e0f".databaseValue, 1.5.databaseValue,
          "1970-01-01T00:00:03Z".databaseValue, "wet".databaseValue, "long".databaseValue,
          #"{"street_name":"Quay"}"#.databaseValue, 2.databaseValue,
        ]
      )
      #expect(try Visit.fetchAll(db) == [visit])
      #expect(try Visit(row: row) == visit)
      var other = visit
      other.id = UUID()
      other.endedAt = nil
      other.lastPlace = nil
      try other.insert(db)
      #expect(try Visit.filter(Column("ended_at") == nil).fetchAll(db) == [other])
      #expect(try Visit.order(Column("ended_at").desc).fetchAll(db) == [visit, other])
      try other.updateChanges(db) { $0.visitorCount = 7 }
      #expect(try Visit.find(db, key: other.id.uuidString.lowercased()) == other)
    }
  }

  @Test func `what cannot be read so is an error with its place`() throws {
    try DatabaseQueue().read { db throws in
      let columns = """
        '\(id.uuidString)' AS id, 1 AS began_at, NULL AS ended_at, 'x' AS raw_note, 0 AS visitor_count
        """
      let date = #expect(throws: RowDecodingError.self) {
        try Visit.fetchAll(
          db,
          sql: "SELECT '\(id.uuidString)' AS id, 'noon' AS began_at, 'x' AS raw_note"
        )
      }
      #expect(date?.column == "began_at")
      let kind = #expect(throws: RowDecodingError.self) {
        try Visit.fetchAll(db, sql: "SELECT \(columns), 'tall' AS kind")
      }
      #expect(kind?.column == "kind")
      let place = #expect(throws: RowDecodingError.self) {
        try Visit.fetchAll(db, sql: "SELECT \(columns), 'long' AS kind, '{' AS last_place")
      }
      #expect(place?.column == "last_place")
      let missing = #expect(throws: RowDecodingError.self) {
        try Visit.fetchAll(db, sql: "SELECT \(columns)")
      }
      #expect(missing?.column == "kind")
    }
  }

  private struct Moment: Codable, FetchableRecord, PersistableRecord {
    @TaskLocal static var encoding = DatabaseDateEncodingStrategy.deferredToDate
    @TaskLocal static var decoding = DatabaseDateDecodingStrategy.deferredToDate
    var date: Date?

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
      encoding
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
      decoding
    }
  }

  private static var formatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd.MM.yyyy HH:mm:ss"
    return formatter
  }

  @Test func `every format of dates is written and read`() throws {
    let formats:
      [(DatabaseDateEncodingStrategy, DatabaseDateDecodingStrategy, any DatabaseValueConvertible)] =
        [
          (.deferredToDate, .deferredToDate, "2001-01-01 00:00:10.000"),
          (.timeIntervalSinceReferenceDate, .timeIntervalSinceReferenceDate, 10.0),
          (.timeIntervalSince1970, .timeIntervalSince1970, 978_307_210.0),
          (.secondsSince1970, .timeIntervalSince1970, 978_307_210),
          (.millisecondsSince1970, .millisecondsSince1970, 978_307_210_000),
          (.iso8601, .iso8601, "2001-01-01T00:00:10Z"),
          (.formatted(Self.formatter), .formatted(Self.formatter), "01.01.2001 00:00:10"),
          (
            .custom { "+\($0.timeIntervalSinceReferenceDate)" },
            .custom { value in
              String.fromDatabaseValue(value).flatMap(Double.init)
                .map { Date(timeIntervalSinceReferenceDate: $0) }
            }, "+10.0"
          ),
        ]
    let date = Date(timeIntervalSinceReferenceDate: 10)
    for (encoding, decoding, stored) in formats {
      try Moment.$encoding.withValue(encoding) {
        try Moment.$decoding.withValue(decoding) {
          try DatabaseQueue().write { db throws in
            try db.execute(sql: "CREATE TABLE moment (date)")
            try Moment(date: date).insert(db)
            try Moment(date: nil).insert(db)
            let values = try DatabaseValue.fetchAll(db, sql: "SELECT date FROM moment")
            #expect(values == [stored.databaseValue, .null])
            #expect(try Moment.fetchAll(db).map(\.date) == [date, nil])
          }
        }
      }
    }
  }

  @Test func `an initialiser finds what its type gives the decoder`() throws {
    struct Greeting: Decodable, FetchableRecord {
      static let language = CodingUserInfoKey(rawValue: "language")
      static var databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] {
        language.map { [$0: "en"] } ?? [:]
      }
      enum Key: String, CodingKey { case text }
      var text: String
      init(from decoder: any Decoder) throws {
        let language = Self.language.flatMap { decoder.userInfo[$0] as? String }
        let container = try decoder.container(keyedBy: Key.self)
        text = try container.decode(String.self, forKey: .text) + " (\(language ?? "?"))"
      }
    }
    try DatabaseQueue().read { db throws in
      #expect(try Greeting.fetchOne(db, sql: "SELECT 'hi' AS text")?.text == "hi (en)")
    }
  }

  @Test func `names are parted as JSON coders part them`() throws {
    struct Names: Codable, FetchableRecord, PersistableRecord, Equatable {
      static let databaseTableName = "names"
      static let databaseColumnEncodingStrategy = DatabaseColumnEncodingStrategy.convertToSnakeCase
      var simple = 1
      var twoWords = 2
      var myURLString = 3
      var _underscored = 4
      var aB = 5
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let json = try JSONDecoder().decode([String: Int].self, from: encoder.encode(Names()))
    #expect(try Names().databaseDictionary.keys.sorted() == json.keys.sorted())
  }

  @Test func `columns have the names that closures give them`() throws {
    struct Shouted: Codable, FetchableRecord, PersistableRecord, Equatable {
      static let databaseTableName = "t"
      static let databaseColumnEncodingStrategy =
        DatabaseColumnEncodingStrategy.custom { $0.stringValue.uppercased() + "!" }
      static let databaseColumnDecodingStrategy =
        DatabaseColumnDecodingStrategy.custom { column in
          Key(stringValue: column.dropLast().lowercased()) ?? .name
        }
      enum Key: String, CodingKey { case name, size }
      var name: String
      var size: Int
    }
    try DatabaseQueue().write { db throws in
      try db.execute(sql: #"CREATE TABLE t ("NAME!", "SIZE!")"#)
      let record = Shouted(name: "a", size: 1)
      try record.insert(db)
      #expect(try Shouted.fetchAll(db) == [record])
    }
  }
}
