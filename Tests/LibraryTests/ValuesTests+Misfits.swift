import Foundation
import Strata
import Testing

@testable import LibrarySample

extension ValuesTests {
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
}
