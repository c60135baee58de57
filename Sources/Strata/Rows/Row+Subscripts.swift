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
