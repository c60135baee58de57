import Foundation
import StrataPlanner
import StrataSchema
import Testing

@Suite struct CaseTests {
  @Test(arguments: CaseFile.all)
  func `a case gives what its file says`(name: String) throws {
    let file = try CaseFile(named: name)
    let result = CaseTests.result(of: file.files)
    if ProcessInfo.processInfo.environment["STRATA_RECORD"] == "1" {
      try file.record(result)
    } else {
      #expect(result == file.result)
    }
  }

  @Test(arguments: CaseFile.all)
  func `the order of the files does not matter`(name: String) throws {
    let file = try CaseFile(named: name)
    #expect(CaseTests.result(of: file.files.reversed()) == CaseTests.result(of: file.files))
  }

  /// What the planner makes of files, as text: proofs, or else diagnostics.
  private static func result(of files: [SchemaFile]) -> String {
    var diagnostics = Diagnostics()
    let schemas = readSchemas(files, &diagnostics)
    let proofs = schemas.compactMap { prove($0, &diagnostics) }
    let messages = DiagnosticPrinter(files: files).text(diagnostics)
    return messages + (diagnostics.hasErrors ? "" : proofs.map { ProofDump($0).text }.joined())
  }
}
