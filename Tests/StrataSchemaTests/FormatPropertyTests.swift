import TestSupport
import Testing

@testable import StrataSchema

/// Formats values that were laid out at random.
@Suite struct FormatPropertyTests {
  /// The schemas of every case and sample, and how each of them reads.
  private static let texts: [(name: String, text: String)] = {
    let cases = CaseFile.all.compactMap { try? CaseFile(named: $0) }.flatMap { file in
      file.files.map { ("\(file.name)/\($0.path)", String(decoding: $0.bytes, as: UTF8.self)) }
    }
    let samples = Checkout.schemas.compactMap { path in
      (try? Checkout.text(path)).map { (path, $0) }
    }
    return cases + samples
  }()

  private static let good = texts.filter { meaning($0.text) != nil }

  private func formatted(_ text: String) -> String? {
    var diagnostics = Diagnostics()
    return formatSchema(SchemaFile(path: "A.yaml", text: text), &diagnostics)
  }

  /// What a schema says, without the places where it says it; nil where it is wrong.
  private static func meaning(_ text: String) -> String? {
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: "A.yaml", text: text)], &diagnostics)
    guard !diagnostics.hasErrors else { return nil }
    return models.map { ModelDump($0).description }.joined()
      .replacing(/@\d+:\d+/, with: "")
  }

  private func codes(_ text: String) -> [String] {
    var diagnostics = Diagnostics()
    _ = readSchemas([SchemaFile(path: "A.yaml", text: text)], &diagnostics)
    return diagnostics.all.map(\.code).sorted()
  }

  @Test func `every schema of the tests means the same when it is formatted`() throws {
    var count = 0
    for (name, text) in Self.texts {
      guard let result = formatted(text) else { continue }
      count += 1
      #expect(formatted(result) == result, "\(name)")
      #expect(Self.meaning(result) == Self.meaning(text), "\(name)")
      #expect(codes(result) == codes(text), "\(name)")
    }
    #expect(count > 60)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `a layout at random is put in order, and says what it said`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (name, text) = try #require(Self.good.randomElement(using: &random))
    var diagnostics = Diagnostics()
    let source = SourceText(SchemaFile(path: "A.yaml", text: text))
    let tree = try #require(readYAML(source, &diagnostics), "\(name)")
    var writer = CrookedWriter(random: random)
    let crooked = writer.write(tree)
    let expected = try #require(Self.meaning(text))
    let file = SchemaFile(path: "A.yaml", text: crooked)
    var faults = Diagnostics()
    _ = readSchemas([file], &faults)
    let messages = DiagnosticPrinter(files: [file]).text(faults)
    try #require(Self.meaning(crooked) == expected, "seed \(seed), \(name): \(messages)")
    let result = try #require(formatted(crooked), "seed \(seed), \(name):\n\(crooked)")
    #expect(Self.meaning(result) == expected, "seed \(seed), \(name):\n\(crooked)")
    let again = formatted(result)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    let once = result.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(again.difference(from: once).isEmpty, "seed \(seed), \(name)")
    #expect(!result.contains("\r") && !result.hasPrefix("\u{FEFF}") && result.hasSuffix("\n"))
    for comment in writer.comments { #expect(result.contains(comment), "seed \(seed)") }
  }
}
