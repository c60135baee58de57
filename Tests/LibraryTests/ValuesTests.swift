import Foundation
import Strata
import Testing

@testable import LibrarySample

/// Every type in every form of storage, through the generated code of `Schemas/Values.yaml`.
@Suite struct ValuesTests {
  let database: DatabaseQueue

  init() throws { database = try ValuesDatabase.openInMemory() }

  // MARK: - Round trips

  private static let day = Date(timeIntervalSince1970: 1_700_000_000.25)
  private static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))

  /// A record without extremes.
  static func plain(_ id: Int) throws -> StrictValue {
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
