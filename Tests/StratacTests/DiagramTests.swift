import Foundation
import Testing

@testable import stratac

@Suite struct DiagramTests {
  /// Whether Graphviz is here; in CI it has to be.
  private static let hasGraphviz =
    ProcessInfo.processInfo.environment["STRATA_CI"] != nil || (try? Graphviz()) != nil

  @Test func `a diagram is Mermaid, or what the name of the file says`() throws {
    let folder = try Folder()
    let paths = [
      try folder.write("Teams.yaml", teams), try folder.write("Players.yaml", players),
    ]
    let call = Call(["diagram"] + paths)
    #expect(call.status == .good)
    #expect(call.output.hasPrefix("erDiagram\n"))
    #expect(call.output.contains("Team ||--o{ Player : \"teamID\"\n"))
    #expect(
      Call(["diagram", "--format", "dot"] + paths).output.hasPrefix("digraph \"LeagueDatabase\"")
    )
    #expect(Call(["diagram", "--output", folder.path("a.gv")] + paths).output == "")
    #expect(try folder.read("a.gv").hasPrefix("digraph "))
    #expect(Call(["diagram", "--output", folder.path("a.mmd")] + paths).status == .good)
    #expect(try folder.read("a.mmd") == call.output)
  }

  @Test(.enabled(if: hasGraphviz, "needs Graphviz: apt-get install graphviz"))
  func `Graphviz draws pictures`() throws {
    let folder = try Folder()
    let paths = [
      try folder.write("Teams.yaml", teams), try folder.write("Players.yaml", players),
    ]
    let call = Call(["diagram", "--format", "svg"] + paths)
    #expect(call.status == .good)
    #expect(call.output.contains("<svg ") && call.output.contains(">teamID</text>"))
    #expect(Call(["diagram", "--format", "svg"] + paths).output == call.output)
    #expect(Call(["diagram", "--output", folder.path("a.png")] + paths).status == .good)
    let bytes = try Data(contentsOf: folder.url.appending(path: "a.png"))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `without Graphviz the way out is said`() throws {
    let folder = try Folder()
    let problem = #expect(throws: Problem.self) { try Graphviz(in: [folder.url.path]) }
    #expect(problem?.message.contains("apt-get install graphviz") == true)
    #expect(problem?.message.contains("--format mermaid") == true)
    #expect(problem?.status == .wrongCall)
  }

  @Test(arguments: [
    (["--format", "gif"], "'--format' is mermaid, dot, svg or png, not 'gif'"),
    (["--format", "png"], "a PNG is no text; say where to write it: --output FILE"),
    (["--output", "a.jpg"], "no diagram is written as '.jpg'; end the name of the file with "),
    (["--columns", "some"], "'--columns' is all, keys or none, not 'some'"),
    (["--database", "Other"], "no database 'Other'; the schema files have LeagueDatabase"),
  ])
  func `a wrong call is told`(words: [String], message: String) throws {
    let folder = try Folder()
    let call = try Call(["diagram"] + words + [folder.write("Teams.yaml", teams)])
    #expect(call.status == .wrongCall)
    #expect(call.messages.hasPrefix("error: \(message)"))
    #expect(call.output == "")
  }
}
