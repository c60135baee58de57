import Foundation
import StrataPlanner
import StrataSchema
import Testing

/// Places of mistakes, held against the place of the misspelt word in the text of the file.
@Suite struct PositionTests {
  private static let head = [
    "strata: 1", "database: D", "tables:", "  Item: {columns: {id: Int, name: String}}", "views:",
    "  V:",
  ]

  /// The only diagnostic, and where `nmae` stands: lines end with LF, with or without CR; a byte order
  /// mark is no column.
  private func check(_ lines: [String], end: String, mark: String = "") throws {
    let text = mark + (Self.head + lines).joined(separator: end) + end
    var diagnostics = Diagnostics()
    let file = SchemaFile(path: "A.yaml", text: text)
    for schema in readSchemas([file], &diagnostics) { _ = prove(schema, &diagnostics) }
    #expect(diagnostics.all.count == 1)
    let range = try #require(diagnostics.all.first?.range)
    let all = Self.head + lines
    let line = try #require(all.firstIndex { $0.contains("nmae") })
    let before = try #require(all[line].range(of: "nmae")).lowerBound
    let column = all[line][..<before].unicodeScalars.count + 1
    #expect(range.start == SourcePosition(line: line + 1, column: column))
    #expect(range.end == SourcePosition(line: line + 1, column: column + 4))
  }

  private static let ends = ["\n", "\r\n"]

  @Test(
    arguments: ends,
    ["|", "|-", "|+", "|2", "|2-", "|-2", "|+2", "|  # a comment", "|4"]
  )
  func `a block may have any header`(end: String, header: String) throws {
    let body = [
      "", "        SELECT id, 'é😀' AS a,", "", "          \t/* é\t😀 */ nmae", "        FROM item",
    ]
    try check(["    sql: \(header)"] + body + ["", ""], end: end)
    try check(["    sql: \(header)"] + body, end: end, mark: "\u{FEFF}")
  }

  @Test(
    arguments: ends,
    [
      "SELECT 'é😀' AS a, nmae FROM item",
      "\"SELECT '\\u00e9\\\"\\t\\U0001F600é' AS a, nmae FROM item\"",
      "'SELECT ''é😀'' AS a, nmae FROM item'",
      "SELECT\t'é'\tAS a,\tnmae FROM item",
    ]
  )
  func `a text on one line may be quoted in any way`(end: String, text: String) throws {
    try check(["    sql: \(text)"], end: end)
    try check(
      ["    {doc: é😀, sql: \(text.first == "S" ? "'\(text.replacing("'", with: "''"))'" : text)}"],
      end: end
    )
    try check(["    # é", "    sql: \(text)"], end: end, mark: "\u{FEFF}")
  }

  @Test func `a long line is not walked from its start for every place in it`() {
    let text = "id IN (" + (0..<5000).map { ":é\($0)" }.joined(separator: ", ") + ")"
    let start = SourcePosition(line: 3, column: 11)
    let fragment = SQLFragment(
      text: text,
      range: SourceRange(file: "A.yaml", start: start, end: start),
      origins: [TextOrigin(utf8Offset: 0, position: start)]
    )
    let offsets = fragment.origins.map(\.utf8Offset) + [text.utf8.count]
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 <= 256 })
    var column = 11
    for (offset, byte) in text.utf8.enumerated() {
      #expect(fragment.position(atUTF8Offset: offset).column == column)
      if byte & 0xC0 != 0x80 { column += 1 }
    }
  }
}
