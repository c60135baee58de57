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
  /// The integer; the digits as text where it is beyond `Int64.max`, since SQLite has no such integer.
  public var databaseValue: DatabaseValue { UInt64(self).databaseValue }

  /// The integer, nil where the value is none or does not fit.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt? {
    UInt64.fromDatabaseValue(value).flatMap(UInt.init(exactly:))
  }
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
  /// The integer; the digits as text where it is beyond `Int64.max`, since SQLite has no such integer.
  ///
  /// Columns of INTEGER affinity refuse such a text, or make of it a REAL that is not read back, unless
  /// they are declared without a type (https://sqlite.org/datatype3.html#type_affinity).
  public var databaseValue: DatabaseValue {
    Int64(exactly: self).map { DatabaseValue(storage: .int64($0)) } ?? String(self).databaseValue
  }

  /// The integer, nil where the value is none, does not fit, or is a REAL that may be another number.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UInt64? {
    switch value.storage {
    case .string(let digits):
      // Only what is stored so: any other text is no number.
      UInt64(digits).flatMap { $0 > Int64.max && String($0) == digits ? $0 : nil }
    case .double(let number) where number >= 0x1p63: nil
    default: value.integer()
    }
  }
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
  ///
  /// A negative zero loses its sign in a column of REAL affinity, where SQLite keeps whole numbers as
  /// integers (https://sqlite.org/datatype3.html#type_affinity); elsewhere it has one.
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
    DatabaseValue(storage: .int64(Int64(number)))
  }

  fileprivate func integer<Number: FixedWidthInteger>() -> Number? {
    switch storage {
    case .int64(let number): Number(exactly: number)
    case .double(let number): Number(exactly: number)
    default: nil
    }
  }
}
