import Foundation
import Testing

@testable import StrataDocuments

/// Texts of all lengths with something special at each place, as they are read several bytes at once.
@Suite struct TextEdgeTests {
  private static let specials: [(json: String, text: String)] = [
    ("", ""), (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n"), (#"\u00e9"#, "é"), ("é", "é"),
    (#"\ud83d\ude00"#, "😀"), ("!", "!"), ("#", "#"), ("[", "["), ("]", "]"), ("\u{7F}", "\u{7F}"),
    ("ʢ", "ʢ"), ("ܢ", "ܢ"), ("Ü", "Ü"),
  ]

  @Test func `a text is what stands between its quotes`() throws {
    for (json, text) in Self.specials {
      for length in 0..<26 {
        for place in 0...length {
          let before = String(repeating: "a", count: place)
          let after = String(repeating: "b", count: length - place)
          let document = "{\"\(before)\(json)\(after)\":\"\(before)\(json)\(after)\"}"
          let name = before + text + after
          guard case .object(let fields) = try JSONReader.value(document) else {
            Issue.record("no object: \(document)")
            return
          }
          guard case .string(let found)? = fields[name], found == name else {
            Issue.record("not found: \(document)")
            return
          }
        }
      }
    }
  }

  @Test func `a text without an end is none`() {
    for length in 0..<26 {
      let text = String(repeating: "a", count: length)
      for end in ["", "\\", #"\""#, #"\u00e"#, #"\x"#] {
        #expect(throws: JSONReader.Failure.self) { try JSONReader.value("\"\(text)\(end)") }
      }
    }
  }

  @Test func `a part of a text is read as if there were no more`() throws {
    let bytes = Array(#"xx{"name":"value","n":12}yy"#.utf8)
    guard case .object(let fields) = try JSONReader.value(bytes[2..<(bytes.count - 2)]) else {
      Issue.record("no object")
      return
    }
    #expect(fields["name"] == .string("value"))
    #expect(fields["n"] == .int(12))
    for end in 3..<(bytes.count - 2) {
      #expect(throws: JSONReader.Failure.self) { try JSONReader.value(bytes[2..<end]) }
    }
  }
}
