import Foundation
import Testing

@testable import Strata

/// An event whose columns are stored in every way, written as stratac writes a record.
private struct Event: Identifiable, Hashable, Sendable {
  var id: Int
  var at: Date
  var seconds: Date
  var milliseconds: Date
  var julian: Date?
  var key: UUID
  var keyText: UUID
  var price: Decimal
  var priceReal: Decimal?

  enum Columns {
    static var id: TypedColumn<Event, Int> { .init("id") }
    static var at: TypedColumn<Event, Date> { .init("at") }
    static var seconds: TypedColumn<Event, Date> { .init("seconds", stored: .unixSeconds) }
    static var milliseconds: TypedColumn<Event, Date> {
      .init("milliseconds", stored: .unixMilliseconds)
    }
    static var julian: TypedColumn<Event, Date?> { .init("julian", stored: .julianDay) }
    static var key: TypedColumn<Event, UUID> { .init("key") }
    static var keyText: TypedColumn<Event, UUID> { .init("keyText", stored: .uuidText) }
    static var price: TypedColumn<Event, Decimal> { .init("price") }
    static var priceReal: TypedColumn<Event, Decimal?> { .init("priceReal", stored: .decimalReal) }
  }
}

extension Event: GeneratedRecord {
  static let table = TableDefinition(
    name: "event",
    columns: "id, at, seconds, milliseconds, julian, key, keyText, price, priceReal",
    primaryKey: "id",
    rowID: "id"
  )

  init(reading row: RowReader) throws {
    id = try row.int(0)
    at = try row.date(1)
    seconds = try row.unixSeconds(2)
    milliseconds = try row.unixMilliseconds(3)
    julian = try row.optionalJulianDay(4)
    key = try row.uuid(5)
    keyText = try row.uuidText(6)
    price = try row.decimal(7)
    priceReal = try row.optionalDecimalReal(8)
  }

  func bind(to values: ValueBinder) {
    values.int(0, id)
    values.date(1, at)
    values.unixSeconds(2, seconds)
    values.unixMilliseconds(3, milliseconds)
    values.julianDay(4, julian)
    values.uuid(5, key)
    values.uuidText(6, keyText)
    values.decimal(7, price)
    values.decimalReal(8, priceReal)
  }
}

/// Every use of a typed column takes and gives values of its type, however the column is stored.
@Suite struct ColumnFormatTests {
  private typealias Columns = Event.Columns

  private static let dates = (0..<3).map {
    Date(timeIntervalSince1970: 1_700_000_000.125 + Double($0) * 86_400)
  }
  private static let keys = (0..<3).map {
    UUID(uuid: (10, 11, 12, 13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xAB, UInt8($0)))
  }
  private static let prices: [Decimal] = [1.5, 2.25, 10.75]

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db throws in
      try db.execute(
        sql: """
          CREATE TABLE event (id INTEGER PRIMARY KEY, at TEXT NOT NULL, seconds REAL NOT NULL,
            milliseconds INTEGER NOT NULL, julian REAL, key BLOB NOT NULL, keyText TEXT NOT NULL,
            price TEXT NOT NULL, priceReal REAL) STRICT
          """
      )
      for index in 0..<3 {
        let (date, key, price) = (Self.dates[index], Self.keys[index], Self.prices[index])
        try Event(
          id: index,
          at: date,
          seconds: date,
          milliseconds: date,
          julian: date,
          key: key,
          keyText: key,
          price: price,
          priceReal: price
        ).insert(db)
      }
    }
  }

  private func ids(_ predicate: SQLExpression) throws -> [Int] {
    try database.read { db in
      try Event.filter(predicate).order(Columns.id).fetchAll(db).map(\.id)
    }
  }

  private func sql(_ request: QueryInterfaceRequest<some Any>) throws -> String {
    try database.read { db in
      var writer = SQLWriter(db)
      try writer.writeSelect(request.relation)
      return writer.sql
    }
  }

  private func check<V: DatabaseValueConvertible & Comparable & Hashable & Sendable>(
    _ column: TypedColumn<Event, V>,
    _ values: [V]
  ) throws {
    try check(column == values[1], column != values[1], values[1...1].contains(column: column))
    #expect(try ids(column < values[1]) == [0])
    #expect(try ids(column <= values[1]) == [0, 1])
    #expect(try ids(column > values[1]) == [2])
    #expect(try ids(column >= values[1]) == [1, 2])
    #expect(try ids((values[0]...values[1]).contains(column)) == [0, 1])
    #expect(try ids((values[0]..<values[1]).contains(column)) == [0])
    try database.read { db throws in
      #expect(try Event.select(min(column), as: V.self).fetchOne(db) == values.first)
      #expect(try Event.select(max(column).forKey("last"), as: V.self).fetchOne(db) == values.last)
    }
  }

  private func check(_ equal: SQLExpression, _ different: SQLExpression, _ list: SQLExpression)
    throws
  {
    #expect(try ids(equal) == [1])
    #expect(try ids(different) == [0, 2])
    #expect(try ids(list) == [1])
  }

  private func checkReading<V: DatabaseValueConvertible & Hashable & Sendable>(
    _ column: TypedColumn<Event, V>,
    _ values: [V]
  ) throws {
    try check(column == values[1], column != values[1], values[1...1].contains(column: column))
    try database.read { db throws in
      let request = Event.select(column, as: V.self).order(Columns.id)
      #expect(try request.fetchAll(db) == values)
      #expect(try request.fetchOne(db) == values.first)
      #expect(try request.fetchSet(db) == Set(values))
      #expect(try Array(request.fetchCursor(db)) == values)
      #expect(try V.fetchAll(db, Event.select(column)) == values)
      let row = try Row.fetchOne(db, Event.select(column))
      #expect(row?[column] == values.first)
    }
  }

  private func checkWriting<V: DatabaseValueConvertible & Hashable & Sendable>(
    _ column: TypedColumn<Event, V>,
    _ value: V
  ) throws {
    try database.write { db throws in
      #expect(try Event.filter(Columns.id == 0).updateAll(db, column.set(to: value)) == 1)
      #expect(try Event.filter(column == value).fetchCount(db) == 2)
      // A STRICT table refuses another storage class, and its records read what is there.
      let event = try Event.find(db, id: 0)
      #expect(try Event.select(column, as: V.self).fetchOne(db) == value)
      try event.update(db)
      #expect(try Event.filter(column == value).fetchCount(db) == 2)
    }
  }

  @Test func `dates are compared, read and written as they are stored`() throws {
    for column in [Columns.at, Columns.seconds, Columns.milliseconds] {
      try check(column, Self.dates)
      try checkReading(column, Self.dates)
      try checkWriting(column, Self.dates[2])
      try reset(column)
    }
    try checkReading(Columns.julian, Self.dates)
    try checkWriting(Columns.julian, Self.dates[2])
  }

  private func reset(_ column: TypedColumn<Event, Date>) throws {
    try database.write { db in
      _ = try Event.filter(Columns.id == 0).updateAll(db, column.set(to: Self.dates[0]))
    }
  }

  @Test func `an optional date is compared and aggregated as it is stored`() throws {
    let dates = Self.dates
    #expect(try ids(Columns.julian < dates[1]) == [0])
    #expect(try ids(Columns.julian >= dates[1]) == [1, 2])
    #expect(try ids((dates[0]...dates[1]).contains(Columns.julian)) == [0, 1])
    #expect(try ids((dates[0]..<dates[1]).contains(Columns.julian)) == [0])
    try database.write { db throws in
      #expect(try Event.select(max(Columns.julian), as: Date.self).fetchOne(db) == dates[2])
      #expect(try Event.select(max(Columns.julian), as: Date?.self).fetchOne(db) == dates[2])
      try Event.updateAll(db, Columns.julian.set(to: nil))
      #expect(try Event.select(Columns.julian, as: Date?.self).fetchAll(db) == [nil, nil, nil])
      #expect(try Event.select(max(Columns.julian), as: Date.self).fetchOne(db) == nil)
    }
  }

  @Test func `identifiers are compared, read and written as they are stored`() throws {
    for column in [Columns.key, Columns.keyText] {
      try checkReading(column, Self.keys)
      try checkWriting(column, Self.keys[2])
    }
  }

  @Test func `decimals are compared, read and written as they are stored`() throws {
    try checkReading(Columns.price, Self.prices)
    try checkReading(Columns.priceReal, Self.prices)
    #expect(try ids(Columns.priceReal > 2.25) == [2])
    #expect(try ids(Columns.priceReal * 2 > 5) == [2])
    #expect(try ids(Columns.price * 2 > 4) == [1, 2])
    #expect(try ids(-Columns.price < -2) == [1, 2])
    try database.write { db throws in
      #expect(try Event.select(max(Columns.priceReal), as: Decimal.self).fetchOne(db) == 10.75)
      #expect(try Event.select(sum(Columns.price), as: Decimal.self).fetchOne(db) == 14.5)
      let large = Event.select(Columns.id, as: Int.self).group(Columns.id)
      #expect(try large.having(sum(Columns.price) > 2).fetchAll(db) == [1, 2])
      try Event.updateAll(db, Columns.priceReal += 1)
      #expect(try Event.select(Columns.priceReal, as: Decimal.self).fetchOne(db) == 2.5)
    }
    try checkWriting(Columns.price, Self.prices[2])
  }

  @Test func `a number of another type is read as it is stored`() throws {
    try database.read { db throws in
      let milliseconds = try Event.select(Columns.milliseconds, as: Int.self).fetchOne(db)
      #expect(milliseconds == 1_700_000_000_125)
      #expect(try Event.select(Columns.keyText, as: String.self).fetchOne(db)?.count == 36)
    }
  }

  @Test func `columns that are stored differently are compared by what they mean`() throws {
    #expect(try ids(Columns.at == Columns.seconds) == [0, 1, 2])
    #expect(try ids(Columns.at == Columns.milliseconds) == [0, 1, 2])
    #expect(try ids(Columns.julian == Columns.milliseconds) == [0, 1, 2])
    #expect(try ids(Columns.seconds == Columns.julian) == [0, 1, 2])
    #expect(try ids(Columns.at < Columns.julian) == [])
    #expect(try ids(Columns.key == Columns.keyText) == [0, 1, 2])
    #expect(try ids(Columns.price == Columns.priceReal) == [0, 1, 2])
    #expect(
      try sql(Event.select(Columns.id).filter(Columns.seconds <= Columns.milliseconds))
        == #"SELECT "id" FROM "event" WHERE CAST(round("seconds" * 1000.0) AS INTEGER) <= "#
        + #""milliseconds""#
    )
  }

  @Test func `a column is set to another that is stored differently`() throws {
    let later = Date(timeIntervalSince1970: 1_800_000_000.5)
    for source in [Columns.at, Columns.seconds, Columns.milliseconds] {
      try database.write { db throws in
        try Event.updateAll(db, source.set(to: later))
        try Event.updateAll(
          db,
          Columns.at.set(to: source),
          Columns.seconds.set(to: source),
          Columns.milliseconds.set(to: source),
          Columns.julian.set(to: source)
        )
        let event = try Event.find(db, id: 1)
        #expect(event.at == later)
        #expect(event.seconds == later)
        #expect(event.milliseconds == later)
        #expect(event.julian == later)
        try Event.updateAll(
          db,
          Columns.at.set(to: Self.dates[0]),
          Columns.keyText.set(to: Columns.key),
          Columns.priceReal.set(to: Columns.price)
        )
        #expect(try Event.filter(Columns.key == Columns.keyText).fetchCount(db) == 3)
        #expect(try Event.find(db, id: 1).priceReal == 2.25)
      }
    }
  }
}

extension Collection where Element: DatabaseValueConvertible {
  fileprivate func contains(column: TypedColumn<Event, Element>) -> SQLExpression {
    Array(self).contains(column)
  }
}
