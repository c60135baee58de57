import StrataSchema
import Testing

@Suite struct YAMLReaderTests {
  private let head = "strata: 1\ndatabase: D\ntables:\n  A:\n    columns: {id: Int}\n"

  private func read(_ text: String) -> (models: [SchemaModel], diagnostics: Diagnostics) {
    read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) -> (models: [SchemaModel], diagnostics: Diagnostics) {
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: "A.yaml", bytes: bytes)], &diagnostics)
    return (models, diagnostics)
  }

  private func check(_ text: String) throws -> SQLFragment {
    let (models, diagnostics) = read(text)
    #expect(diagnostics.all.isEmpty)
    return try #require(models.first?.tables.first?.checks.first?.sql)
  }

  @Test func `a byte order mark and CRLF change nothing`() throws {
    let text = head + "    checks:\n      c: |\n        id > 0\n        AND id < 9\n"
    let plain = read(text).models
    let windows =
      "\u{FEFF}"
      + text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(read(windows).models == plain)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `an offset into a block points at the line in the file`(end: String) throws {
    let lines = ["    checks:", "      c: |", "", "        id > 0 -- é", "          AND é < 9", ""]
    let text =
      head.split(separator: "\n").joined(separator: end) + end + lines.joined(separator: end)
    let sql = try check(text)
    #expect(sql.text == "\nid > 0 -- é\n  AND é < 9")
    let and = try #require(sql.text.utf8.firstIndex(of: UInt8(ascii: "<")))
    let offset = sql.text.utf8.distance(from: sql.text.startIndex, to: and)
    #expect(sql.position(atUTF8Offset: offset) == SourcePosition(line: 10, column: 17))
    // The empty line ends before the indentation of the others.
    #expect(sql.position(atUTF8Offset: 0) == SourcePosition(line: 8, column: 1))
    #expect(sql.position(atUTF8Offset: 1) == SourcePosition(line: 9, column: 9))
    #expect(sql.position(atUTF8Offset: 999) == SourcePosition(line: 10, column: 20))
  }

  @Test func `an indentation indicator keeps spaces that belong to the text`() throws {
    let sql = try check(head + "    checks:\n      c: |2\n            id\n         > 0\n")
    #expect(sql.text == "    id\n > 0")
    #expect(sql.position(atUTF8Offset: 4) == SourcePosition(line: 8, column: 13))
    #expect(sql.position(atUTF8Offset: 8) == SourcePosition(line: 9, column: 10))
  }

  @Test func `a tab inside of a block is text`() throws {
    let sql = try check(head + "    checks:\n      c: |\n        id\n        \t> 0\n")
    #expect(sql.text == "id\n\t> 0")
    #expect(sql.position(atUTF8Offset: 4) == SourcePosition(line: 9, column: 10))
  }

  @Test(arguments: [
    "'a = ''x'' > 0'", #""a = \"x\" > 0""#, #""é = '\u00e9\x41' > 0""#, "a = 'xyz' > 0",
    "'a = \"xyz\" > 0'", "'é > 0'",
  ])
  func `escapes in a quoted text do not move what follows`(written: String) throws {
    let line = "    checks: {c: \(written)}"
    let sql = try check(head + line + "\n")
    let offset = Array(sql.text.utf8).firstIndex(of: UInt8(ascii: ">"))
    let column = Array(line.unicodeScalars).firstIndex(of: ">").map { $0 + 1 }
    #expect(sql.position(atUTF8Offset: try #require(offset)).column == column)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: "])
  func `a megabyte of nesting is not read to its end`(part: String) {
    // libyaml needs time that grows with the square of the depth, here hours.
    let text = "a: \n " + String(repeating: part, count: 1_000_000 / part.utf8.count)
    #expect(read(text).diagnostics.all.map(\.code) == ["too-deep"])
  }

  @Test func `thirty-two levels are read`() {
    // The schema, `tables`, and thirty lists.
    for (depth, code) in [(30, "wrong-shape"), (31, "too-deep")] {
      let text =
        "strata: 1\ndatabase: D\ntables: {A: " + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}\n"
      #expect(read(text).diagnostics.all.map(\.code) == [code])
    }
  }

  @Test func `what is wrong at the end of a file is inside of it`() throws {
    let begin = "strata: 1\ndatabase: D\n"
    for end in ["tables: {A: {columns: {", "tables: {A: [", "tables:\n  A: {columns': {", "a: \"b"]
    {
      let last = try #require(end.split(separator: "\n").last).count
      let lines = end.split(separator: "\n").count + 2
      for diagnostic in read(begin + end).diagnostics.all {
        let range = try #require(diagnostic.range)
        #expect(range.end <= SourcePosition(line: lines, column: last + 2), "\(end)")
      }
    }
  }

  @Test func `every scalar is text`() throws {
    let text =
      "strata: 1\ndatabase: D\nenums: {E: [no, on, y, null]}\n"
      + "tables:\n  yes:\n    columns: {off: Int, t: {type: String, default: 12:30}}\n"
    let model = try #require(read(text).models.first)
    #expect(model.enums[0].cases.map(\.name) == ["no", "on", "y", "null"])
    #expect(model.tables[0].name == "yes")
    #expect(model.tables[0].columns[0].name == "off")
    #expect(
      model.tables[0].columns[1].defaultValue == .literal(sql: "'12:30'", swift: "\"12:30\"")
    )
  }
}
