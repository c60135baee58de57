import StrataSchema
import TestSupport
import Testing

@Suite struct MutationTests {
  @Test(arguments: CaseFile.all)
  func `no edit of a schema traps the reader`(name: String) throws {
    let original = try CaseFile(named: name).files
    let pieces = [
      "\t", "'", "\"", "{", "}", "[", "]", ": ", ", ", " #", "|", ">", "&a", "*a", "!", "?", "\n",
      "\r",
      "\u{0}", "é", "\u{2028}", "- ", "<<", "---\n", "null", ".ID", "99999999999999999999", "-",
      "%",
      "\u{FEFF}", "e\u{301}", "sql", "id",
    ]
    let seed = name.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var files = original
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: files.indices, using: &generator)
        let start = Int.random(in: 0...files[index].bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0:
          let length = Int.random(in: 0...20, using: &generator)
          files[index].bytes.removeSubrange(start..<min(files[index].bytes.count, start + length))
        case 1:
          files[index].bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
        case 2:
          let from = Int.random(in: 0...files[index].bytes.count, using: &generator)
          let part = files[index].bytes[from...].prefix(30)
          files[index].bytes.insert(contentsOf: part, at: start)
        default:
          let piece = pieces.randomElement(using: &generator) ?? ""
          files[index].bytes.insert(contentsOf: piece.utf8, at: start)
        }
      }
      var diagnostics = Diagnostics()
      let models = readSchemas(files, &diagnostics)
      let isWhole = models.allSatisfy { $0.faults.isEmpty }
      #expect(isWhole || diagnostics.hasErrors, "seed \(seed)")
      let printer = DiagnosticPrinter(files: files)
      #expect(printer.text(diagnostics).isEmpty == diagnostics.all.isEmpty)
      #expect(diagnostics.all.allSatisfy { $0.range != nil })
      for model in models { _ = ModelDump(model) }
    }
  }
}
