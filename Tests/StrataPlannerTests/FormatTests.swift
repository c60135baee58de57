import StrataPlanner
import StrataSchema
import Testing

@Suite struct FormatTests {
  /// What SQLite is told to make of files, and what is wrong with them, without places.
  private func result(of files: [SchemaFile]) -> [String] {
    var diagnostics = Diagnostics()
    let schemas = readSchemas(files, &diagnostics)
    let proofs = schemas.compactMap { prove($0, &diagnostics) }
    return diagnostics.all.map(\.code).sorted()
      + proofs.flatMap { $0.creation + $0.requests.map(\.sql) + $0.statements.map(\.sql) }
  }

  @Test(arguments: CaseFile.all)
  func `formatted files compile to what they did before`(name: String) throws {
    let files = try CaseFile(named: name).files
    let formatted = files.map { file in
      var diagnostics = Diagnostics()
      return formatSchema(file, &diagnostics).map { SchemaFile(path: file.path, text: $0) } ?? file
    }
    #expect(result(of: formatted) == result(of: files))
  }
}
