import Foundation
import StrataSQLite
import StrataSchema

/// A type that a column may get in Swift.
struct PulledType: Hashable {
  /// Without the mark for what may be NULL.
  var spelling: String
  /// What `stored:` says of it.
  var stored: String?
  var storage: ColumnStorage
  /// The raw values by the names of their cases, where it is an enum.
  var cases: [String: String]?

  init(_ spelling: String, _ storage: ColumnStorage, stored: String? = nil) {
    self.spelling = spelling
    self.storage = storage
    self.stored = stored
  }

  static let any = PulledType("Any", .any)
  static let int = PulledType("Int", .integer)
  static let double = PulledType("Double", .real)
  static let string = PulledType("String", .text)
  static let data = PulledType("Data", .blob)
  static let bool = PulledType("Bool", .integer)
}

/// Chooses the types of a column by how it is declared and by what is in it.
struct TypeChooser {
  let source: SourceDatabase

  /// The types that go with a column, the one that says most first; `Any` is the last one.
  func types(
    of column: StoredColumn,
    in table: StoredTable,
    _ evidence: ColumnEvidence
  ) throws -> [PulledType] {
    let words = column.type.split { !$0.isLetter }.map(String.init)
    if table.isStrict {
      let types: [String: PulledType] = [
        "INT": .int, "INTEGER": .int, "REAL": .double, "TEXT": .string, "BLOB": .data,
      ]
      return [types[column.type] ?? .any]
    }
    var types: [PulledType] = []
    switch Affinity(column.type) {
    case .integer where evidence.isOnly(.integer): types = [.int]
    case .text where evidence.isOnly(.text): types = [.string]
    case .blob where column.type.contains("BLOB") && evidence.isOnly(.blob): types = [.data]
    case .real where evidence.isOnly(.real, .integer): types = [.double]
    case .numeric: types = try numeric(column, of: table, words, evidence)
    default: break
    }
    return (types + [.any]).removingRepeated()
  }

  /// What SQLite knows no type of: dates, truth values, amounts of money.
  private func numeric(
    _ column: StoredColumn,
    of table: StoredTable,
    _ words: [String],
    _ evidence: ColumnEvidence
  ) throws -> [PulledType] {
    let isNamed = { (names: String...) in words.contains { names.contains($0) } }
    if isNamed("BOOL", "BOOLEAN", "BIT"), evidence.isOnly(.integer), evidence.isWithin(0...1) {
      return [.bool, .int]
    }
    if isNamed("DATE", "DATETIME", "TIMESTAMP", "TIMESTAMPTZ") {
      return try date(column, of: table, evidence).map { [$0] } ?? []
    }
    if isNamed("UUID", "GUID", "UNIQUEIDENTIFIER") {
      guard try !evidence.isEmpty && areAll(column, table, UUID.self) else { return [] }
      if evidence.isOnly(.blob) { return [PulledType("UUID", .blob)] }
      // An app writes them in capitals, and SQL compares texts.
      let isWritten = try source.areAll(column, of: table) { value in
        String.fromDatabaseValue(value).map { UUID(uuidString: $0)?.uuidString == $0 } ?? false
      }
      guard evidence.isOnly(.text) else { return [] }
      return isWritten ? [PulledType("UUID", .text, stored: "text")] : []
    }
    if isNamed("DECIMAL", "NUMERIC", "MONEY", "SMALLMONEY", "CURRENCY"),
      evidence.isOnly(.integer, .real)
    {
      // A number with a fraction has 53 bits; a larger integer would not come back as it was.
      guard evidence.isEmpty || evidence.isWithin(-9_007_199_254_740_992...9_007_199_254_740_992)
      else { return evidence.isOnly(.integer) ? [.int] : [] }
      return [PulledType("Decimal", .real, stored: "real"), .double]
    }
    if evidence.isEmpty { return isNamed("NUM", "NUMBER") ? [.double] : [] }
    if evidence.isOnly(.integer) { return [.int] }
    return evidence.isOnly(.integer, .real) ? [.double] : []
  }

  private func date(
    _ column: StoredColumn,
    of table: StoredTable,
    _ evidence: ColumnEvidence
  ) throws -> PulledType? {
    if evidence.isOnly(.text) {
      return try areAll(column, table, Date.self) ? PulledType("Date", .dateText) : nil
    }
    guard evidence.isOnly(.integer, .real) else { return nil }
    // Core Data counts seconds from 2001 on.
    if source.stored.table("z_metadata") != nil { return .double }
    if evidence.isOnly(.integer), try source.areAll(column, of: table, Self.isDayNumber) {
      return .int
    }
    if evidence.isOnly(.real), evidence.isWithin(2_000_000...3_000_000) {
      return PulledType("Date", .julian, stored: "julian")
    }
    if evidence.isWithin(-5e9...1e10) {
      return PulledType("Date", .unixSeconds, stored: "unixSeconds")
    }
    return evidence.isOnly(.integer) && evidence.isWithin(-5e12...1e13)
      ? PulledType("Date", .unixMilliseconds, stored: "unixMilliseconds") : nil
  }

  /// Whether a number is a day, as in 20240229.
  private static func isDayNumber(_ value: DatabaseValue) -> Bool {
    guard let number = Int64.fromDatabaseValue(value) else { return false }
    return (1000_01_01...9999_12_31).contains(number) && (1...12).contains(number / 100 % 100)
      && (1...31).contains(number % 100)
  }

  private func areAll<Value: DatabaseValueConvertible>(
    _ column: StoredColumn,
    _ table: StoredTable,
    _ type: Value.Type
  ) throws -> Bool {
    try source.areAll(column, of: table) { Value.fromDatabaseValue($0) != nil }
  }
}

extension [PulledType] {
  fileprivate func removingRepeated() -> [PulledType] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
