package import Foundation

/// How values that are no column of their own are stored: as JSON, in the same way as GRDB does.
package enum DatabaseCoding {
  package static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .base64
    encoder.dateEncodingStrategy = .custom { date, encoder in try JSONDate.encode(date, to: encoder)
    }
    // JSON has no such numbers; a text brings them back.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    // Equal values have equal texts.
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  package static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    decoder.dateDecodingStrategy = .custom { decoder in try JSONDate.date(from: decoder) }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return decoder
  }()

  /// The value as JSON text.
  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// Dates in JSON: milliseconds since 1970, with as many decimals as the date has.
///
/// A Double of milliseconds would be off by the last bit of a date: dates count from 2001, and are
/// finer than that.
private enum JSONDate {
  /// The milliseconds from 1970 to Foundation's reference date.
  private static let reference: Decimal = 978_307_200_000

  static func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let milliseconds = date.timeIntervalSince1970 * 1000
    if let whole = Int64(exactly: milliseconds), self.date(Decimal(whole)) == date {
      try container.encode(whole)
    } else if let exact = exactMilliseconds(date), self.date(exact) == date {
      try container.encode(exact)
    } else {
      try container.encode(milliseconds)
    }
  }

  static func date(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let exact = try? container.decode(Decimal.self), let date = date(exact) { return date }
    // Documents have dates as text.
    if let text = try? container.decode(String.self),
      let date = Date.fromDatabaseValue(DatabaseValue(storage: .string(text)))
    {
      return date
    }
    return Date(timeIntervalSince1970: try container.decode(Double.self) / 1000)
  }

  private static func exactMilliseconds(_ date: Date) -> Decimal? {
    let seconds = "\(date.timeIntervalSinceReferenceDate)"
    return Decimal(plainText: seconds).map { $0 * 1000 + reference }
  }

  private static func date(_ milliseconds: Decimal) -> Date? {
    // By way of text: Foundation's own conversion is off by a bit for some numbers.
    Double(((milliseconds - reference) / 1000).description)
      .map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}
