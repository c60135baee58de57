import Foundation
import StrataPlanner
import StrataSchema
import Testing

@Suite struct CaseTests {
  @Test(arguments: CaseFile.all)
  func `a case gives what its file says`(name: String) throws {
    let file = try CaseFile(named: name)
    let result = CaseTests.result(of: file)
    if ProcessInfo.processInfo.environment["STRATA_RECORD"] == "1" {
      try file.record(result)
    } else {
      #expect(result == file.result)
    }
  }

  @Test(arguments: CaseFile.all)
  func `the order of the files does not matter`(name: String) throws {
    let file = try CaseFile(named: name)
    #expect(CaseTests.result(of: file.reversed) == CaseTests.result(of: file))
  }

  /// What the planner makes of files, as text: proofs, or else diagnostics; of a case whose name begins
  /// with `lint` only what it warns of.
  private static func result(of file: CaseFile) -> String {
    var diagnostics = Diagnostics()
    let schemas = readSchemas(file.files, &diagnostics)
    let proofs = schemas.compactMap { prove($0, &diagnostics) }
    let printer = DiagnosticPrinter(files: file.files)
    if file.name.hasPrefix("lint") {
      do {
        for proof in proofs { try lint(proof, &diagnostics) }
      } catch {
        Issue.record(error)
      }
      return printer.text(diagnostics)
    }
    let messages = printer.text(diagnostics)
    return messages + (diagnostics.hasErrors ? "" : proofs.map { ProofDump($0).text }.joined())
  }
}
