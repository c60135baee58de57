internal import Foundation
internal import Strata
internal import StrataSQLite

/// Dates in documents: ISO 8601 in UTC with milliseconds, `2026-11-30T09:15:00.000Z`.
enum DocumentDate {
  /// The text of a date; nil where its year is not one of 0 to 9999.
  static func text(_ date: Date) -> String? { DateText.iso8601(date) }

  /// The date of a text, with or without a fraction, in UTC or at an offset.
  static func date(_ text: String) -> Date? { Date.fromDatabaseValue(text.databaseValue) }
}
