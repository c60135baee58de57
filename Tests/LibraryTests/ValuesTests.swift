import Foundation
import Strata
import Testing

@testable import LibrarySample

/// Every type in every form of storage, through the generated code of `Schemas/Values.yaml`.
@Suite struct ValuesTests {
  private let database: DatabaseQueue

  init() throws { database = try ValuesDatabase.openInMemory() }

  // MARK: - Round trips

  private static let day = Date(timeIntervalSince1970: 1_700_000_000.25)
  private static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))

  /// A record without extremes.
  private static func plain(_ id: Int) throws -> StrictValue {
    StrictValue(
      id: id,
      bool: true,
      int: 1,
      int64: 2,
      int32: 3,
      double: 0.5,
      text: "text",
      url: try #require(URL(string: "https://example.org/a?b=c#d")),
      data: Data([1, 2]),
      date: day,
      seconds: day,
      milliseconds: day,
      julian: day,
      uuid: uuid,
      uuidText: uuid,
      decimal: 1.5,
      decimalReal: 2.5,
      suit: .hearts,
      rank: .low
    )
  }

  private static func records() throws -> [StrictValue] {
    var records: [StrictValue] = []
    func add(_ change: (inout StrictValue) -> Void) throws {
      var record = try plain(records.count)
      change(&record)
      records.append(record)
    }
    try add { _ in }
    for number in [Int.min, -1, 0, .max] {
      try add {
        $0.int = number
        $0.int64 = Int64(number)
        $0.int32 = Int32(clamping: number)
        $0.someInt = number
        $0.someInt64 = Int64(number)
        $0.someInt32 = Int32(clamping: number)
        $0.any = number.databaseValue
        $0.bool = number < 0
        $0.someBool = number > 0
      }
    }
    for number in [
      0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
      9_007_199_254_740_992, 1e300, -1e-300,
    ] as [Double] {
      try add {
        $0.double = number
        $0.someDouble = number
        $0.any = number.databaseValue
      }
    }
    for text in [
      "", "\u{0}", "a\u{0}b", "'\"`\\", "é\u{65}\u{301}👩‍👩‍👧‍👦", String(repeating: "x", count: 70_000),
    ] {
      try add {
        $0.text = text
        $0.someText = text
        $0.any = text.databaseValue
      }
    }
    for data in [Data(), Data([0]), Data([0xFF, 0xFE]), Data(count: 70_000)] {
      try add {
        $0.data = data
        $0.someData = data
        $0.any = data.databaseValue
      }
    }
    for milliseconds in [
      -62_135_596_800_000, 253_402_300_799_999, 0, -1, 1, 951_782_400_000, 1_709_164_799_999,
    ] as [Int64] {
      // A count of milliseconds from the reference date is exact.
      let date = Date(
        timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000
      )
      try add {
        $0.date = date
        $0.someDate = date
        $0.milliseconds = date
        $0.someMilliseconds = date
        $0.julian = date
        $0.someJulian = date
      }
    }
    for seconds in [0, -0.5, 1e15, -1e15, 1_700_000_000.123456] as [Double] {
      try add {
        $0.seconds = Date(timeIntervalSince1970: seconds)
        $0.someSeconds = $0.seconds
      }
    }
    for digits in [
      "0", "-0.01", "12345678901234567890123456789012345678", "0.00000000000000000001",
    ] {
      let decimal = try #require(Decimal(string: digits))
      try add {
        $0.decimal = decimal
        $0.someDecimal = decimal
      }
    }
    for digits in ["5.94", "-0.1", "1e20", "0"] {
      let decimal = try #require(Decimal(string: digits))
      try add {
        $0.decimalReal = decimal
        $0.someDecimalReal = decimal
      }
    }
    try add {
      $0.someUrl = $0.url
      $0.someUuid = $0.uuid
      $0.someUuidText = $0.uuidText
      $0.someSuit = .spades
      $0.someRank = .high
    }
    return records
  }

  private final class Output: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  private func dump(_ db: Database, _ table: String) throws -> String {
    let output = Output()
    try db.dumpTables([table], format: .quote(), to: output)
    return output.text
  }

  @Test func `every value comes back as it went in, in strict tables and others`() throws {
    let records = try Self.records()
    try database.write { (db: Database) throws in
      for record in records { try record.insert(db) }
      for record in records {
        let found = try StrictValue.find(db, id: record.id)
        #expect(found == record)
        #expect(try StrictValue.fetchOne(db, StrictValue.filter(id: record.id)) == record)
        #expect(try record.updateAndFetch(db) == record)
      }
      let written = try dump(db, "strictValue")
      try db.execute(sql: "INSERT INTO looseValue SELECT * FROM strictValue")
      let loose = try LooseValue.fetchAll(db)
      _ = try LooseValue.deleteAll(db)
      for record in loose { try record.insert(db) }
      #expect(try dump(db, "looseValue") == written)
      for record in loose { try record.update(db) }
      #expect(try dump(db, "looseValue") == written)
    }
  }

  @Test func `an empty blob, an empty text and NULL are three things`() throws {
    try database.write { (db: Database) throws in
      var record = try Self.plain(1)
      record.someData = Data()
      record.someText = ""
      record.any = Data().databaseValue
      try record.insert(db)
      let sql =
        "SELECT typeof(someData), typeof(someText), typeof(any), typeof(someInt) FROM strictValue"
      let types = try #require(try Row.fetchOne(db, sql: sql))
      #expect(types.databaseValues == ["blob", "text", "blob", "null"].map(\.databaseValue))
      #expect(try StrictValue.find(db, id: 1) == record)
      record.someData = nil
      record.someText = nil
      record.any = nil
      try record.update(db)
      #expect(try StrictValue.find(db, id: 1) == record)
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(any) + count(someData) FROM strictValue") == 0
      )
    }
  }

  // MARK: - What is no value of the type

  /// Literals that cannot be read from a column.
  private static let misfits: [(column: String, literals: [String])] = [
    ("bool", ["'true'", "x'01'"]),
    ("int", ["'one'", "1.5", "1e300", "x'01'", "9e999"]),
    ("int64", ["'one'", "0.1", "9223372036854775808.0"]),
    ("int32", ["2147483648", "-2147483649", "'1x'", "1.5"]),
    ("double", ["'half'", "x'00'"]),
    ("text", ["CAST(x'ff' AS TEXT)", "CAST(x'61c328' AS TEXT)", "x'61'"]),
    ("url", ["''", "CAST(x'ff' AS TEXT)", "x'ff'"]),
    ("data", ["'text'"]),
    (
      "date",
      ["'yesterday'", "'2024-02-30'", "'2024-13-01'", "'2024-01-01 25:00'", "''", "x'00'"]
    ),
    ("seconds", ["'2024-01-01'", "x'00'"]),
    ("milliseconds", ["'now'", "x'00'"]),
    ("julian", ["'2024-01-01'", "x'00'"]),
    ("uuid", ["x'00'", "'no-uuid'", "x'000102030405060708090a0b0c0d0e0f10'", "7"]),
    ("uuidText", ["'00010203-0405'", "7"]),
    ("decimal", ["'1,5'", "'one'", "''", "x'01'"]),
    ("decimalReal", ["'half'", "x'01'"]),
    ("suit", ["'clubs'", "'Spades'", "''", "0", "CAST(x'ff' AS TEXT)"]),
    ("rank", ["0", "'low'", "-1.5", "1e30"]),
  ]

  @Test func `a value that is none of its type is an error with its place`() throws {
    try database.write { (db: Database) throws in
      try Self.plain(1).insert(db)
      try db.execute(sql: "INSERT INTO looseValue SELECT * FROM strictValue")
      for (column, literals) in Self.misfits {
        let optional = "some\(column.prefix(1).uppercased())\(column.dropFirst())"
        for column in [column, optional] {
          for literal in literals {
            try db.execute(sql: "UPDATE looseValue SET \(column) = \(literal)")
            let sql = "SELECT * FROM looseValue"
            let error = #expect(throws: RowDecodingError.self, "\(column) = \(literal)") {
              try LooseValue.fetchAll(db, sql: sql)
            }
            #expect(error?.reason == .valueMismatch)
            #expect(error?.table == "looseValue")
            #expect(error?.column == column)
            #expect(error?.sql == sql)
            #expect(error?.value.isNull == false)
            #expect(error?.description.contains("looseValue.\(column)") == true)
            #expect(throws: RowDecodingError.self) { try LooseValue.find(db, id: 1) }
          }
          try db.execute(
            sql: "UPDATE looseValue SET \(column) = (SELECT \(column) FROM strictValue)"
          )
        }
      }
      #expect(try LooseValue.fetchAll(db).count == 1)
    }
  }

  @Test func `NULL where none may be is an error with its place`() throws {
    try database.write { (db: Database) throws in
      try Self.plain(1).insert(db)
      let columns = try db.columns(in: "strictValue").map(\.name)
      for (column, _) in Self.misfits {
        let selected = columns.map { $0 == column ? "NULL AS \($0)" : $0 }
        let sql = "SELECT \(selected.joined(separator: ", ")) FROM strictValue"
        let error = #expect(throws: RowDecodingError.self) {
          try StrictValue.fetchAll(db, sql: sql)
        }
        #expect(error?.reason == .unexpectedNull)
        #expect(error?.column == column)
        #expect(error?.sql == sql)
        let refused = #expect(throws: DatabaseError.self) {
          try db.execute(sql: "UPDATE strictValue SET \(column) = NULL")
        }
        #expect(refused?.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL)
      }
    }
  }

  @Test func `a strict table refuses values of another class`() throws {
    try database.write { (db: Database) throws in
      try Self.plain(1).insert(db)
      for column in ["int", "double", "data", "text"] {
        let value = column == "text" ? "x'00'" : "'many'"
        let error = #expect(throws: DatabaseError.self) {
          try db.execute(sql: "UPDATE strictValue SET \(column) = \(value)")
        }
        #expect(error?.resultCode == .SQLITE_CONSTRAINT)
      }
    }
  }

  @Test func `a date that cannot be stored is an error, and nothing is written`() throws {
    let dates = [Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_201]
    try database.write { (db: Database) throws in
      for date in dates.map(Date.init(timeIntervalSince1970:)) {
        var record = try Self.plain(1)
        record.date = date
        #expect(throws: DatabaseError.self) { try record.insert(db) }
      }
      for date in [Double.nan, .infinity, 1e300].map(Date.init(timeIntervalSince1970:)) {
        var record = try Self.plain(1)
        record.milliseconds = date
        #expect(throws: DatabaseError.self) { try record.insert(db) }
        record = try Self.plain(1)
        record.someMilliseconds = date
        #expect(throws: DatabaseError.self) { try record.insert(db) }
      }
      for path in [\StrictValue.seconds, \StrictValue.julian] {
        var record = try Self.plain(1)
        record[keyPath: path] = Date(timeIntervalSince1970: .nan)
        #expect(throws: DatabaseError.self) { try record.insert(db) }
      }
      for path in [\StrictValue.someSeconds, \StrictValue.someJulian, \StrictValue.someDate] {
        var record = try Self.plain(1)
        record[keyPath: path] = Date(timeIntervalSince1970: .nan)
        #expect(throws: DatabaseError.self, "NaN must not become NULL") { try record.insert(db) }
      }
      var record = try Self.plain(1)
      record.someDouble = .nan
      // A number that is none is NULL, as everywhere in SQLite.
      #expect(try record.insertAndFetch(db).someDouble == nil)
      #expect(try record.delete(db))
      record = try Self.plain(1)
      record.decimal = .nan
      #expect(throws: DatabaseError.self, "NaN is no decimal") { try record.insert(db) }
      record = try Self.plain(1)
      record.someDecimalReal = .nan
      #expect(throws: DatabaseError.self, "NaN must not become NULL") { try record.insert(db) }
      #expect(try StrictValue.fetchCount(db) == 0)
    }
  }

  // MARK: - Keys

  @Test func `a key that is a date is found whatever its fraction`() throws {
    try database.write { (db: Database) throws in
      for seconds in [0, 1_700_000_000.123456, -12_345.678901] {
        let at = Date(timeIntervalSince1970: seconds)
        let moment = Timestamp(at: at, note: "now")
        try moment.insert(db)
        #expect(try Timestamp.find(db, key: at) == moment)
        #expect(try Timestamp.find(db, id: at) == moment)
        #expect(try Timestamp.filter(key: at).fetchOne(db) == moment)
        #expect(try Timestamp.filter(keys: [at]).fetchAll(db) == [moment])
        #expect(try Timestamp.filter(id: at).fetchOne(db) == moment)
        #expect(try Timestamp.filter(ids: [at, .distantPast]).fetchAll(db) == [moment])
        #expect(try Timestamp.filter(Timestamp.Columns.at == at).fetchOne(db) == moment)
        #expect(try ByIDRequest<Timestamp>(id: at).fetch(db) == moment)
        #expect(try moment.exists(db))
        #expect(try Timestamp.deleteOne(db, key: at))
        // A Julian day counts milliseconds.
        let milliseconds = (at.timeIntervalSinceReferenceDate * 1000).rounded()
        let noon = Noon(at: Date(timeIntervalSinceReferenceDate: milliseconds / 1000), note: "")
        try noon.insert(db)
        #expect(try Noon.filter(key: noon.at).fetchOne(db) == noon)
        #expect(try Noon.filter(ids: [noon.at]).fetchAll(db) == [noon])
        #expect(try Noon.find(db, id: noon.at) == noon)
      }
    }
  }
}
