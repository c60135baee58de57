import Strata
import Testing

@Suite struct PatternTests {
  @Test func `a pattern is made of the words`() {
    #expect(
      FTS5Pattern(matchingAnyTokenIn: "o'Brien, AND")?.rawPattern == #""o" OR "Brien" OR "AND""#
    )
    #expect(FTS5Pattern(matchingAllTokensIn: "a-b")?.rawPattern == #""a" "b""#)
    #expect(FTS5Pattern(matchingAllPrefixesIn: "Zoë x")?.rawPattern == #""Zoë"* "x"*"#)
    #expect(FTS5Pattern(matchingPhrase: "NOT a")?.rawPattern == #""NOT a""#)
    #expect(FTS5Pattern(matchingPrefixPhrase: "a b")?.rawPattern == #"^"a b""#)
    #expect(FTS5Pattern(matchingAllTokensIn: " \"'*^():- ") == nil)
    #expect(FTS5Pattern(matchingPhrase: "") == nil)
  }

  @Test func `what somebody types is never a mistake of syntax`() throws {
    let database = try DatabaseQueue()
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "\"", "'", "*", "^", "(", ")", "-", ":", "+", "{", "}", " ", "AND", "OR", "NOT", "NEAR", "a",
      "é", "\0", "—", "日本", "\u{301}", "😀", "\n", ",", ";", "%", "_", "\\", "name", "1",
    ]
    try database.write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE t USING fts5(name)")
      try db.execute(sql: "INSERT INTO t VALUES ('a é — 日本')")
      for _ in 0..<500 {
        let text = (0..<Int.random(in: 0..<8, using: &generator))
          .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
        let patterns = [
          FTS5Pattern(matchingAnyTokenIn: text), FTS5Pattern(matchingAllTokensIn: text),
          FTS5Pattern(matchingAllPrefixesIn: text), FTS5Pattern(matchingPhrase: text),
          FTS5Pattern(matchingPrefixPhrase: text),
        ]
        for pattern in patterns.compactMap(\.self) {
          #expect(throws: Never.self, "\(text.debugDescription) as \(pattern.rawPattern)") {
            _ = try Row.fetchAll(db, sql: "SELECT * FROM t WHERE t MATCH ?", arguments: [pattern])
          }
        }
      }
    }
  }

  @Test func `long texts and words without letters are patterns too`() throws {
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE t USING fts5(name)")
      try db.execute(sql: "INSERT INTO t VALUES ('harbour rovers')")
      let count = { (pattern: FTS5Pattern?) in
        try Int.fetchOne(
          db,
          sql: "SELECT count(*) FROM t WHERE t MATCH ?",
          arguments: [pattern]
        )
      }
      #expect(try count(FTS5Pattern(matchingAllTokensIn: "harbour — rovers")) == 1)
      #expect(try count(FTS5Pattern(matchingAnyTokenIn: "— harbour")) == 1)
      #expect(try count(FTS5Pattern(matchingAllPrefixesIn: "har rov")) == 1)
      #expect(try count(FTS5Pattern(matchingPrefixPhrase: "harbour")) == 1)
      #expect(try count(FTS5Pattern(matchingPrefixPhrase: "rovers")) == 0)
      let long = Array(repeating: "harbour", count: 5_000).joined(separator: " ")
      #expect(try count(FTS5Pattern(matchingAllTokensIn: long)) == 1)
      #expect(try count(FTS5Pattern(matchingAnyTokenIn: long)) == 1)
    }
  }

  @Test func `a raw pattern is checked`() throws {
    #expect(try FTS5Pattern(rawPattern: "a AND b*").rawPattern == "a AND b*")
    #expect(throws: DatabaseError.self) { try FTS5Pattern(rawPattern: "AND") }
    #expect(throws: DatabaseError.self) { try FTS5Pattern(rawPattern: "name: x") }
    _ = try FTS5Pattern(rawPattern: "name: x", allowedColumns: ["name"])
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE t USING fts5(name)")
      _ = try db.makeFTS5Pattern(rawPattern: "name: x", forTable: "t")
      #expect(throws: DatabaseError.self) {
        try db.makeFTS5Pattern(rawPattern: "title: x", forTable: "t")
      }
    }
  }
}
