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

  let rawValues: [String: [String]]
  private let collections: [CollectionModel]

  init(_ schema: SchemaModel) {
    collections = schema.collections
    rawValues = Dictionary(
      schema.enums.map { ($0.name, $0.cases.map(\.rawValue)) },
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
    if let collection = collections.first(where: { $0.name == table.collection }) {
      return document(of: collection, in: table, kind)
    }
    return SampleRows.columns(of: table).map { column in
      if column.isOptional, kind == .sparse { return .null }
      if kind == .unmatched, column.foreignKey != nil {
        return value(of: column.type, column.storage, number: 77, text: "unmatched")
      }
      return value(of: column.type, column.storage, attempt: attempt)
    }
  }

  /// Rows of many kinds of values: each choice, each case of the enums, and each nullable column NULL
  /// by itself.
  func variations(of table: TableModel) -> [[DatabaseValue]] {
    let columns = SampleRows.columns(of: table)
    let cases = columns.map { column in
      if case .enumeration(let name) = column.type { rawValues[name]?.count ?? 0 } else { 0 }
    }
    let count = min(max(SampleRows.choices.count, cases.max() ?? 0), 64)
    let full = values(of: table, .full, attempt: 0)
    return (0..<count).map { values(of: table, .full, attempt: $0) }
      + columns.indices.filter { columns[$0].isOptional }.map { index in
        var row = full
        row[index] = .null
        return row
      }
  }

  /// A value of a type that a row of the kind `full` has too.
  func value(of type: ValueType, _ storage: ColumnStorage, attempt: Int = 0) -> DatabaseValue {
    if case .enumeration(let name) = type, let raws = rawValues[name], !raws.isEmpty {
      return raw(raws[attempt % raws.count], storage)
    }
    let choice = SampleRows.choices[attempt % SampleRows.choices.count]
    return value(of: type, storage, number: choice.number, text: choice.text)
  }

  private func raw(_ raw: String, _ storage: ColumnStorage) -> DatabaseValue {
    if storage == .integer, let number = Int64(raw) { return .init(storage: .int64(number)) }
    return .init(storage: .string(raw))
  }

  private func value(
    of type: ValueType,
    _ storage: ColumnStorage,
    number: Int64,
    text: String
  ) -> DatabaseValue {
    switch type {
    case .enumeration(let name): return raw(rawValues[name]?.first ?? "", storage)
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
    case .real, .julian:
      // One of them is no whole number.
      return .init(storage: .double(number == 100 ? 100.25 : Double(number)))
    case .text: return .init(storage: .string(text))
    case .dateText: return .init(storage: .string("2001-02-03 04:05:06.007"))
    case .dayText: return .init(storage: .string("2001-02-03"))
    case .secondText: return .init(storage: .string("2001-02-03 04:05:06"))
    case .blob:
      let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number &+ $0) }
      return DatabaseValue(storage: .blob(.init(bytes)))
    }
  }
}
