import StrataSchema
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [
    ("Player", "player"), ("PlayerStat", "playerStat"), ("HTTPRequest", "httpRequest"),
    ("URL", "url"), ("player", "player"), ("X", "x"), ("", ""), ("Ärger", "Ärger"),
    ("HTTP2", "httP2"),
  ])
  func `a table's name in SQL has a lower-case start`(name: String, sql: String) {
    #expect(Identifier.lowercasingStart(of: name) == sql)
  }

  @Test(arguments: [
    ("topPlayers", "TopPlayersRequest"), ("x", "XRequest"), ("openRequest", "OpenRequest"),
    ("request", "Request"),
  ])
  func `a request's type has a capital start and says what it is`(key: String, name: String) {
    #expect(Identifier.requestTypeName(of: key) == name)
  }

  @Test func `identifiers are what Swift's lexer takes for one word`() {
    for name in ["a", "_a", "größe", "日本", "a1", "class", "Self"] {
      #expect(Identifier.isValid(name))
    }
    for name in ["", "_", "1a", "a b", "a-b", "a.b", "$0", "`a`", "a\u{0}", "😀!", "\"", "a\n"] {
      #expect(!Identifier.isValid(name))
    }
    #expect(Identifier.isKeyword("class"))
    #expect(!Identifier.isKeyword("name"))
  }
}
