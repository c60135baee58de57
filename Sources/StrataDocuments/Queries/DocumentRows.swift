internal import Foundation
internal import Strata
internal import StrataSQLite

/// The rows of a query, and the store that they came from.
final class DocumentRows: Sendable {
  let columns: [String]
  let store: DocumentStore
  /// The values of one row after the other.
  private let values: PackedValues

  init(columns: [String], values: PackedValues, store: DocumentStore) {
    self.columns = columns
    self.values = values
    self.store = store
  }

  /// The number of rows.
  var count: Int { columns.isEmpty ? 0 : values.count / columns.count }

  /// A value of a row.
  func value(_ column: Int, _ row: Int) -> DatabaseValue { values[row * columns.count + column] }

  /// The UTF-8 of a text of a row; nil where there is another value.
  func utf8(_ column: Int, _ row: Int) -> ArraySlice<UInt8>? {
    values.utf8(row * columns.count + column)
  }
}

/// Where a query has what a model is made of.
struct DocumentLayout {
  /// Places in the row, nil where there is no such column.
  let id: Int?
  let revision: Int?
  let data: Int?
  /// The column that has the document as JSON; nil where each column is a field.
  let dataKey: String?

  init(_ columns: [String], _ dataKey: String?) {
    id = columns.firstIndex(of: "id")
    revision = columns.firstIndex(of: "revision")
    data = dataKey.flatMap { columns.firstIndex(of: $0) }
    self.dataKey = dataKey
  }
}

extension JSONValue {
  /// The value of a column.
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .blob(let data): self = .string(data.base64EncodedString())
    }
  }
}
