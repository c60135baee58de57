import Foundation
import Testing

/// Holds the imports of every source file against the arrows of the house (README, "The house").
@Suite struct LayeringTests {
  /// What a target may import of ours.
  ///
  /// A target that is not listed is an error.
  static let arrows: [String: Set<String>] = [
    "CSQLite": [], "CYAML": [],
    "StrataSQLite": ["CSQLite"],
    "StrataSchema": ["CYAML"],
    "StrataPlanner": ["StrataSchema", "StrataSQLite"],
    "Strata": ["StrataSQLite"],
    "StrataDocuments": ["Strata", "StrataSQLite"],
    "StrataGenerator": ["StrataPlanner", "StrataSchema"],
    "stratac": ["StrataGenerator", "StrataPlanner", "StrataSchema"],
    "StrataUI": ["Strata"],
    "LeagueExample": ["Strata"],
    "TodoExample": ["Strata", "StrataDocuments"],
    "StrataBenchmarks": ["CSQLite", "Strata", "StrataDocuments"],
  ]

  static let ours = Set(arrows.keys).union(["StrataCommand", "StrataPlugin"])

  /// The names of the modules that a source imports.
  static func imports(of text: String) -> [String] {
    let access: Set<Substring> = [
      "public", "package", "internal", "private", "fileprivate", "@testable", "@_exported",
    ]
    var names: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), let last = words.last,
        index + 1 < words.count, words[..<index].allSatisfy(access.contains)
      else { continue }
      names.append(String(last.prefix { $0 != "." }))
    }
    return names
  }

  /// The code of a source: what is indented in a text of the scaffold is a source of another package.
  private static func code(of file: URL) throws -> String {
    let text = try Checkout.text(file)
    guard file.path.contains("/StrataGenerator/Scaffold/Texts/") else { return text }
    return text.split(separator: "\n").filter { $0.first != " " }.joined(separator: "\n")
  }

  @Test func `a target imports only targets of a lower rank`() throws {
    let sources = Checkout.root.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    #expect(Set(targets).isSubset(of: Set(Self.arrows.keys)), "a target has no arrows")
    for target in targets {
      let allowed = try #require(Self.arrows[target])
      for file in try Checkout.swiftFiles(below: "Sources/\(target)") {
        for name in Self.imports(of: try Self.code(of: file)) where Self.ours.contains(name) {
          #expect(allowed.contains(name), "\(target)/\(file.lastPathComponent) imports \(name)")
        }
      }
    }
  }

  @Test func `only the bridges know Combine and SwiftUI`() throws {
    for file in try Checkout.swiftFiles(below: "Sources") {
      let names = Self.imports(of: try Self.code(of: file))
      let isBridge = file.path.contains("/Sources/StrataUI/")
      if names.contains("SwiftUI") { #expect(isBridge, "\(file.lastPathComponent)") }
      guard names.contains("Combine") else { continue }
      let isKnown =
        file.path.contains("/Strata/Combine/") || file.path.contains("/StrataDocuments/Combine/")
        || file.lastPathComponent == "Queryable.swift"
      #expect(isBridge || isKnown, "\(file.lastPathComponent)")
    }
  }

  @Test func `plugins import nothing of ours`() throws {
    for file in try Checkout.swiftFiles(below: "Plugins") {
      let names = Self.imports(of: try Checkout.text(file))
      #expect(Self.ours.isDisjoint(with: names), "\(file.lastPathComponent): \(names)")
    }
  }

  @Test func `the top level holds what the house says and nothing else`() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(
      Set(entries) == ["Package.swift", "Sources", "Plugins", "Tests", "Schemas", "README.md"]
    )
  }

  @Test(arguments: [
    ("import Foundation", ["Foundation"]),
    ("@_exported public import StrataSQLite", ["StrataSQLite"]),
    ("package import struct StrataSchema.Diagnostic", ["StrataSchema"]),
    ("// import nothing", []),
  ])
  func `imports are recognised in every form`(line: String, names: [String]) {
    #expect(Self.imports(of: line) == names)
  }
}
