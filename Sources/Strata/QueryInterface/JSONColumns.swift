// Typed columns of lists and dictionaries, which are stored as JSON.

/// A list or a dictionary that is stored in one column as JSON.
public protocol DatabaseCollection {
  /// The JSON text, NULL for nil.
  var databaseJSON: DatabaseValue { get }
}

extension DatabaseCollection where Self: Encodable {
  /// The JSON text; equal values give equal texts.
  public var databaseJSON: DatabaseValue {
    do {
      return try DatabaseCoding.text(self).databaseValue
    } catch {
      preconditionFailure("\(Self.self) cannot be written as JSON: \(error)")
    }
  }
}

extension Array: DatabaseCollection where Element: Codable {}
extension Dictionary: DatabaseCollection where Key == String, Value: Codable {}

extension Optional: DatabaseCollection where Wrapped: DatabaseCollection {
  /// The JSON text, NULL for nil.
  public var databaseJSON: DatabaseValue { self?.databaseJSON ?? .null }
}

extension TypedColumn where Value: DatabaseCollection {
  /// Stores a list or a dictionary; NULL only where the type is optional.
  public func set(to value: Value) -> ColumnAssignment {
    ColumnAssignment(column: name, value: .value(value.databaseJSON))
  }
}

/// Whether both are equal; `== nil` is IS NULL.
public func == <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue?) -> SQLExpression
where C.SQLValue: DatabaseCollection {
  .equal(lhs.sqlExpression, rhs.databaseJSON)
}

/// Whether they differ; `!= nil` is IS NOT NULL.
public func != <C: TypedSQLExpressible>(lhs: C, rhs: C.SQLValue?) -> SQLExpression
where C.SQLValue: DatabaseCollection {
  .notEqual(lhs.sqlExpression, rhs.databaseJSON)
}
