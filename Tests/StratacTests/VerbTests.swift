import Foundation
import Testing

@testable import stratac

/// Every verb, by what its calls end with.
@Suite struct VerbTests {
  /// A call of a verb in a folder as `VerbFolder` makes it.
  struct Row: CustomTestStringConvertible, Sendable {
    var words: [String]
    var status: stratac.ExitStatus

    init(_ words: String, _ status: stratac.ExitStatus) {
      self.words = words.split(separator: " ").map(String.init)
      self.status = status
    }

    var testDescription: String { "\(words.joined(separator: " ")) ends with \(status.rawValue)" }
  }

  static let rows: [Row] = [
    Row("generate --output OUT A.yaml", .good), Row("generate --output OUT Bad.yaml", .wrongInput),
    Row("generate A.yaml", .wrongCall),
    Row("check A.yaml", .good), Row("check Bad.yaml", .wrongInput), Row("check", .wrongCall),
    Row("format A.yaml", .good), Row("format None.yaml", .wrongInput), Row("format", .wrongCall),
    Row("ddl A.yaml", .good), Row("ddl Bad.yaml", .wrongInput), Row("ddl", .wrongCall),
    Row("explain A.yaml", .good), Row("explain Bad.yaml", .wrongInput), Row("explain", .wrongCall),
    Row("docs A.yaml", .good), Row("docs Bad.yaml", .wrongInput), Row("docs", .wrongCall),
    Row("diagram A.yaml", .good), Row("diagram Bad.yaml", .wrongInput),
    Row("diagram --format gif A.yaml", .wrongCall),
    Row("json-schema", .good), Row("json-schema A.yaml", .wrongCall),
    Row("plan A.yaml", .good), Row("plan Bad.yaml", .wrongInput), Row("plan", .wrongCall),
    Row("migrate --name create A.yaml", .good), Row("migrate --name create Bad.yaml", .wrongInput),
    Row("migrate", .wrongCall),
    Row("amend A.yaml", .good), Row("amend Bad.yaml", .wrongInput), Row("amend", .wrongCall),
    Row("seal A.yaml", .good), Row("seal Bad.yaml", .wrongInput), Row("seal", .wrongCall),
    Row("lint A.yaml", .good), Row("lint Bad.yaml", .wrongInput), Row("lint", .wrongCall),
    Row("verify A.sqlite A.yaml", .good), Row("verify none.sqlite A.yaml", .wrongInput),
    Row("verify", .wrongCall),
    Row("squash A.yaml", .good), Row("squash Bad.yaml", .wrongInput), Row("squash", .wrongCall),
    Row("baseline A.sqlite A.yaml", .good), Row("baseline none.sqlite A.yaml", .wrongInput),
    Row("baseline", .wrongCall),
    Row("pull A.sqlite", .good), Row("pull none.sqlite", .wrongInput), Row("pull", .wrongCall),
    Row("scaffold app club --output OUT --schema A.yaml", .good), Row("scaffold app", .wrongCall),
    Row("scaffold app club --output OUT --schema Bad.yaml", .wrongInput),
    Row("scaffold fixtures A.yaml", .good),
    Row("scaffold fixtures Bad.yaml", .wrongInput), Row("scaffold fixtures", .wrongCall),
  ]

  @Test(
    arguments: rows.filter { row in
      Stratac.verbs.contains { row.words.starts(with: $0.words) }
    }
  )
  func `the exit status says how a call ended`(row: Row) throws {
    let folder = try VerbFolder(for: row.words, schema: "A.yaml")
    let call = Call(folder.placed(row.words))
    #expect(call.status == row.status, "\(call.messages)")
    if row.status == .good {
      #expect(!call.messages.contains("error"))
    } else {
      // A result is never mixed with what is wrong.
      #expect(call.messages.contains("error"))
      #expect(call.output == "")
      #expect(!FileManager.default.fileExists(atPath: folder.path("OUT")))
    }
  }

  @Test(arguments: rows)
  func `every message is one line of JSON where JSON was asked for`(row: Row) throws {
    let folder = try VerbFolder(for: row.words, schema: "A.yaml")
    let call = Call(folder.placed(row.words) + ["--diagnostics", "json"])
    #expect(call.status == row.status)
    let messages = try call.readMessages()
    #expect(messages.contains { $0.severity == "error" } == (row.status != .good))
    #expect(!messages.contains { $0.code == "wrong-call" } || row.status == .wrongCall)
  }

  @Test(arguments: Stratac.verbs.map(\.name))
  func `every verb has rows above, and an example in its help`(name: String) {
    let words = name.split(separator: " ").map(String.init)
    let rows = Self.rows.filter { $0.words.starts(with: words) }
    #expect(rows.contains { $0.status == .good })
    #expect(rows.contains { $0.status == .wrongInput } || name == "json-schema")
    #expect(rows.contains { $0.status == .wrongCall })
    let help = Call(words + ["--help"]).output
    #expect(help.contains("example: stratac \(name)"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test(arguments: Stratac.verbs.map(\.name))
  func `the example in the help of a verb is a call that works`(name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let lines = Call(words + ["--help"]).output.split(separator: "\n")
    let examples = lines.compactMap { $0.firstMatch(of: /^(?:example:)? +stratac ([^|]+)/)?.1 }
    #expect(!examples.isEmpty)
    let folder = try VerbFolder(for: words, schema: "Schemas/League.yaml")
    for example in examples {
      var call = example.split(separator: " ").map(String.init)
      if name == "scaffold app" { call += ["--output", "OUT"] }
      let result = Call(folder.placed(call))
      // A picture wants a program that is not everywhere.
      let isDrawn = name != "diagram" || (try? Graphviz()) != nil
      #expect(result.status == (isDrawn ? .good : .wrongCall), "\(example): \(result.messages)")
    }
  }

  @Test(arguments: [
    (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false),
    (true, ["TERM": "dumb"], false), (true, ["NO_COLOR": "1"], false),
    (true, ["NO_COLOR": ""], true),
  ])
  func `colour is for terminals, and nobody who does not want it gets it`(
    isTerminal: Bool,
    environment: [String: String],
    expected: Bool
  ) {
    #expect(Console.usesColor(isTerminal: isTerminal, environment) == expected)
  }
}
