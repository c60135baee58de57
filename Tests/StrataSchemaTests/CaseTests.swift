import Foundation
import StrataSchema
import Testing

@Suite struct CaseTests {
  @Test(arguments: CaseFile.all)
  func `a case gives what its file says`(name: String) throws {
    let file = try CaseFile(named: name)
    let result = resultText(file.files)
    if ProcessInfo.processInfo.environment["STRATA_RECORD"] == "1" {
      try file.record(result)
    } else {
      #expect(result == file.result)
    }
  }

  @Test(arguments: CaseFile.all)
  func `the order of the files does not matter`(name: String) throws {
    let file = try CaseFile(named: name)
    #expect(resultText(file.files.reversed()) == resultText(file.files))
  }
}
