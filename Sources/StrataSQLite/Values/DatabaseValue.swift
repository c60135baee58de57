public import Foundation

/// A value as SQLite stores it (https://sqlite.org/datatype3.html).
public struct DatabaseValue: Hashable, Sendable {
  /// The five storage classes with their values.
  @frozen public enum Storage: Sendable {
    /// NULL.
    case null
    /// INTEGER.
    case int64(Int64)
    /// REAL.
    case double(Double)
    /// TEXT.
    case string(String)
    /// BLOB.
    case blob(Data)
  }

  /// The value by its storage class.
  public let storage: Storage

  /// The value with that storage.
  public init(storage: Storage) { self.storage = storage }

  /// NULL.
  public static let null = DatabaseValue(storage: .null)

  /// Whether the value is NULL.
  public var isNull: Bool {
    if case .null = storage { return true }
    return false
  }
}

extension DatabaseValue.Storage: Equatable {
  /// Whether both are the same value of the same storage class; integers and reals are compared as
  /// SQLite compares them.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.int64(let a), .int64(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.int64(let a), .double(let b)): Int64(exactly: b) == a
    case (.double(let a), .int64(let b)): Int64(exactly: a) == b
    // Swift's String compares canonically; SQLite compares bytes.
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }
}

extension DatabaseValue.Storage: Hashable {
  /// Hashes the value so that equal integers and reals agree.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .int64(let value): hasher.combine(value)
    case .double(let value):
      if let integer = Int64(exactly: value) {
        hasher.combine(integer)
      } else {
        hasher.combine(value)
      }
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension DatabaseValue.Storage {
  /// The value as a Swift value of its natural type, nil for NULL.
  public var value: (any DatabaseValueConvertible)? {
    switch self {
    case .null: nil
    case .int64(let value): value
    case .double(let value): value
    case .string(let value): value
    case .blob(let value): value
    }
  }
}

extension DatabaseValue: CustomStringConvertible {
  /// The value as an SQL literal would show it, strings in double quotes.
  public var description: String {
    switch storage {
    case .null: "NULL"
    case .int64(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .blob(let value): "Data(\(value.count) bytes)"
    }
  }

  /// The same, cut to a length that an error message can bear.
  var excerpt: String {
    if case .blob(let data) = storage, data.count <= 32 { return sqlLiteral }
    let text = description
    return text.count <= 100 ? text : "\(text.prefix(100))…"
  }

  /// The value as an SQL literal (https://sqlite.org/lang_expr.html#literal_values_constants_).
  public var sqlLiteral: String {
    switch storage {
    case .null: "NULL"
    case .int64(let value): "\(value)"
    case .double(let value):
      value.isInfinite ? (value > 0 ? "9e999" : "-9e999") : value.isNaN ? "NULL" : "\(value)"
    case .string(let value):
      value.utf8.contains(0)
        ? "CAST(\(Self.hexadecimal(value.utf8)) AS TEXT)"
        : value.quoted(by: "'")
    case .blob(let value): Self.hexadecimal(value)
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("X'".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self) + "'"
  }
}
