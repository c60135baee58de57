internal import CSQLite

// Each type is read twice: as a value that must be there, and as one that may be NULL. The first
// branch is the expected storage class; everything else is out of line.
extension RowReader {
  // MARK: - Int64, the integer that the others are made of

  /// The INTEGER at an index.
  public func int64(_ index: Int) throws -> Int64 {
    if let value = value(index), sqlite3_value_type(value) == SQLITE_INTEGER {
      return sqlite3_value_int64(value)
    }
    return try requiredNumber(index, Int64.self)
  }

  /// The INTEGER at an index, nil for NULL.
  public func optionalInt64(_ index: Int) throws -> Int64? {
    if let value = value(index) {
      let type = sqlite3_value_type(value)
      if type == SQLITE_INTEGER { return sqlite3_value_int64(value) }
      if type == SQLITE_NULL { return nil }
    }
    return try converted(index, Int64.self)
  }

  // MARK: - Int, Int32

  // Not written as those of Int64: of functions that are equal but for a type the compiler makes one,
  // which is handed what differs, and costs a tenth more for each column.

  /// The INTEGER at an index.
  public func int(_ index: Int) throws -> Int {
    guard let column = column(index) else { return try requiredNumber(index, Int.self) }
    if column.type == SQLITE_INTEGER, let integer = Int(exactly: sqlite3_value_int64(column.value))
    {
      return integer
    }
    return try column.reader.requiredNumber(column.index, Int.self)
  }

  /// The INTEGER at an index, nil for NULL.
  public func optionalInt(_ index: Int) throws -> Int? {
    guard let column = column(index) else { return try converted(index, Int.self) }
    let type = column.type
    if type == SQLITE_INTEGER, let integer = Int(exactly: sqlite3_value_int64(column.value)) {
      return integer
    }
    return type == SQLITE_NULL ? nil : try column.reader.converted(column.index, Int.self)
  }

  /// The INTEGER at an index; one that needs more than 32 bits is an error.
  public func int32(_ index: Int) throws -> Int32 {
    if let value = value(index), sqlite3_value_type(value) == SQLITE_INTEGER,
      let integer = Int32(exactly: sqlite3_value_int64(value))
    {
      return integer
    }
    return try requiredNumber(index, Int32.self)
  }

  /// The INTEGER at an index, nil for NULL; one that needs more than 32 bits is an error.
  public func optionalInt32(_ index: Int) throws -> Int32? {
    if isNull(index) { return nil }
    return try int32(index)
  }

  // MARK: - Bool

  /// False for 0, true for any other number at an index.
  public func bool(_ index: Int) throws -> Bool {
    if let value = value(index), sqlite3_value_type(value) == SQLITE_INTEGER {
      return sqlite3_value_int64(value) != 0
    }
    return try requiredNumber(index, Bool.self)
  }

  /// False for 0, true for any other number at an index, nil for NULL.
  public func optionalBool(_ index: Int) throws -> Bool? {
    if isNull(index) { return nil }
    return try bool(index)
  }

  // MARK: - Double

  /// The REAL or INTEGER at an index.
  public func double(_ index: Int) throws -> Double {
    guard let column = column(index) else { return try requiredNumber(index, Double.self) }
    if column.type == SQLITE_FLOAT { return sqlite3_value_double(column.value) }
    return try column.reader.requiredNumber(column.index, Double.self)
  }

  /// The REAL or INTEGER at an index, nil for NULL.
  public func optionalDouble(_ index: Int) throws -> Double? {
    guard let column = column(index) else { return try converted(index, Double.self) }
    let type = column.type
    if type == SQLITE_FLOAT { return sqlite3_value_double(column.value) }
    return type == SQLITE_NULL ? nil : try column.reader.converted(column.index, Double.self)
  }

  // MARK: - What is not the expected class

  @inline(never)
  private func requiredNumber<Value: DatabaseValueConvertible>(
    _ index: Int,
    _ type: Value.Type
  ) throws -> Value {
    guard let value = try converted(index, type) else { throw mismatch(index, type) }
    return value
  }

  /// The value by its type's own conversion, nil for NULL.
  @inline(never)
  func converted<Value: DatabaseValueConvertible>(
    _ index: Int,
    _ type: Value.Type
  ) throws -> Value? {
    let stored = databaseValue(index)
    if stored.isNull { return nil }
    guard let value = Value.fromDatabaseValue(stored) else { throw mismatch(index, type) }
    return value
  }
}
