import Testing

@testable import stratac

@Suite struct CheckTests {
  @Test func `a good schema gives no output`() throws {
    let folder = try Folder()
    let call = try Call(
      "check",
      folder.write("Teams.yaml", teams),
      folder.write("Players.yaml", players)
    )
    #expect(call.status == .good)
    #expect(call.output == "")
    #expect(call.messages == "")
  }

  @Test func `a file that is named twice is one`() throws {
    let folder = try Folder()
    let file = try folder.write("Teams.yaml", teams)
    let call = Call("check", file, folder.path("./Teams.yaml"), file)
    #expect(call.status == .good)
    #expect(call.messages == "")
  }

  @Test func `mistakes in the language and in SQL have a place`() throws {
    let folder = try Folder()
    let unknown = try folder.write("Unknown.yaml", teams + "tabels: {}\n")
    let call = Call("check", unknown)
    #expect(call.status == .wrongInput)
    #expect(call.messages.hasPrefix("\(unknown):8:1: error: unknown key 'tabels'"))

    let sql = try folder.write(
      "SQL.yaml",
      teams + "    requests:\n      named: {where: nmae = :name}\n"
    )
    let second = Call("check", sql)
    #expect(second.status == .wrongInput)
    #expect(second.messages.hasPrefix("\(sql):9:22: error: "))
    #expect(second.messages.contains("nmae"))
  }

  @Test func `what is unlikely to be meant is a warning of this verb alone`() throws {
    let folder = try Folder()
    let file = try folder.write("Teams.yaml", teams + "    requests: {some: {limit: 3}}\n")
    let call = Call("check", file)
    #expect(call.status == .good)
    #expect(call.messages.hasPrefix("\(file):8:30: warning: which rows the request 'some' gives"))
    let json = Call("check", "--diagnostics", "json", file)
    #expect(json.status == .good)
    #expect(json.messages.hasPrefix("{\"severity\": \"warning\", \"code\": \"missing-order\""))
    let other = Call("generate", "--output", folder.path("Generated"), file)
    #expect(other.status == .good)
    #expect(other.messages == "")
  }

  @Test func `messages for machines are one object a line`() throws {
    let folder = try Folder()
    let file = try folder.write("Unknown.yaml", teams + "tabels: {}\n")
    let call = Call("check", "--diagnostics", "json", file)
    #expect(call.status == .wrongInput)
    #expect(call.messages.hasPrefix("{\"severity\": \"error\", \"code\": \"unknown-key\""))
    #expect(call.messages.hasSuffix("}\n"))
  }

  @Test func `a database cannot have the name of its module`() throws {
    let folder = try Folder()
    let file = try folder.write("Teams.yaml", teams)
    #expect(Call("check", "--module", "League", file).status == .good)
    let call = Call("check", "--module", "LeagueDatabase", file)
    #expect(call.status == .wrongInput)
    #expect(call.messages.hasPrefix("\(file):2:11: error: database 'LeagueDatabase' has the name"))
  }
}
