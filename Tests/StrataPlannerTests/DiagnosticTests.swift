import StrataPlanner
import StrataSchema
import Testing

@Suite struct DiagnosticTests {
  private func diagnostics(_ files: [SchemaFile]) -> [Diagnostic] {
    var diagnostics = Diagnostics()
    for schema in readSchemas(files, &diagnostics) { _ = prove(schema, &diagnostics) }
    return diagnostics.all
  }

  @Test(arguments: CaseFile.all)
  func `a fix settles what it is offered for`(name: String) throws {
    let files = try CaseFile(named: name).files
    let before = diagnostics(files)
    let unreadable = before.count { $0.code == "yaml-syntax" }
    for diagnostic in before {
      for fixIt in diagnostic.fixIts {
        let after = diagnostics(try files.map { try applying(fixIt, to: $0) })
        let isThere = after.contains {
          $0.code == diagnostic.code && $0.message == diagnostic.message
            && $0.range?.start == diagnostic.range?.start
        }
        #expect(!isThere, "\(diagnostic.message): \(fixIt)")
        let isReadable = after.count { $0.code == "yaml-syntax" } <= unreadable
        #expect(isReadable, "\(diagnostic.message): \(fixIt)")
      }
    }
  }

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

  @Test(arguments: CaseFile.all)
  func `no place has one message twice`(name: String) throws {
    let all = diagnostics(try CaseFile(named: name).files)
    let places = all.map { [$0.message, $0.range.map { "\($0)" } ?? ""] }
    #expect(places.count == Set(places).count)
  }
}
