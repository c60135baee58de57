import Foundation
import StrataSchema
import Testing

@Suite struct DiagnosticPrinterTests {
  private let file = SchemaFile(path: "Dir/A.yaml", text: "one\n\ttwo é three\n")

  private func range(_ line: Int, _ start: Int, _ end: Int) -> SourceRange {
    SourceRange(
      file: file.path,
      start: SourcePosition(line: line, column: start),
      end: SourcePosition(line: line, column: end)
    )
  }

  @Test func `a tab before the place stays a tab under it`() {
    var diagnostics = Diagnostics()
    diagnostics.error("some-code", "wrong", at: range(2, 8, 13))
    #expect(
      DiagnosticPrinter(files: [file]).text(diagnostics) == """
        Dir/A.yaml:2:8: error: wrong [some-code]
          \ttwo é three
          \t      ^~~~~

        """
    )
  }

  @Test func `diagnostics are sorted and none is repeated`() {
    var diagnostics = Diagnostics()
    diagnostics.error("b", "second", at: range(2, 1, 2))
    diagnostics.error("a", "first", at: range(1, 2, 3))
    diagnostics.error("b", "second", at: range(2, 1, 2))
    diagnostics.error("c", "nowhere", at: nil)
    let printer = DiagnosticPrinter(files: [file])
    #expect(printer.sorted(diagnostics).map(\.message) == ["nowhere", "first", "second"])
    #expect(printer.text(diagnostics).hasPrefix("error: nowhere [c]\nDir/A.yaml:1:2: error: first"))
  }

  @Test func `a place outside of the known files has no excerpt`() {
    var diagnostics = Diagnostics()
    diagnostics.error("a", "wrong", at: range(99, 1, 2))
    #expect(
      DiagnosticPrinter(files: [file]).text(diagnostics) == "Dir/A.yaml:99:1: error: wrong [a]\n"
    )
    #expect(DiagnosticPrinter(files: []).text(diagnostics) == "Dir/A.yaml:99:1: error: wrong [a]\n")
  }

  @Test func `colour is added only where it is asked for`() {
    var diagnostics = Diagnostics()
    diagnostics.error("a", "wrong", at: range(1, 1, 4))
    #expect(!DiagnosticPrinter(files: [file]).text(diagnostics).contains("\u{1B}"))
    #expect(
      DiagnosticPrinter(files: [file], usesColor: true).text(diagnostics)
        .contains("\u{1B}[1;31merror\u{1B}[0m: wrong")
    )
  }

  @Test func `a very long line is shown around the place`() {
    let long = SchemaFile(path: "A", text: String(repeating: "x", count: 10_000) + "y")
    var diagnostics = Diagnostics()
    diagnostics.error(
      "a",
      "wrong",
      at: SourceRange(
        file: "A",
        start: SourcePosition(line: 1, column: 10_001),
        end: SourcePosition(line: 1, column: 10_002)
      )
    )
    let lines = DiagnosticPrinter(files: [long]).text(diagnostics).split(separator: "\n")
    #expect(lines[1].count < 200)
    #expect(lines[1].hasSuffix("y"))
    #expect(lines[2].count == lines[1].count)
  }

  @Test func `JSON is one object a line`() throws {
    var diagnostics = Diagnostics()
    diagnostics.error(
      "a",
      "say \"é\"\n\\\u{1}",
      at: range(1, 1, 4),
      notes: [.init("there", at: range(2, 1, 2))],
      fixIts: [.init("quote", replacing: range(1, 1, 4), with: "\"one\"")]
    )
    diagnostics.error("b", "nowhere", at: nil)
    let lines = DiagnosticPrinter(files: [file]).json(diagnostics).split(separator: "\n")
    #expect(lines.count == 2)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
    )
    #expect(object["message"] as? String == "say \"é\"\n\\\u{1}")
    #expect(object["severity"] as? String == "error")
    #expect((object["fixes"] as? [[String: Any]])?.first?["replacement"] as? String == "\"one\"")
    #expect(
      lines[0] == """
        {"severity": "error", "code": "b", "message": "nowhere", "notes": [], "fixes": []}
        """
    )
  }
}
