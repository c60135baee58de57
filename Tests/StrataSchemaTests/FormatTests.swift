import Foundation
import StrataSchema
import Testing

@Suite struct FormatTests {
  private func formatted(_ text: String) throws -> String {
    var diagnostics = Diagnostics()
    let result = formatSchema(SchemaFile(path: "A.yaml", text: text), &diagnostics)
    #expect(diagnostics.all.map(\.message) == [])
    return try #require(result)
  }

  @Test(arguments: [
    // Every level is two spaces, whatever it was.
    ("a:\n    b:\n       c: d\n", "a:\n  b:\n    c: d\n"),
    ("a:\n- b\n-   c\n", "a:\n  - b\n  - c\n"),
    (
      "a:\n  -   b: 1\n      c: 2\n  - - x\n    -   y\n",
      "a:\n  - b: 1\n    c: 2\n  - - x\n    - y\n"
    ),
    // Blanks between words are single, and none stand inside of brackets.
    ("a :   b\n", "a: b\n"),
    ("a:\tb\t \n", "a: b\n"),
    ("a:\n  b\n", "a: b\n"),
    ("a: { b : 1 ,c: [ x,y ] , }\n", "a: {b: 1, c: [x, y]}\n"),
    ("a: {b: 1,\n  c: 2}\n", "a: {b: 1, c: 2}\n"),
    ("a: [String:  Int]\nb: [ ]\nc: { }\n", "a: [String: Int]\nb: []\nc: {}\n"),
    ("{a: 1, b: [2]}\n", "a: 1\nb: [2]\n"),
    // One kind of quotation marks, unless the text would need escapes.
    ("a: 'x'\n", "a: \"x\"\n"),
    ("a: 'it''s'\n", "a: \"it's\"\n"),
    ("a: \"\\\"x\\\" 'y'\"\n", "a: '\"x\" ''y'''\n"),
    ("a: \"x\\ty\"\n", "a: \"x\\ty\"\n"),
    ("'a': \"b\"\n", "\"a\": \"b\"\n"),
    // Text on several lines keeps its lines.
    ("a: one\n      two\n\n      three\n", "a: one\n  two\n\n  three\n"),
    ("a: \"one \\\n      two\"\n", "a: \"one \\\n  two\"\n"),
    ("a: |\n     b\n       c\n\nd: e\n", "a: |\n  b\n    c\n\nd: e\n"),
    ("a: |4-\n       b\n      c\n", "a: |2-\n     b\n    c\n"),
    ("a: |+\n b\n\n\nc: d\n", "a: |+\n  b\n\n\nc: d\n"),
    ("a: >\n    b\n    c\n\n    d\n", "a: >\n  b\n  c\n\n  d\n"),
    ("a: |\n  b", "a: |-\n  b\n"),
    ("a: |\n\nb: c\n", "a: |\n\nb: c\n"),
    // Blank lines stay, never two of them.
    ("\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
    ("a:\n\n  b: 1\n", "a:\n  b: 1\n"),
    // Line ends and what else editors leave.
    ("\u{FEFF}a: 1\r\nb: |\r\n    c\r\n\r\n    d\r\n", "a: 1\nb: |\n  c\n\n  d\n"),
    ("---\na: 1\n...\n", "a: 1\n"),
    ("? a\n: b\n", "a: b\n"),
    ("a:\nb: ''\n", "a:\nb: \"\"\n"),
    ("é: [ü,  \"ß\"]     #  ö\n", "é: [ü, \"ß\"]  #  ö\n"),
  ])
  func `a file is laid out`(text: String, expected: String) throws {
    #expect(try formatted(text) == expected)
    #expect(try formatted(expected) == expected)
  }

  @Test(arguments: [
    ("# a\n\n# b\na: 1 # c\n# d\n", "# a\n\n# b\na: 1  # c\n# d\n"),
    // Comments that stood in one column, or should.
    ("a: 1 # x\nbcd: 2 # y\n", "a: 1    # x\nbcd: 2  # y\n"),
    ("a: 1      # x\nbcd: 2    # y\n", "a: 1      # x\nbcd: 2    # y\n"),
    // Below the last entry of a block a comment belongs to what it is indented as.
    (
      "a:\n   b:\n      c: 1\n      # c\n   # b\n# d\nd: 2\n",
      "a:\n  b:\n    c: 1\n    # c\n  # b\n# d\nd: 2\n"
    ),
    ("a:\n# x\n- b\n# y\nc: d\n", "a:\n  # x\n  - b\n# y\nc: d\n"),
    ("a: | # x\n    b # y\n  # z\nc: d\n", "a: |  # x\n  b # y\n# z\nc: d\n"),
    ("a: # x\n  # y\n  b: 1\n", "a:  # x\n  # y\n  b: 1\n"),
    // A comment never comes to cut text.
    ("a: # x\n  b\n", "# x\na: b\n"),
    ("a: {b: c > 0, # x\n  d: e}\n", "a:\n  # x\n  b: c > 0\n  d: e\n"),
    ("a: { # x\n  b: 1, # y\n  # z\n} # w\n", "# w\na:  # x\n  # y\n  b: 1\n  # z\n"),
    (
      "a: [ # x\n  [b: c]]\nd: # y\n  - # z\n    - e\n",
      "a:  # x\n  - [b: c]\nd:  # y\n  # z\n  - - e\n"
    ),
    (
      "a:\n  b: [c, # y\n    # z\n  ]\n  d: 1\n",
      "a:\n  b:\n    # y\n    - c\n    # z\n  d: 1\n"
    ),
    ("a:\n- b\n# x\nc: 1\n", "a:\n  - b\n# x\nc: 1\n"),
    ("a: [\n  # x\n]\nb: {c: { # y\n  }}\n", "# x\na: []\nb:\n  # y\n  c: {}\n"),
    ("a: [b, # x\n  {c: d}]\n", "a:\n  # x\n  - b\n  - {c: d}\n"),
  ])
  func `comments stay with what they are about`(text: String, expected: String) throws {
    let result = try formatted(text)
    #expect(result == expected)
    #expect(try formatted(result) == result)
  }

  @Test func `a collection without room on its line becomes a block`() throws {
    let long = (1...12).map { "column\($0): Int" }.joined(separator: ", ")
    #expect(
      try formatted("Team: {columns: {\(long)}, doc: x}\n")
        == "Team:\n  columns:\n" + (1...12).map { "    column\($0): Int\n" }.joined() + "  doc: x\n"
    )
    let cases = (1...20).map { "caseNumber\($0)" }
    #expect(
      try formatted("Kind: [\(cases.joined(separator: ", "))]\n")
        == "Kind:\n" + cases.map { "  - \($0)\n" }.joined()
    )
  }

  @Test(arguments: ["a: &x b\n", "a: b\n a: c\n", "a: [b\n", "", "a: 1\n---\nb: 2\n", "\ta: b\n"])
  func `what the language does not read is not formatted`(text: String) {
    var diagnostics = Diagnostics()
    #expect(formatSchema(SchemaFile(path: "A.yaml", text: text), &diagnostics) == nil)
    #expect(diagnostics.hasErrors)
  }

  @Test(arguments: Checkout.schemas.filter { $0.hasPrefix("Schemas/") })
  func `the schemas of this package are in their canonical form`(path: String) throws {
    let text = try Checkout.text(path)
    #expect(try formatted(text) == text)
  }

  @Test(arguments: ["README.md", "Sources/Strata/Strata.docc/SchemaLanguage.md"])
  func `the schemas of the documentation are in their canonical form`(path: String) throws {
    let schemas = Checkout.blocks(of: "yaml", in: try Checkout.text(path))
    #expect(!schemas.isEmpty)
    for schema in schemas { #expect(try formatted(schema) == schema) }
  }
}
