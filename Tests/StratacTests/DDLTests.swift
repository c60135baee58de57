import Testing

@testable import stratac

@Suite struct DDLTests {
  @Test func `the SQL of a schema is printed`() throws {
    let folder = try Folder()
    let call = try Call("ddl", folder.write("Teams.yaml", teams))
    #expect(call.status == .good)
    #expect(call.output.hasPrefix("CREATE TABLE \"team\" ("))
    #expect(call.output.hasSuffix(";\n"))
    #expect(call.messages == "")
  }

  @Test func `several databases are told apart`() throws {
    let folder = try Folder()
    let call = try Call(
      "ddl",
      folder.write("Teams.yaml", teams),
      folder.write(
        "Other.yaml",
        "strata: 1\ndatabase: Archive\ntables: {Old: {columns: {id: Int}}}\n"
      )
    )
    #expect(call.output.hasPrefix("-- Archive\n\nCREATE TABLE \"old\""))
    #expect(call.output.contains("\n-- LeagueDatabase\n\nCREATE TABLE \"team\""))
  }
}
