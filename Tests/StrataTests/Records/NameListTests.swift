import Strata
import Testing

@Suite("Names in the literals of generated code")
struct NameListTests {
  @Test func `names are parted by commas`() {
    let names: NameList = "id, name,score"
    #expect(names.names == ["id", "name", "score"])
    let none: NameList = ""
    #expect(none.names.isEmpty)
    let lines: NameList = """
      id, name,
      "a
      b"
      """
    #expect(lines.names == ["id", "name", "a\nb"])
  }

  @Test func `a quoted name may have any characters`() {
    let names: NameList = #""order, line", "say ""so""", """", "(a)", "é", "a\#u{301}", """"""#
    #expect(names.names == ["order, line", #"say "so""#, "\"", "(a)", "é", "a\u{301}", "\"\""])
  }

  @Test func `a mark that joins a quote stays in its name`() {
    let names: NameList = "\"\u{301}a\", \"b\u{301}\""
    #expect(names.names.map { Array($0.unicodeScalars) } == [["\u{301}", "a"], ["b", "\u{301}"]])
  }

  @Test func `a footprint lists tables with their columns`() {
    let footprint: RequestFootprint = #"player(id, "shirt (number)"), team, "a,b"(c)"#
    #expect(
      footprint.tables == ["player": ["id", "shirt (number)"], "team": [], "a,b": ["c"]]
    )
    let nothing: RequestFootprint = ""
    #expect(nothing.tables.isEmpty)
  }

  @Test func `a table that is read whole stays whole`() {
    let footprint: RequestFootprint = "player, player(id), team(id), team(name)"
    #expect(footprint.tables == ["player": [], "team": ["id", "name"]])
  }
}
