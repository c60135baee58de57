/// The columns of a record with their values, in the order in which they were set.
public struct PersistenceContainer: Equatable, Sendable {
  private(set) var columns: [String] = []
  private(set) var values: [DatabaseValue] = []

  /// No columns.
  public init() {}

  init(columns: [String], values: [DatabaseValue]) {
    self.columns = columns
    self.values = values
  }

  /// The columns of a record.
  init(_ record: some EncodableRecord) throws { try record.encode(to: &self) }

  /// The value of a column, whatever the case of its name; nil where it was not set.
  ///
  /// Setting nil stores NULL.
  public subscript(_ column: String) -> (any DatabaseValueConvertible)? {
    get { databaseValue(column)?.storage.value }
    set { set(column, newValue?.databaseValue ?? .null) }
  }

  /// The value of a column, nil where it was not set.
  func databaseValue(_ column: String) -> DatabaseValue? { index(column).map { values[$0] } }

  mutating func set(_ column: String, _ value: DatabaseValue) {
    if let index = index(column) {
      values[index] = value
    } else {
      columns.append(column)
      values.append(value)
    }
  }

  private func index(_ column: String) -> Int? {
    if let index = columns.firstIndex(of: column) { return index }
    let name = column.sqlLowercased
    return columns.firstIndex { $0.sqlLowercased == name }
  }
}
