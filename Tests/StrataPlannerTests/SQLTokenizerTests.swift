import Testing

@testable import StrataPlanner

@Suite struct SQLTokenizerTests {
  private func describe(_ sql: String) -> String {
    SQLTokenizer.tokens(of: sql).map { "\($0.kind):\($0.text)" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("a.b", "word:a symbol:. word:b"),
    ("a.5", "word:a number:.5"),
    ("1.5e-3+2", "number:1.5e-3 symbol:+ number:2"),
    ("0xE+1", "number:0xE symbol:+ number:1"),
    (
      "'it''s' \"a\"\"b\" `c` [d e]",
      "string:'it''s' quotedName:\"a\"\"b\" quotedName:`c` quotedName:[d e]"
    ),
    ("x'00' X", "blob:x'00' word:X"),
    (":a @b $c ?1 ?", "parameter::a parameter:@b parameter:$c parameter:?1 parameter:?"),
    ("a->>b->c||d", "word:a symbol:->> word:b symbol:-> word:c symbol:|| word:d"),
    ("a<>b!=c<=d==e", "word:a symbol:<> word:b symbol:!= word:c symbol:<= word:d symbol:== word:e"),
    ("a--b\n/*c*/d", "word:a comment:--b comment:/*c*/ word:d"),
    ("été = 'ü'", "word:été symbol:= string:'ü'"),
    ("a$b _c", "word:a$b word:_c"),
  ])
  func `cuts SQL as SQLite does`(sql: String, tokens: String) {
    #expect(describe(sql) == tokens)
  }

  @Test(arguments: ["'open", "\"open", "`open", "[open", "/* open", "x'0", "a ^ b", "a # b", ":"])
  func `what does not end or has no meaning is illegal`(sql: String) {
    #expect(SQLTokenizer.tokens(of: sql).contains { $0.kind == .illegal })
  }

  @Test func `offsets count bytes`() {
    let tokens = SQLTokenizer.tokens(of: "é = ü")
    #expect(tokens.map(\.range) == [0..<2, 3..<4, 5..<7])
  }
}
