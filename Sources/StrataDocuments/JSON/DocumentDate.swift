internal import Foundation
internal import Strata

/// Dates in documents: ISO 8601 in UTC with milliseconds, `2026-11-30T09:15:00.000Z`.
enum DocumentDate {
  /// The text of a date; nil where its year is not one of 0 to 9999.
  static func text(_ date: Date) -> String? {
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard milliseconds >= -63_145_526_400_000, milliseconds < 252_423_993_600_000,
      case .string(let text) = date.databaseValue.storage
    else { return nil }
    // The text of the runtime has a space for the T, and no Z.
    var bytes = Array(text.utf8)
    guard bytes.count == 23 else { return nil }
    bytes[10] = UInt8(ascii: "T")
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The date of a text, with or without a fraction, in UTC or at an offset.
  static func date(_ text: String) -> Date? { Date.fromDatabaseValue(text.databaseValue) }
}
