internal import CSQLite
public import Foundation

extension RowReader {
  // MARK: - String

  /// The TEXT at an index.
  public func string(_ index: Int) throws -> String {
    guard let column = column(index) else { return try copiedString(index) }
    if column.type == SQLITE_TEXT, let text = String(copying: column.value) { return text }
    return try column.reader.copiedString(column.index)
  }

  @inline(never)
  private func copiedString(_ index: Int) throws -> String {
    try copied(index, String.self) { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The TEXT at an index, nil for NULL.
  public func optionalString(_ index: Int) throws -> String? {
    guard let column = column(index) else {
      return isNull(index) ? nil : try copiedString(index)
    }
    let type = column.type
    if type == SQLITE_TEXT, let text = String(copying: column.value) { return text }
    return type == SQLITE_NULL ? nil : try column.reader.copiedString(column.index)
  }

  // MARK: - Data

  /// The BLOB at an index.
  public func data(_ index: Int) throws -> Data {
    guard let column = column(index) else { return try copiedData(index) }
    if column.type == SQLITE_BLOB { return Data(copying: column.value) }
    return try column.reader.copiedData(column.index)
  }

  @inline(never)
  private func copiedData(_ index: Int) throws -> Data {
    try copied(index, Data.self) { if case .blob(let data) = $0 { data } else { nil } }
  }

  /// The BLOB at an index, nil for NULL.
  public func optionalData(_ index: Int) throws -> Data? {
    guard let column = column(index) else { return isNull(index) ? nil : try copiedData(index) }
    let type = column.type
    if type == SQLITE_NULL { return nil }
    if type == SQLITE_BLOB { return Data(copying: column.value) }
    return try column.reader.copiedData(column.index)
  }

  // MARK: - UUID

  /// The identifier at an index, a BLOB of 16 bytes or TEXT.
  public func uuid(_ index: Int) throws -> UUID {
    if let value = value(index), sqlite3_value_type(value) == SQLITE_BLOB,
      sqlite3_value_bytes(value) == 16, let bytes = sqlite3_value_blob(value)
    {
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    return try required(index)
  }

  /// The identifier at an index, a BLOB of 16 bytes or TEXT, nil for NULL.
  public func optionalUuid(_ index: Int) throws -> UUID? { isNull(index) ? nil : try uuid(index) }

  /// The identifier at an index, TEXT or a BLOB of 16 bytes.
  public func uuidText(_ index: Int) throws -> UUID { try required(index) }

  /// The identifier at an index, TEXT or a BLOB of 16 bytes, nil for NULL.
  public func optionalUuidText(_ index: Int) throws -> UUID? { try converted(index, UUID.self) }

  // MARK: - Decimal

  /// The number at an index, TEXT digit for digit.
  public func decimal(_ index: Int) throws -> Decimal { try required(index) }

  /// The number at an index, TEXT digit for digit, nil for NULL.
  public func optionalDecimal(_ index: Int) throws -> Decimal? {
    try converted(index, Decimal.self)
  }

  /// The number at an index, a REAL or an INTEGER.
  public func decimalReal(_ index: Int) throws -> Decimal {
    let stored = databaseValue(index)
    switch stored.storage {
    case .int64, .double:
      guard let number = Decimal.fromDatabaseValue(stored) else { fallthrough }
      return number
    default: throw mismatch(index, Decimal.self)
    }
  }

  /// The number at an index, a REAL or an INTEGER, nil for NULL.
  public func optionalDecimalReal(_ index: Int) throws -> Decimal? {
    isNull(index) ? nil : try decimalReal(index)
  }

  // MARK: - URL

  /// The URL at an index, TEXT.
  public func url(_ index: Int) throws -> URL { try required(index) }

  /// The URL at an index, TEXT, nil for NULL.
  public func optionalUrl(_ index: Int) throws -> URL? { try converted(index, URL.self) }

  // MARK: - Types of the app

  /// The value at an index, by its type's own conversion.
  public func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value = Value.fromDatabaseValue(databaseValue(index)) else {
      throw mismatch(index, Value.self)
    }
    return value
  }

  /// The value at an index, by its type's own conversion, nil for NULL.
  public func optionalValue<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value? {
    try converted(index, Value.self)
  }

  // MARK: - Out of line

  @inline(never)
  private func required<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    guard let value = try converted(index, Value.self) else { throw mismatch(index, Value.self) }
    return value
  }

  @inline(never)
  private func copied<Value>(
    _ index: Int,
    _ type: Value.Type,
    _ read: (DatabaseValue.Storage) -> Value?
  ) throws -> Value {
    guard let value = read(databaseValue(index).storage) else { throw mismatch(index, type) }
    return value
  }
}

// MARK: - Enumerations

extension RowReader {
  /// The case whose raw value is the TEXT at an index.
  @inlinable
  public func enumeration<Value: RawRepresentable>(_ index: Int) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: try string(index)) else {
      throw unknownCase(index, Value.self)
    }
    return value
  }

  /// The case whose raw value is the TEXT at an index, nil for NULL.
  @inlinable
  public func optionalEnumeration<Value: RawRepresentable>(_ index: Int) throws -> Value?
  where Value.RawValue == String {
    guard let rawValue = try optionalString(index) else { return nil }
    guard let value = Value(rawValue: rawValue) else { throw unknownCase(index, Value.self) }
    return value
  }

  /// The case whose raw value is the INTEGER at an index.
  @inlinable
  public func enumeration<Value: RawRepresentable>(_ index: Int) throws -> Value
  where Value.RawValue == Int {
    guard let value = Value(rawValue: try int(index)) else { throw unknownCase(index, Value.self) }
    return value
  }

  /// The case whose raw value is the INTEGER at an index, nil for NULL.
  @inlinable
  public func optionalEnumeration<Value: RawRepresentable>(_ index: Int) throws -> Value?
  where Value.RawValue == Int {
    guard let rawValue = try optionalInt(index) else { return nil }
    guard let value = Value(rawValue: rawValue) else { throw unknownCase(index, Value.self) }
    return value
  }

  @usableFromInline
  func unknownCase(_ index: Int, _ type: Any.Type) -> RowDecodingError { mismatch(index, type) }
}
