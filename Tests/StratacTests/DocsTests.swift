import Testing

@testable import stratac

@Suite struct DocsTests {
  @Test func `the documentation goes to standard output or to a file`() throws {
    let folder = try Folder()
    let path = try folder.write("Teams.yaml", teams)
    let call = Call("docs", path)
    #expect(call.status == .good)
    #expect(call.output.hasPrefix("# LeagueDatabase\n"))
    #expect(call.output.contains("### <a id=\"table-Team\"></a>Team\n"))
    #expect(Call("docs", "--output", folder.path("League.md"), path).output == "")
    #expect(try folder.read("League.md") == call.output)
  }

  @Test func `of several databases one is chosen`() throws {
    let folder = try Folder()
    let paths = [
      try folder.write("Teams.yaml", teams),
      try folder.write(
        "Other.yaml",
        "strata: 1\ndatabase: Archive\ntables: {Old: {columns: {id: Int}}}\n"
      ),
    ]
    #expect(Call(["docs"] + paths).status == .wrongCall)
    #expect(Call(["docs", "--database", "Archive"] + paths).output.hasPrefix("# Archive\n"))
  }
}
