internal import Foundation

extension Row {
  /// The value at an index, from 0, as its natural type; nil for NULL.
  public subscript(_ index: Int) -> (any DatabaseValueConvertible)? {
    databaseValue(atIndex: index).storage.value
  }

  /// The value of the leftmost column of that name as its natural type; nil for NULL, and where there
  /// is no such column.
  public subscript(_ name: String) -> (any DatabaseValueConvertible)? {
    databaseValue(forColumn: name)?.storage.value
  }

  /// The value at an index, from 0.
  public subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    decoded { try decode(Value.self, atIndex: index) }
  }

  /// The value of the leftmost column of that name; an optional is nil for NULL, and where there is no
  /// such column.
  public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
    decoded {
      if !hasColumn(name), let null = Value.fromDatabaseValue(.null) { return null }
      return try decode(Value.self, forColumn: name)
    }
  }
}

/// Values that stand in for those that could not be decoded, until the fetch throws.
enum StandIn {
  static func value<Value>(_ type: Value.Type) -> Value? {
    for candidate in candidates {
      if let value = candidate as? Value { return value }
      if let value = (type as? any DatabaseValueConvertible.Type)?.value(of: candidate) as? Value {
        return value
      }
    }
    if let type = type as? any CaseIterable.Type { return first(type) as? Value }
    return nil
  }

  /// A record made of the values of a row and, in place of those that it cannot decode, of others; nil
  /// where none will do.
  static func record<Record: FetchableRecord>(_ type: Record.Type, _ row: Row?) -> Record? {
    var columns = row?.columnNames ?? []
    var values = row?.databaseValues ?? []
    var counts = columns.map { _ in 0 }
    while true {
      let copy = Row(columns, values)
      copy.isDecoding = true
      do { return try Record(row: copy) } catch {
        guard let name = (error as? RowDecodingError)?.column else { return nil }
        let known = columns.firstIndex { $0.lowercased() == name.lowercased() }
        let index = known ?? columns.count
        if known == nil {
          columns.append(name)
          values.append(.null)
          counts.append(0)
        }
        // Each column has each substitute once.
        guard counts[index] < substitutes.count else { return nil }
        values[index] = substitutes[counts[index]]
        counts[index] += 1
      }
    }
  }

  private static let substitutes: [DatabaseValue] =
    [.null] + candidates.map(\.databaseValue) + ["[]".databaseValue, "{}".databaseValue]

  private static func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }

  private static let candidates: [any (DatabaseValueConvertible & Sendable)] = [
    0, "", 0.0, false, Data(), Date(timeIntervalSinceReferenceDate: 0),
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), Decimal(0), DatabaseValue.null,
  ]
}

extension DatabaseValueConvertible {
  fileprivate static func value(of other: any DatabaseValueConvertible) -> Any? {
    fromDatabaseValue(other.databaseValue)
  }
}
