internal import Foundation

// The types that documents write in their own way.
extension DocumentDecoder {
  func date(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Date {
    let text = try string(value, key)
    if let date = DocumentDate.date(text) { return date }
    throw mismatch(Date.self, "'\(text)' is no date as ISO 8601 writes it", key)
  }

  func decimal(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Decimal {
    let text: String
    switch value {
    case .int(let number): return Decimal(number)
    case .double(let number): text = number.description
    case .number(let number): text = number
    case .string(let number) where run.isRow: text = number
    default: throw unexpected(Decimal.self, "a number", value, key)
    }
    if let decimal = Decimal(string: text) { return decimal }
    throw mismatch(Decimal.self, "the number \(text) does not fit Decimal", key)
  }

  func data(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Data {
    if let data = Data(base64Encoded: try string(value, key)) { return data }
    throw mismatch(Data.self, "the text is not base64", key)
  }

  func url(_ value: JSONValue, _ key: (any CodingKey)?) throws -> URL {
    let text = try string(value, key)
    if let url = URL(string: text) { return url }
    throw mismatch(URL.self, "'\(text)' is no URL", key)
  }

  func blob(_ value: JSONValue, _ key: (any CodingKey)?) throws -> Blob {
    if case .object(let fields) = opened(value), let blob = Blob(fields, in: run.store) {
      return blob
    }
    throw mismatch(Blob.self, "a blob was expected and \(value.kind) found", key)
  }
}
