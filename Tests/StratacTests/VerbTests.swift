import Foundation
import Testing

@testable import stratac

/// Every verb, by what its calls end with.
@Suite struct VerbTests {
  /// A call of a verb in a folder with the schema `A.yaml` and the broken one `Bad.yaml`.
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
    Row("amend Bad.yaml", .wrongInput), Row("amend", .wrongCall),
    Row("seal Bad.yaml", .wrongInput), Row("seal", .wrongCall),
    Row("lint A.yaml", .good), Row("lint Bad.yaml", .wrongInput), Row("lint", .wrongCall),
    Row("verify none.sqlite A.yaml", .wrongInput), Row("verify", .wrongCall),
    Row("squash Bad.yaml", .wrongInput), Row("squash", .wrongCall),
    Row("baseline none.sqlite A.yaml", .wrongInput), Row("baseline", .wrongCall),
    Row("pull none.sqlite", .wrongInput), Row("pull", .wrongCall),
    Row("scaffold app", .wrongCall),
    Row("scaffold app club --output OUT --schema Bad.yaml", .wrongInput),
    Row("scaffold fixtures Bad.yaml", .wrongInput), Row("scaffold fixtures", .wrongCall),
  ]

  @Test(
    arguments: rows.filter { row in
      Stratac.verbs.contains { row.words.starts(with: $0.words) }
    }
  )
  func `the exit status says how a call ended`(row: Row) throws {
    let folder = try Folder()
    _ = try folder.write("A.yaml", teams)
    _ = try folder.write("Bad.yaml", teams.replacing("Int", with: "Itn"))
    let words = row.words.map { word in
      word.hasSuffix(".yaml") || word.hasSuffix(".sqlite") || word == "OUT"
        ? folder.path(word) : word
    }
    let call = Call(words)
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

  @Test(arguments: Stratac.verbs.map(\.name))
  func `every verb has rows above, and an example in its help`(name: String) {
    let words = name.split(separator: " ").map(String.init)
    let rows = Self.rows.filter { $0.words.starts(with: words) }
    #expect(rows.contains { $0.status == .wrongCall })
    let help = Call(words + ["--help"]).output
    #expect(help.contains("example: stratac \(name)"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
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
