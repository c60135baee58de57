import Foundation
import StrataPlanner
import StrataSchema
import Testing

/// Holds the article about migrations against the hazards that there are.
@Suite struct HazardTests {
  /// What the article says about a code.
  struct Entry: CustomTestStringConvertible {
    var code: String
    var before: String
    var after: String

    var testDescription: String { code }
  }

  static let entries: [Entry] = {
    let url = Checkout.root.appending(path: "Sources/Strata/Strata.docc/Migrations.md")
    let article = (try? Checkout.text(url)) ?? ""
    return article.components(separatedBy: "\n### ").dropFirst().compactMap { text in
      let block = StyleTests.blocks(of: "yaml", in: text).first ?? ""
      let parts = block.components(separatedBy: "# after\n")
      guard parts.count == 2 else { return nil }
      return Entry(code: String(text.prefix { $0 != "\n" }), before: parts[0], after: parts[1])
    }
  }()

  @Test func `every hazard has one entry, and every entry is a hazard`() {
    #expect(Self.entries.map(\.code) == Hazard.Code.allCases.map(\.rawValue))
  }

  @Test(arguments: entries) func `an example gives exactly its hazard`(entry: Entry) throws {
    var diagnostics = Diagnostics()
    let schemas = [entry.before, entry.after].flatMap { text in
      readSchemas(
        [SchemaFile(path: "Shop.yaml", text: "strata: 1\ndatabase: ShopDatabase\n" + text)],
        &diagnostics
      )
    }
    try #require(schemas.count == 2, "\(diagnostics.all.map(\.message))")
    var history = MigrationHistory(folder: "ShopDatabase.migrations")
    for (index, schema) in schemas.enumerated() {
      let replayed = try #require(replay(history, for: schema, &diagnostics))
      let plan = try #require(
        planMigration(from: replayed, to: schema, &diagnostics),
        "\(diagnostics.all.map(\.message))"
      )
      if index == 1 {
        #expect(plan.hazards.map(\.code.rawValue) == [entry.code])
        continue
      }
      let (text, lock) = history.recording(
        plan,
        statements: plan.statements,
        as: "0001-create",
        at: 0,
        database: "ShopDatabase",
        reasons: [:]
      )
      let files = [
        SchemaFile(path: "0001-create.sql", text: text),
        SchemaFile(path: "strata.lock", text: lock.text),
      ]
      history = try #require(readHistory(folder: "", files: files, &diagnostics))
    }
    #expect(diagnostics.all.map(\.message) == [])
  }
}
