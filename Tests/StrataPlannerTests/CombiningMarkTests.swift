import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Marks with a combining character after them, which are one `Character` to Swift and two to SQLite.
@Suite struct CombiningMarkTests {
  private static let texts = [
    "a'\u{301}b", "'\u{301}", "''\u{301}'", "a\"\u{301}", "[\u{301}]", "`\u{301}`",
  ]

  @Test(arguments: texts) func `a text does not leave its marks`(text: String) throws {
    let database = try ReplayDatabase()
    let value = DatabaseValue(storage: .string(text))
    for sql in [Literal.sqlText(text), value.sqlLiteral] {
      let rows = try database.connection.rows("SELECT \(sql), 1")
      #expect(rows.map { $0.map(\.text) } == [[text, ""]])
      let tokens = SQLTokenizer.tokens(of: sql)
      #expect(tokens.map(\.kind) == [.string])
      #expect(tokens.first.map { Array(SQLToken.unquote($0.text).utf8) } == Array(text.utf8))
    }
  }

  @Test(arguments: texts) func `a name does not leave its marks`(name: String) throws {
    let database = try ReplayDatabase()
    let quoted = SQLText.quote(name)
    try database.run(["CREATE TABLE \(quoted) (\(quoted) PRIMARY KEY)"])
    let schema = try StoredSchema(database.connection)
    let table = try #require(schema.tables.first)
    #expect(Array(table.name.utf8) == Array(name.utf8))
    #expect(table.columns.map { Array($0.name.utf8) } == [Array(name.utf8)])
    #expect(schema.table(SQLTokenizer.fold(name))?.name == name)
    #expect(quoted.utf8.elementsEqual(name.quoted(by: "\"").utf8))
  }
}
