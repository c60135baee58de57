import Foundation
import Testing

/// Holds the sources against the house rules that the formatter does not know.
@Suite struct StyleTests {
  @Test func `no source forces, traps on data or leaves work behind`() throws {
    let banned = ["try!", "as!", "fatalError(", "TODO", "FIXME", "nonisolated(unsafe)"]
    for folder in ["Sources", "Plugins", "Tests"] {
      for file in try Checkout.swiftFiles(below: folder)
      where file.lastPathComponent != "StyleTests.swift" {
        let text = try Checkout.text(file)
        for word in banned {
          #expect(!text.contains(word), "\(file.lastPathComponent) contains \(word)")
        }
      }
    }
  }

  @Test func `unsafe code stays where the house allows it`() throws {
    for target in ["Strata", "StrataPlanner", "StrataGenerator", "stratac", "LeagueExample"] {
      for file in try Checkout.swiftFiles(below: "Sources/\(target)") {
        let text = try Checkout.text(file)
        #expect(!text.contains("import CSQLite"), "\(file.lastPathComponent)")
        #expect(!text.contains("import CYAML"), "\(file.lastPathComponent)")
      }
    }
  }

  @Test func `every sample of the README stands in a compiled file`() throws {
    let readme = try Checkout.text(Checkout.root.appending(path: "README.md"))
    let samples = Self.blocks(of: "swift", in: readme)
    #expect(!samples.isEmpty)
    let compiled = try ["Sources/LeagueExample", "Tests/LeagueTests"]
      .flatMap { try Checkout.swiftFiles(below: $0) }
      .map { Self.normalized(try Checkout.text($0)) }
    for sample in samples {
      #expect(
        compiled.contains { $0.contains(Self.normalized(sample)) },
        "no compiled file contains:\n\(sample)"
      )
    }
  }

  @Test func `the schema in the README is part of the sample`() throws {
    let readme = try Checkout.text(Checkout.root.appending(path: "README.md"))
    let schema = Self.normalized(
      try Checkout.text(Checkout.root.appending(path: "Schemas/League/League.yaml"))
    )
    let blocks = Self.blocks(of: "yaml", in: readme)
    #expect(!blocks.isEmpty)
    for block in blocks {
      for line in block.split(separator: "\n") where !line.contains("…") {
        #expect(schema.contains(Self.normalized(String(line))), "\(line)")
      }
    }
  }

  @Test func `every sample of the documentation comments stands in a compiled test`() throws {
    let tests = try Checkout.swiftFiles(below: "Tests")
      .map { Self.normalized(try Checkout.text($0)) }.joined(separator: "\n")
    for target in ["Strata", "StrataUI"] {
      for file in try Checkout.swiftFiles(below: "Sources/\(target)") {
        for line in Self.samples(in: try Checkout.text(file)) {
          let isCompiled = tests.contains(line)
          #expect(isCompiled, "\(file.lastPathComponent): \(line)")
        }
      }
    }
  }

  @Test func `every view in the documentation comments stands in a compiled test`() throws {
    let tests = try Checkout.swiftFiles(below: "Tests/StrataUITests")
      .map { Self.normalized(try Checkout.text($0)) }
    for file in try Checkout.swiftFiles(below: "Sources/StrataUI") {
      let comments = try Checkout.text(file).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
      .map { $0.dropFirst(4) }.joined(separator: "\n")
      for sample in Self.blocks(of: "swift", in: comments) {
        let isCompiled = tests.contains { $0.contains(Self.normalized(sample)) }
        #expect(isCompiled, "\(file.lastPathComponent):\n\(sample)")
      }
    }
  }

  @Test func `every sample of the articles stands in a compiled test`() throws {
    let tests = try Checkout.swiftFiles(below: "Tests")
      .map { Self.normalized(try Checkout.text($0)) }
    let names = [
      "Migrations", "Observation", "SwiftUI", "Records", "QueryInterface", "Associations",
    ]
    let paths =
      names.map { "Strata/Strata.docc/\($0).md" }
      + ["StrataDocuments/StrataDocuments.docc/Documents.md"]
    for path in paths {
      let article = Checkout.root.appending(path: "Sources/\(path)")
      let samples = Self.blocks(of: "swift", in: try Checkout.text(article))
      #expect(!samples.isEmpty)
      for sample in samples {
        let isCompiled = tests.contains { $0.contains(Self.normalized(sample)) }
        #expect(isCompiled, "no compiled test contains:\n\(sample)")
      }
    }
  }

  /// The lines of the code in documentation comments, without comments of their own; lines with an
  /// ellipsis stand for code of the reader.
  static func samples(in source: String) -> [String] {
    var lines: [String] = []
    var isCode = false
    var wasEmpty = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.trimmingCharacters(in: .whitespaces)
      // Code begins after an empty line of the comment; other deep indentation continues a list.
      isCode = text.hasPrefix("///     ") && (isCode || wasEmpty)
      wasEmpty = text == "///"
      guard isCode else { continue }
      let code = text.dropFirst(8).split(separator: "//").first ?? ""
      let trimmed = code.trimmingCharacters(in: .whitespaces)
      if !trimmed.isEmpty, !trimmed.contains("…") { lines.append(trimmed) }
    }
    return lines
  }

  /// The contents of all fenced code blocks of a language.
  static func blocks(of language: String, in markdown: String) -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line.hasPrefix("```") {
          blocks.append(lines.joined(separator: "\n"))
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```\(language)" {
        current = []
      }
    }
    return blocks
  }

  /// The lines without indentation, empty lines and trailing space.
  static func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
