import Foundation
import StrataSQLite
import StrataSchema

/// Rows for trying a schema out: small, plain, and as its columns' types want them.
struct SampleRows {
  /// What the rows of a database have in common.
  enum Kind: CaseIterable {
    /// Nullable columns are NULL.
    case sparse
    /// Every column has a value, and foreign keys lead somewhere.
    case full
    /// Every column has a value, and foreign keys lead nowhere.
    case unmatched
  }

  private let rawValues: [String: String]

  init(_ schema: SchemaModel) {
    rawValues = Dictionary(
      schema.enums.map { ($0.name, $0.cases.first?.rawValue ?? "") },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Values that constraints may like better than 1 and `a`, tried in turn.
  private static let choices: [(number: Int64, text: String)] = [
    (1, "a"), (0, "A"), (10, "1"), (100, "aaaaaaaa"), (-1, "a@a.aa"), (2000, ""),
  ]

  static var attempts: Range<Int> { choices.indices }

  /// The columns of a table that take values.
  static func columns(of table: TableModel) -> [ColumnModel] {
    table.columns.filter { $0.generated == nil }
  }

  /// The values of a row, in the order of `columns(of:)`.
  func values(of table: TableModel, _ kind: Kind, attempt: Int) -> [DatabaseValue] {
    SampleRows.columns(of: table).map { column in
      if column.isOptional, kind == .sparse { return .null }
      if kind == .unmatched, column.foreignKey != nil {
        return value(of: column.type, column.storage, number: 77, text: "unmatched")
      }
      return value(of: column.type, column.storage, attempt: attempt)
    }
  }

  /// A value of a type that a row of the kind `full` has too.
  func value(of type: ValueType, _ storage: ColumnStorage, attempt: Int = 0) -> DatabaseValue {
    let choice = SampleRows.choices[attempt]
    return value(of: type, storage, number: choice.number, text: choice.text)
  }

  private func value(
    of type: ValueType,
    _ storage: ColumnStorage,
    number: Int64,
    text: String
  ) -> DatabaseValue {
    switch type {
    case .enumeration(let name):
      let raw = rawValues[name] ?? ""
      if storage == .integer, let number = Int64(raw) { return .init(storage: .int64(number)) }
      return .init(storage: .string(raw))
    case .structure, .dictionary: return .init(storage: .string("{}"))
    case .array: return .init(storage: .string("[]"))
    case .app(_, let stored): return value(of: stored, storage, number: number, text: text)
    case .id(_, let rawValue): return value(of: rawValue, storage, number: number, text: text)
    case .bool: return .init(storage: .int64(number == 0 ? 0 : 1))
    case .url: return .init(storage: .string("https://example.com/" + text))
    case .decimal where storage == .text: return .init(storage: .string(String(number)))
    case .uuid where storage == .text:
      let end = String(number).suffix(2)
      let zeros = String(repeating: "0", count: 12 - end.count)
      return .init(storage: .string("00000000-0000-4000-8000-" + zeros + end))
    default: break
    }
    switch storage {
    case .integer, .unixSeconds, .unixMilliseconds, .any: return .init(storage: .int64(number))
    case .real, .julian: return .init(storage: .double(Double(number)))
    case .text: return .init(storage: .string(text))
    case .dateText: return .init(storage: .string("2001-02-03 04:05:06.007"))
    case .blob:
      let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number &+ $0) }
      return DatabaseValue(storage: .blob(.init(bytes)))
    }
  }
}
