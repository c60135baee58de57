import StrataPlanner
import StrataSchema
import TestSupport
import Testing

@Suite struct MutationTests {
  private static let pieces = [
    "'", "\"", "{", "}", "(", ")", ": ", ", ", " #", "|", "&a ", "?", "\n", "- ", "x", ".ID", "-",
    "id", "sql", "order ", ":x", "Int", "*", "=", "\u{0}", "é",
  ]

  @Test(arguments: CaseFile.all)
  func `no edit of a schema keeps SQLite from checking the rest`(name: String) throws {
    let original = try CaseFile(named: name).files
    let seed = name.utf8.reduce(UInt64(11)) { $0 &* 31 &+ UInt64($1) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var files = original
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: files.indices, using: &generator)
        let start = Int.random(in: 0...files[index].bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          let end = min(files[index].bytes.count, start + Int.random(in: 0...9, using: &generator))
          files[index].bytes.removeSubrange(start..<end)
        }
        let piece = Self.pieces.randomElement(using: &generator) ?? ""
        files[index].bytes.insert(contentsOf: piece.utf8, at: min(start, files[index].bytes.count))
      }
      var diagnostics = Diagnostics()
      for schema in readSchemas(files, &diagnostics) {
        let isProved = prove(schema, &diagnostics) != nil
        #expect(!isProved || schema.faults.isEmpty, "seed \(seed)")
      }
      #expect(!diagnostics.all.contains { $0.code == "sqlite-failed" }, "seed \(seed)")
      #expect(diagnostics.all.allSatisfy { $0.range != nil }, "seed \(seed)")
    }
  }
}
