import Foundation
import Testing

@testable import stratac

@Suite struct JSONSchemaTests {
  @Test func `the JSON Schema goes to standard output or to a file`() throws {
    let folder = try Folder()
    let call = Call("json-schema")
    #expect(call.status == .good)
    #expect(call.output.hasPrefix("{\n  \"$schema\": "))
    #expect(try JSONSerialization.jsonObject(with: Data(call.output.utf8)) is [String: Any])
    let path = folder.path("strata.schema.json")
    let written = Call("json-schema", "--output", path)
    #expect(written.status == .good)
    #expect(written.output == "")
    #expect(try folder.read("strata.schema.json") == call.output)
  }

  @Test func `it is about no file, and a folder that is not there is said`() {
    #expect(Call("json-schema", "League.yaml").status == .wrongCall)
    let call = Call("json-schema", "--output", "/nowhere/strata.json")
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("'/nowhere/strata.json' cannot be written: "))
  }
}
