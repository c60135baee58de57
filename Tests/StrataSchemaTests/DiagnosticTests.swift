import StrataSchema
import Testing

@Suite struct DiagnosticTests {
  private func diagnostics(_ files: [SchemaFile]) -> [Diagnostic] {
    var diagnostics = Diagnostics()
    _ = readSchemas(files, &diagnostics)
    return diagnostics.all
  }

  @Test(arguments: CaseFile.all)
  func `a fix settles what it is offered for`(name: String) throws {
    let files = try CaseFile(named: name).files
    for diagnostic in diagnostics(files) {
      for fixIt in diagnostic.fixIts {
        let fixed = try files.map { try applying(fixIt, to: $0) }
        #expect(
          !diagnostics(fixed).contains {
            $0.code == diagnostic.code && $0.range?.file == diagnostic.range?.file
              && $0.range?.start == diagnostic.range?.start
          },
          "\(diagnostic.message): \(fixIt.replacement)"
        )
      }
    }
  }

  /// The file with a fix applied, where it is one of that file.
  private func applying(_ fixIt: Diagnostic.FixIt, to file: SchemaFile) throws -> SchemaFile {
    guard file.path == fixIt.range.file else { return file }
    try #require(fixIt.range.start.line == fixIt.range.end.line)
    var lines = String(decoding: file.bytes, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let columns = fixIt.range.start.column - 1..<fixIt.range.end.column - 1
    lines[fixIt.range.start.line - 1].replaceSubrange(
      columns,
      with: fixIt.replacement.unicodeScalars
    )
    let text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
    return SchemaFile(path: file.path, text: text)
  }

  @Test func `every code of the catalogue is reported by some case`() throws {
    var codes: Set<String> = []
    for name in CaseFile.all {
      codes.formUnion(diagnostics(try CaseFile(named: name).files).map(\.code))
    }
    let bytes: [[UInt8]] = [[0xFF], [0], [7], [0xC2, 0x85], Array("- ".utf8)]
    for bytes in bytes {
      codes.formUnion(diagnostics([SchemaFile(path: "a", bytes: bytes)]).map(\.code))
    }
    let deep = String(repeating: "[", count: 40)
    codes.formUnion(diagnostics([SchemaFile(path: "a", text: deep)]).map(\.code))
    let columns = (0...2000).map { "c\($0): Int" }.joined(separator: ", ")
    let wide = "strata: 1\ndatabase: D\ntables: {T: {columns: {\(columns)}}}"
    codes.formUnion(diagnostics([SchemaFile(path: "a", text: wide)]).map(\.code))
    let missing = Set(DiagnosticCode.allCases.map(\.rawValue)).subtracting(codes)
    #expect(missing.isEmpty)
    #expect(codes.allSatisfy { DiagnosticCode(rawValue: $0) != nil })
  }

  @Test(arguments: CaseFile.all)
  func `every message has a place inside of its file`(name: String) throws {
    let files = try CaseFile(named: name).files
    for diagnostic in diagnostics(files) {
      let range = try #require(diagnostic.range)
      let file = try #require(files.first { $0.path == range.file })
      let lines = String(decoding: file.bytes, as: UTF8.self).unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.indices.contains(range.start.line - 1))
      #expect(range.start.column <= lines[range.start.line - 1].count + 1)
      #expect(range.start <= range.end)
    }
  }
}
