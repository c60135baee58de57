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
  }
}
