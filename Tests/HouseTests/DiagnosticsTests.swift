import Foundation
import StrataPlanner
import StrataSchema
import Testing

/// Holds the article about diagnostics against the codes that there are.
@Suite struct DiagnosticsTests {
  /// What the article says about a code.
  struct Entry: CustomTestStringConvertible {
    var code: String
    var examples: (wrong: String, right: String)?

    var testDescription: String { code }
  }

  /// Codes without an example: of bytes that are no text, of several files, of recorded histories,
  /// of what is too large to show, and of what no schema can give.
  private static let withoutExample: Set<String> = [
    "conflicting-files", "control-character", "database-named-as-module", "empty-file",
    "invalid-utf8", "line-separator", "nul-character", "sql-type", "sql-writes", "sqlite-failed",
    "too-deep", "too-many-columns",
    "conversion", "history-conflict", "history-lock", "missing-backfill", "plan-failed",
    "possible-rename",
    "step-edited", "step-failed", "step-gap", "step-missing", "step-unrecorded",
    "unacknowledged-hazard", "unrecorded-change",
  ]

  static let entries: [Entry] = {
    let url = Checkout.root.appending(path: "Sources/Strata/Strata.docc/Diagnostics.md")
    let article = (try? Checkout.text(url)) ?? ""
    return article.components(separatedBy: "\n### ").dropFirst().map { text in
      let code = String(text.prefix { $0 != "\n" })
      let block = StyleTests.blocks(of: "yaml", in: text).first ?? ""
      let parts = block.components(separatedBy: "# right\n")
      guard parts.count == 2, parts[0].hasPrefix("# wrong\n") else { return Entry(code: code) }
      return Entry(code: code, examples: (String(parts[0].dropFirst(8)), parts[1]))
    }
  }()

  @Test func `every code has one entry, and every entry has a code`() throws {
    let toolCodes = try Self.toolCodes
    var codes = toolCodes.union(DiagnosticCode.allCases.map(\.rawValue))
    let report = /(?:\.error\(|\.warning\(|Diagnostic\(\s*\.error,)\s*"([a-z0-9-]+)"/
    for target in ["StrataPlanner", "StrataGenerator", "stratac"] {
      for file in try Checkout.swiftFiles(below: "Sources/\(target)") {
        for match in try Checkout.text(file).matches(of: report) { codes.insert(String(match.1)) }
      }
    }
    let documented = Self.entries.map(\.code)
    #expect(
      codes.subtracting(documented).sorted() == [],
      "codes without an entry in Diagnostics.md"
    )
    #expect(Set(documented).subtracting(codes).sorted() == [], "entries without a code")
    #expect(documented.count == Set(documented).count)
    let bare = Self.entries.filter { $0.examples == nil }.map(\.code)
    let withoutExample = Self.withoutExample.union(toolCodes)
    #expect(Set(bare).subtracting(withoutExample).sorted() == [], "entries without an example")
  }

  /// The codes of what the tool says itself.
  private static var toolCodes: Set<String> {
    get throws {
      let url = Checkout.root.appending(path: "Sources/stratac/Problem.swift")
      let codes = try Checkout.text(url).matches(of: /case \w+ = "([a-z0-9-]+)"/)
      return Set(codes.map { String($0.1) })
    }
  }

  @Test(arguments: entries)
  func `the wrong example gives exactly the code, and the right one nothing`(entry: Entry) {
    guard let (wrong, right) = entry.examples else { return }
    let found = Self.diagnostics(of: wrong)
    #expect(Set(found.map(\.code)) == [entry.code], "\(found.map(\.message))")
    #expect(Self.diagnostics(of: right).map(\.message) == [])
  }

  @Test func `the sample schemas give no warning`() throws {
    for name in ["League", "Chinook"] {
      let url = Checkout.root.appending(path: "Schemas/\(name)/\(name).yaml")
      #expect(Self.diagnostics(of: try Checkout.text(url)).map(\.message) == [])
    }
  }

  private static func diagnostics(of example: String) -> [Diagnostic] {
    let head = example.contains("strata:") ? "" : "strata: 1\ndatabase: ShopDatabase\n"
    var diagnostics = Diagnostics()
    let file = SchemaFile(path: "Shop.yaml", text: head + example)
    do {
      for schema in readSchemas([file], &diagnostics) {
        if let proof = prove(schema, &diagnostics) { try lint(proof, &diagnostics) }
      }
    } catch {
      Issue.record(error)
    }
    return diagnostics.all
  }
}
