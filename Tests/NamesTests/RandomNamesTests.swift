import Foundation
import StrataPlanner
import StrataSchema
import Testing

/// Names from everywhere go through the compiler: each is an error that says what to do, or it is
/// Swift that compiles without a warning.
@Suite struct RandomNamesTests {
  /// What may be said of a name.
  private static let codes: Set<String> = [
    "accessor-name", "control-character", "duplicate-column", "duplicate-key", "duplicate-name",
    "duplicate-sql-name", "empty-key", "line-separator", "not-an-identifier", "not-a-type",
    "nul-character", "reserved-name", "unnamed-column", "yaml-syntax", "raw-value",
    "search-column", "sql-error", "wrong-shape",
  ]
  /// What follows where a name that is refused is used.
  private static let consequences: Set<String> = [
    "unknown-type", "unknown-table", "foreign-key", "primary-key", "unknown-column", "empty-value",
    "search-table", "swift-name-in-sql", "parameter-type",
  ]

  /// Two, and as many as STRATA_NAMES_SEEDS says.
  private static let seeds: [(UInt64, Bool)] = {
    let count = ProcessInfo.processInfo.environment["STRATA_NAMES_SEEDS"].flatMap(UInt64.init)
    return (1...max(2, count ?? 2)).map { ($0, $0.isMultiple(of: 2)) }
  }()

  @Test(arguments: seeds)
  func `a name compiles, or is one error that says what to do`(
    seed: UInt64,
    isPublic: Bool
  ) throws {
    let schema = RandomSchema(seed: seed, tables: 40, isPublic: isPublic)
    let (proof, kept) = try #require(self.proof(of: schema, seed: seed))
    let types = kept.compactMap { schema.entries[$0].appType }
    let sources = types.map { schema.source(ofAppType: $0) }.joined()
    let header = isPublic ? "public import Strata\n\n" : "import Strata\n\n"
    let module = GeneratedModule([proof], and: [("App.swift", header + sources)])
    let complaints = try module.complaints()
    #expect(complaints == "", "seed \(seed)")
    #expect(kept.count > schema.entries.count / 6, "seed \(seed): too little is left to compile")
  }

  /// What has the name of everything at once still compiles, as far as it is a name in Swift.
  @Test func `a name that a program has compiles as everything that it can be`() throws {
    let pool = NamePool.standardTypes + NamePool.keywords + NamePool.members
    let names = Set(pool).filter { $0.allSatisfy(\.isASCII) }.sorted()
    let schema = RandomSchema(names: names, isPublic: false)
    let (proof, kept) = try #require(self.proof(of: schema, seed: 0))
    let complaints = try GeneratedModule([proof]).complaints()
    #expect(complaints == "")
    #expect(kept.count > schema.entries.count / 2)
  }

  /// The proof of what is left of a schema when everything that is refused is taken out.
  private func proof(of schema: RandomSchema, seed: UInt64) -> (Proof, [Int])? {
    var kept = Array(schema.entries.indices)
    for round in 0..<40 {
      var diagnostics = Diagnostics()
      let (text, starts) = schema.text(of: kept, database: "NamesDatabase")
      let models = readSchemas([SchemaFile(path: "Names.yaml", text: text)], &diagnostics)
      let proofs = models.compactMap { prove($0, &diagnostics) }
      if diagnostics.all.isEmpty { return proofs.first.map { ($0, kept) } }
      var refused: Set<Int> = []
      for diagnostic in diagnostics.all {
        let isKnown =
          Self.codes.contains(diagnostic.code) || Self.consequences.contains(diagnostic.code)
        #expect(isKnown, "seed \(seed): \(diagnostic.message) [\(diagnostic.code)]")
        if diagnostic.code.hasPrefix("duplicate"), diagnostic.code != "duplicate-key" {
          #expect(!diagnostic.notes.isEmpty, "seed \(seed): \(diagnostic.message)")
        }
        guard let line = diagnostic.range?.start.line,
          let entry = starts.last(where: { $0.line <= line })?.entry
        else { continue }
        refused.insert(entry)
      }
      kept.removeAll { refused.contains($0) }
      if refused.isEmpty {
        Issue.record("seed \(seed): round \(round): nothing to take out: \(diagnostics.all)")
        return nil
      }
    }
    return nil
  }
}
