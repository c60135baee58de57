public import Foundation

extension String: DatabaseValueConvertible {
  /// The text, all of it: a NUL inside does not end it.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .string(self)) }

  /// The text, or a blob that is UTF-8.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .string(let text): text
    case .blob(let data): String(validating: data, as: UTF8.self)
    default: nil
    }
  }
}

extension Substring: DatabaseValueConvertible {
  /// The text.
  public var databaseValue: DatabaseValue { String(self).databaseValue }

  /// The text, or a blob that is UTF-8.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Substring? {
    String.fromDatabaseValue(value).map { Substring($0) }
  }
}

extension Data: DatabaseValueConvertible {
  /// The bytes as a blob.
  public var databaseValue: DatabaseValue { DatabaseValue(storage: .blob(self)) }

  /// A blob, or the UTF-8 bytes of a text.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Data? {
    switch value.storage {
    case .blob(let data): data
    case .string(let text): Data(text.utf8)
    default: nil
    }
  }
}

extension UUID: DatabaseValueConvertible {
  /// The 16 bytes as a blob.
  public var databaseValue: DatabaseValue {
    withUnsafeBytes(of: uuid) { DatabaseValue(storage: .blob(Data($0))) }
  }

  /// A blob of 16 bytes, or the text form.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> UUID? {
    switch value.storage {
    case .blob(let data): data.withUnsafeBytes { UUID(bytes: $0) }
    case .string(let text): UUID(uuidString: text)
    default: nil
    }
  }

  /// The identifier with these bytes, nil unless they are 16.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

extension URL: DatabaseValueConvertible {
  /// The absolute text.
  public var databaseValue: DatabaseValue { absoluteString.databaseValue }

  /// The URL that the text is.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> URL? {
    String.fromDatabaseValue(value).flatMap { URL(string: $0) }
  }
}

extension Decimal: DatabaseValueConvertible {
  /// The digits as text, exactly.
  public var databaseValue: DatabaseValue { plainText.databaseValue }

  /// The number that a text, an integer or a real is.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> Decimal? {
    switch value.storage {
    case .string(let text): Decimal(plainText: text)
    case .int64(let number): Decimal(number)
    case .double(let number): Decimal(plainText: "\(number)")
    default: nil
    }
  }

  /// The digits with a point, whatever the locale.
  var plainText: String {
    var number = self
    return NSDecimalString(&number, Locale(identifier: "en_US_POSIX"))
  }

  /// The number that all of the text is, nil where it is none.
  init?(plainText text: String) {
    // Decimal(string:) stops at the first character that it does not know.
    guard !text.isEmpty,
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }),
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    self = number
  }
}
