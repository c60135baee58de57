import Foundation
import Testing

@testable import StrataSchema

@Suite struct JSONSchemaTests {
  @Test(arguments: LanguageTable.all + [LanguageTable.schema])
  func `every key that the reader knows is described`(table: LanguageTable) {
    #expect(Set(table.entries.keys) == Set(table.keys), "\(table.name)")
    #expect(Set(table.required).isSubset(of: table.keys), "\(table.name)")
    for (key, entry) in table.entries {
      #expect(entry.doc.hasSuffix(".") || entry.doc.hasSuffix("…}."), "\(table.name).\(key)")
    }
  }

  @Test func `every set of keys in the reader is a table`() throws {
    let reader = try Checkout.sources(below: "Sources/StrataSchema/Syntax").joined()
    let tables = try Checkout.sources(below: "Sources/StrataSchema/JSONSchema").joined()
    let names = reader.matches(of: /static let (\w*Keys)/).map { String($0.output.1) }
    #expect(names.count > 15)
    // What a later version reads, and the one key of a default beside its values.
    for name in Set(names).subtracting(["laterKeys", "defaultKeys"]) {
      let isUsed = tables.contains("SyntaxReader.\(name),")
      #expect(isUsed, "no table has the keys of \(name)")
    }
    // A list of keys in place would escape.
    let isWrittenInPlace = reader.contains("keys: [\"")
    #expect(!isWrittenInPlace)
  }

  @Test func `every key stands in the reference of the language`() throws {
    let article = try Checkout.text("Sources/Strata/Strata.docc/SchemaLanguage.md")
    for table in LanguageTable.all + [LanguageTable.schema] {
      for key in table.keys {
        let pattern = try Regex("\\b\(key)\\b")
        let isThere = article.contains(pattern)
        #expect(isThere, "\(table.name).\(key)")
      }
    }
  }

  @Test func `the same text is made every time`() {
    #expect(languageJSONSchema() == languageJSONSchema())
    #expect(languageJSONSchema().hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/"))
  }
}

@Suite(
  .enabled(
    if: JSONSchemaValidator.exists,
    "needs python3 with the package jsonschema: apt-get install python3-jsonschema"
  )
)
struct JSONSchemaValidationTests {
  private struct Sample {
    var name: String
    var json: String
    var codes: Set<String>
  }

  /// All schemas of the tests that are YAML.
  private func samples() throws -> [Sample] {
    let cases = try CaseFile.all.map { try CaseFile(named: $0) }.flatMap { file in
      file.files.map { ("\(file.name)/\($0.path)", $0) }
    }
    let files = try (Checkout.schemas).map { path in
      (path, SchemaFile(path: path, text: try Checkout.text(path)))
    }
    let article = try Checkout.text("Sources/Strata/Strata.docc/SchemaLanguage.md")
    let blocks = Checkout.blocks(of: "yaml", in: article).map { text in
      ("SchemaLanguage.md", SchemaFile(path: "SchemaLanguage.md", text: text))
    }
    return (cases + files + blocks).compactMap { name, file in
      var diagnostics = Diagnostics()
      guard let tree = readYAML(SourceText(file), &diagnostics), !diagnostics.hasErrors else {
        return nil
      }
      _ = readSchemas([file], &diagnostics)
      return Sample(name: name, json: tree.json, codes: Set(diagnostics.all.map(\.code)))
    }
  }

  @Test func `what the compiler takes is valid, and what it does not know is not`() throws {
    let samples = try samples()
    let messages = try JSONSchemaValidator.messages(
      samples.map(\.json),
      schema: languageJSONSchema()
    )
    try #require(messages.count == samples.count)
    var good = 0
    var bad = 0
    let wrong: Set<String> = ["unknown-key", "missing-key", "not-a-bool", "unknown-word"]
    for (sample, message) in zip(samples, messages) {
      if sample.codes.isEmpty {
        good += 1
        #expect(message == "", "\(sample.name)")
      } else if !sample.codes.isDisjoint(with: wrong) {
        bad += 1
        #expect(message != "", "\(sample.name) \(sample.codes)")
      }
    }
    #expect(good > 30)
    #expect(bad > 3)
  }

  @Test func `every mistake that an editor can see is one`() throws {
    let head = "strata: 1\ndatabase: D\n"
    let table = head + "tables:\n  A:\n    columns: {id: Int}\n"
    let texts = [
      "database: D\n", "strata: 2\ndatabase: D\n", "strata: 1\n", head + "sqlite: 3.37\n",
      head + "sqlite: \"4.0\"\n", head + "strict: maybe\n", head + "tabels: {}\n",
      head + "generate: {access: private}\n", head + "enums: {E: a}\n",
      head + "enums: {E: {raw: Float, cases: [a]}}\n", head + "enums: {E: {raw: Int}}\n",
      head + "values: {V: {a: {default: 1}}}\n",
      head + "values: {V: {doc: x, properties: {a: }}}\n",
      head + "types: {T: {module: M}}\n", head + "tables: {A: {}}\n",
      head + "tables: {A: {columns: {id: {type: Int, delete: explode}}}}\n",
      head + "tables: {A: {columns: {id: \"Int!\"}}}\n",
      head + "tables: {A: {columns: {id: [Int, Int]}}}\n",
      head + "tables: {A: {columns: {id: {type: Int, nullable: true}}}}\n",
      head + "tables: {A: {columns: {id: {type: Date, stored: rfc822}}}}\n",
      table + "    unique: [id]\n", table + "    indexes: {a: {where: id > 0}}\n",
      table + "    requests: {all: {returns: all}}\n", table + "    requests: {r: {page: 0}}\n",
      table + "    requests: {r: {sql: SELECT 1}}\n", table + "    withoutRowID: 1\n",
      head + "requests: {r: {order: [a]}}\n", head + "requests: {r: {sql: x, row: {a: team}}}\n",
      head + "statements: {s: {sql: x, returns: value}}\n", head + "views: {V: {doc: x}}\n",
      head + "search: {S: {table: A}}\n",
      head + "search: {S: {table: A, columns: a, prefix: 99}}\n",
      head + "triggers: {t: AFTER INSERT}\n", head + "functions: {f: {arguments: many}}\n",
      head + "allow: {keep: [a]}\n", "[]\n", "just text\n",
    ]
    var diagnostics = Diagnostics()
    let trees = try texts.map { text in
      try #require(
        readYAML(SourceText(SchemaFile(path: "A.yaml", text: text)), &diagnostics),
        "\(text)"
      )
    }
    #expect(diagnostics.all.map(\.message) == [])
    let messages = try JSONSchemaValidator.messages(
      trees.map(\.json),
      schema: languageJSONSchema()
    )
    for (text, message) in zip(texts, messages) { #expect(message != "", "\(text)") }
    #expect(messages.count == texts.count)
  }
}

extension LanguageTable: CustomTestStringConvertible {
  /// The name of the table.
  public var testDescription: String { name }
}
