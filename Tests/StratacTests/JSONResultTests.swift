import Foundation
import Testing

@testable import stratac

/// What the article about the command line says of the results for machines.
@Suite struct JSONResultTests {
  /// The verbs with `--json`, with the words that their row marks as code.
  static let rows: [(verb: String, fields: Set<String>)] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let url = root.appending(path: "Sources/Strata/Strata.docc/CommandLine.md")
    let article = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let table = article.components(separatedBy: "| verb | the document |\n").last ?? ""
    return table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }.map { row in
      let words = row.matches(of: /`(\w+)`/).map { String($0.1) }
      return (words.first ?? "", Set(words.dropFirst()))
    }
  }()

  @Test func `the verbs of the article are those with the option`() {
    let verbs = Stratac.verbs.filter { $0.options.contains { $0.name == "json" } }.map(\.name)
    #expect(Self.rows.map(\.verb).sorted() == verbs.sorted())
  }

  @Test(arguments: rows.map(\.verb))
  func `a result is one document with the fields of the article`(verb: String) throws {
    let fields = try #require(Self.rows.first { $0.verb == verb }?.fields)
    let folder = try VerbFolder(for: [verb], schema: "A.yaml")
    // A hazard of the step to come.
    if ["lint", "plan"].contains(verb) {
      if verb == "plan" { _ = Call(folder.placed(["migrate", "--name", "create", "A.yaml"])) }
      try folder.change("A.yaml") { $0.replacing("      name: String\n", with: "") }
    }
    var words = [verb, "--json"]
    if verb == "lint" { words += ["--against", "league.sqlite"] }
    if ["verify", "pull"].contains(verb) { words.append("A.sqlite") }
    if verb != "pull" { words.append("A.yaml") }
    let call = Call(folder.placed(words))
    #expect(call.status == (verb == "lint" ? .wrongInput : .good), "\(call.messages)")
    let result = try JSONSerialization.jsonObject(with: Data(call.output.utf8))
    let objects = result as? [[String: Any]] ?? (result as? [String: Any]).map { [$0] } ?? []
    #expect(!objects.isEmpty)
    for object in objects {
      #expect(Set(object.keys).isSubset(of: fields))
      for part in ["changes", "hazards"] {
        for inner in object[part] as? [[String: Any]] ?? [] {
          #expect(Set(inner.keys).isSubset(of: fields))
        }
      }
    }
  }
}
