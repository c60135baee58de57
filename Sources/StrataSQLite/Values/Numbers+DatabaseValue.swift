// The numbers of Swift. An integer is read from an INTEGER or from a REAL without a fraction, and
// only where it fits; a floating-point number is read from both.

extension Int: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Int? { value.integer() }
}

extension Int8: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Int8? { value.integer() }
}

extension Int16: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Int16? { value.integer() }
}

extension Int32: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Int32? { value.integer() }
}

extension Int64: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Int64? { value.integer() }
}

extension UInt: DatabaseValueConvertible {
  /// The integer; a number beyond `Int64.max` is stored as REAL.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt? { value.integer() }
}

extension UInt8: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt8? { value.integer() }
}

extension UInt16: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt16? { value.integer() }
}

extension UInt32: DatabaseValueConvertible {
  /// The integer; always fits.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt32? { value.integer() }
}

extension UInt64: DatabaseValueConvertible {
  /// The integer; a number beyond `Int64.max` is stored as REAL.
  public var databaseValue: DatabaseValue { .integer(self) }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt64? { value.integer() }
}

extension Bool: DatabaseValueConvertible {
  /// 1 or 0.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .int64(self ? 1 : 0)) }

  /// False for 0, true for any other number.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Bool? {
    switch value.storage {
    case .int64(let number): number != 0
    case .double(let number): number != 0
    default: nil
    }
  }
}

extension Double: DatabaseValueConvertible {
  /// The number; NaN is NULL, as in SQLite.
  public var databaseValue: DatabaseValue {
    isNaN ? .null : DatabaseValue(storage: .double(self))
  }

  /// The number.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Double? {
    switch value.storage {
    case .int64(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

extension Float: DatabaseValueConvertible {
  /// The number; NaN is NULL, as in SQLite.
  public var databaseValue: DatabaseValue { Double(self).databaseValue }

  /// The nearest number.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Float? {
    Double.fromDatabaseValue(value).map(Float.init)
  }
}

extension DatabaseValue {
  fileprivate static func integer(_ number: some FixedWidthInteger) -> DatabaseValue {
    if let number = Int64(exactly: number) { return DatabaseValue(storage: .int64(number)) }
    return DatabaseValue(storage: .double(Double(number)))
  }

  fileprivate func integer<Number: FixedWidthInteger>() -> Number? {
    switch storage {
    case .int64(let number): Number(exactly: number)
    case .double(let number): Number(exactly: number)
    default: nil
    }
  }
}
