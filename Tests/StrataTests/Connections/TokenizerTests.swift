import Foundation
import Strata
import Testing

@Suite struct TokenizerTests {
  /// Words without vowels, and a synonym.
  private static let consonants = DatabaseTokenizer("consonants") { text in
    var tokens: [DatabaseTokenizer.Token] = []
    for word in text.split(separator: " ") {
      let range = word.startIndex..<word.endIndex
      tokens.append(.init(word.lowercased().filter { !"aeiou".contains($0) }, in: range))
      if word == "red" { tokens.append(.init("crimson", in: range, isColocated: true)) }
    }
    return tokens
  }

  private static func database() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in db.add(tokenizer: Self.consonants) }
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE page USING fts5(text, tokenize='consonants');
          INSERT INTO page VALUES ('der Fluß ist red'), ('dur flus'), ('');
          """
      )
    }
    return database
  }

  @Test func `an index has the words that the tokenizer gives`() throws {
    try Self.database().read { db in
      func found(_ pattern: String) throws -> [Int] {
        try Int.fetchAll(
          db,
          sql: "SELECT rowid FROM page(?) ORDER BY rowid",
          arguments: [pattern]
        )
      }
      #expect(try found("door") == [1, 2])
      #expect(try found("flus") == [2])
      #expect(try found("crmsn") == [])
      #expect(try found("\"ist red\"") == [1])
      let marked = try String.fetchOne(
        db,
        sql: "SELECT highlight(page, 0, '<', '>') FROM page('\"fluß ist\"')"
      )
      #expect(marked == "der <Fluß ist> red")
    }
  }

  @Test func `a synonym stands in the place of its word`() throws {
    try Self.database().write { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE word USING fts5vocab(page, row)")
      #expect(try String.fetchAll(db, sql: "SELECT term FROM word").contains("crimson"))
      let count = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM page WHERE page MATCH 'rd OR red'"
      )
      #expect(count == 1)
    }
  }

  @Test func `a tokenizer takes the place of another of its name`() throws {
    try Self.database().write { db in
      db.add(tokenizer: DatabaseTokenizer("consonants") { _ in [] })
      try db.execute(sql: "CREATE VIRTUAL TABLE other USING fts5(text, tokenize='consonants')")
      try db.execute(sql: "INSERT INTO other VALUES ('a b c')")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM other('a')") == 0)
    }
  }

  @Test func `a text that is no UTF-8 is parted without harm`() throws {
    try Self.database().write { db in
      try db.execute(sql: "INSERT INTO page VALUES (CAST(x'ff20fe64' AS TEXT))")
      let marked = try DatabaseValue.fetchAll(
        db,
        sql: "SELECT highlight(page, 0, '<', '>') FROM page WHERE rowid > 3"
      )
      #expect(marked.count == 1)
    }
  }
}
