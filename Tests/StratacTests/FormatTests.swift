import Foundation
import Testing

@testable import stratac

@Suite struct FormatTests {
  private let crooked =
    "strata:   1\ndatabase: D\ntables:\n    Team:\n        columns: { id: Int }\n"
  private let straight = "strata: 1\ndatabase: D\ntables:\n  Team:\n    columns: {id: Int}\n"

  @Test func `files that change are named, and no others`() throws {
    let folder = try Folder()
    let first = try folder.write("A.yaml", crooked)
    let second = try folder.write("B.yaml", straight)
    let call = Call("format", first, second)
    #expect(call.status == .good)
    #expect(call.output == "\(first)\n")
    #expect(call.messages == "")
    #expect(try folder.read("A.yaml") == straight)
    #expect(Call("format", first, second).output == "")
    #expect(try folder.names(below: "") == ["A.yaml", "B.yaml"])
  }

  @Test func `a check writes nothing and ends with 1`() throws {
    let folder = try Folder()
    let path = try folder.write("A.yaml", crooked)
    let call = Call("format", "--check", path)
    #expect(call.status == .wrongInput)
    #expect(call.output == "\(path)\n")
    #expect(try folder.read("A.yaml") == crooked)
    let good = try Call("format", "--check", folder.write("B.yaml", straight))
    #expect(good.status == .good)
    #expect(good.output == "")
  }

  @Test func `a file that is not YAML stays, and the next is formatted`() throws {
    let folder = try Folder()
    let bad = try folder.write("A.yaml", "strata: 1\ntables: {\n")
    let good = try folder.write("B.yaml", crooked)
    let call = Call("format", bad, good)
    #expect(call.status == .wrongInput)
    #expect(call.messages.contains("A.yaml:3:1: error: "))
    #expect(try folder.read("A.yaml") == "strata: 1\ntables: {\n")
    #expect(try folder.read("B.yaml") == straight)
  }

  @Test func `a hyphen formats standard input to standard output`() {
    let call = Call(["format", "-"], input: crooked)
    #expect(call.status == .good)
    #expect(call.output == straight)
    let check = Call(["format", "--check", "-"], input: crooked)
    #expect(check.status == .wrongInput)
    #expect(check.output == "<standard input>\n")
    #expect(Call("format", "-", "a.yaml").status == .wrongCall)
  }

  @Test func `a link stays a link, and the file keeps its permissions`() throws {
    let folder = try Folder()
    let path = try folder.write("A.yaml", crooked)
    let link = folder.path("Link.yaml")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "A.yaml")
    #expect(Call("format", link).output == "\(link)\n")
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "A.yaml")
    #expect(try folder.read("A.yaml") == straight)
    let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }
}
