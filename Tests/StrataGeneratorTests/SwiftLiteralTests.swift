import Testing

@testable import StrataGenerator

@Suite struct SwiftLiteralTests {
  @Test(arguments: [
    ("plain", "\"plain\""),
    ("", "\"\""),
    ("a \"b\"", "#\"a \"b\"\"#"),
    ("a \"#b", "\"a \\\"#b\""),
    ("\"\"a", "\"\\\"\\\"a\""),
    ("\\(x)", "\"\\\\(x)\""),
    ("a\nb\r\t\0", "\"a\\nb\\r\\t\\0\""),
    ("\u{202E}\u{2028}\u{7F}", "\"\\u{202E}\\u{2028}\\u{7F}\""),
    ("é 🙂", "\"é 🙂\""),
    // A mark with a combining character after it is a mark all the same.
    ("a \"#\u{301}b", "\"a \\\"#\u{301}b\""),
    ("\"\"\u{301}a", "\"\\\"\\\"\u{301}a\""),
  ])
  func `no text leaves its literal`(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test func `a text of several lines has a literal of several lines`() {
    let text = "SELECT \"a\" \n  -- \\(x) \"\"\"\n\t"
    let lines = [
      "\"\"\"", "SELECT \"a\"\\u{20}", "  -- \\\\(x) \\\"\\\"\\\"", "\\t", "\"\"\"",
    ]
    #expect(SwiftLiteral.lines(text) == lines)
    #expect(SwiftLiteral.lines("\"\"\"\u{301}")[1].utf8.first == UInt8(ascii: "\\"))
  }
}
