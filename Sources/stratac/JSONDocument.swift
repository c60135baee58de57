import Foundation

extension Option {
  static let json = Option(
    name: "json",
    value: nil,
    meaning: "print one JSON document instead of text"
  )
}

/// Results for machines.
enum JSONDocument {
  /// A value as one document, whose keys are sorted.
  static func text(of value: some Encodable) throws(Problem) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw .input(.unwritableFile, "the result cannot be written as JSON")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
