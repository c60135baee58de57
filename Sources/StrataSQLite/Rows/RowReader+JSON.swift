internal import Foundation

extension RowReader {
  /// The value that is stored as JSON at an index.
  public func json<Value: Decodable>(_ index: Int) throws -> Value {
    guard let data = Data.fromDatabaseValue(databaseValue(index)) else {
      throw mismatch(index, Value.self)
    }
    do {
      return try DatabaseCoding.decoder.decode(Value.self, from: data)
    } catch {
      throw mismatch(index, Value.self)
    }
  }

  /// The value that is stored as JSON at an index, nil for NULL.
  public func optionalJson<Value: Decodable>(_ index: Int) throws -> Value? {
    isNull(index) ? nil : try json(index)
  }
}

extension ValueBinder {
  /// Binds the value as JSON text.
  public func json<Value: Encodable>(_ index: Int, _ value: Value) {
    do {
      string(index, try DatabaseCoding.text(value))
    } catch {
      fail(index, "\(Value.self) cannot be written as JSON: \(error)")
    }
  }

  /// Binds the value as JSON text; nil is NULL.
  public func json<Value: Encodable>(_ index: Int, _ value: Value?) {
    if let value { json(index, value) } else { null(index) }
  }
}
