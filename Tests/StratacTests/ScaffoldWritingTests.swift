import Foundation
import StrataGenerator
import Testing

@testable import stratac

/// What stays of a call that fails, or is killed.
@Suite struct ScaffoldWritingTests {
  private static let record = ".strata-scaffold"

  /// The record that a call would have left which was killed before it wrote the last one.
  private func pending(_ text: String, files: [String: String]) throws -> String {
    var record = try JSONDecoder().decode(ScaffoldRecord.self, from: Data(text.utf8))
    record.pending = record.files
    record.files = files
    return try record.text
  }

  @Test func `a new package that cannot be written leaves nothing`() throws {
    let trial = try ScaffoldTrial(teams)
    // A folder cannot be made where a file is.
    try trial.write("Sources/NotesUI", "in the way")
    let call = try trial.scaffold()
    #expect(call.status != .good)
    #expect(call.messages.contains("Sources/NotesUI"))
    #expect(try trial.files() == ["Sources/NotesUI": "in the way"])
    #expect(try !trial.isThere("Sources/NotesKit"))
    // Only what was written is told.
    #expect(call.output.contains("write   Package.swift\n"))
    #expect(!call.output.contains("write   Tests/"))
    try FileManager.default.removeItem(atPath: try #require(trial.folder).path("app/Sources"))
    #expect(try trial.scaffold().status == .good)
  }

  @Test func `a file is no folder`() throws {
    let trial = try ScaffoldTrial(teams)
    let output = try #require(trial.folder).write("app", "mine")
    let call = try trial.scaffold()
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("'\(output)' is a file"))
    #expect(call.output == "")
  }

  @Test func `a name of any length is refused or written`() throws {
    let trial = try ScaffoldTrial(teams)
    let name = String(repeating: "x", count: 64)
    #expect(try trial.scaffold(app: name + "x").messages.contains("up to 64 letters"))
    #expect(try trial.files() == [:])
    #expect(try trial.scaffold(app: name).status == .good)
  }

  @Test func `a first call that was killed at any file is finished by the next`() throws {
    let whole = try ScaffoldTrial(teams)
    #expect(try whole.scaffold("--strata", "https://example.org/strata.git").status == .good)
    let files = try whole.files()
    let record = try pending(try #require(files[Self.record]), files: [:])
    let written = files.keys.filter { $0 != Self.record }.sorted()
    for count in Array(stride(from: 0, to: written.count, by: 5)) + [written.count] {
      let trial = try ScaffoldTrial(teams)
      try trial.write(Self.record, record)
      for file in written.prefix(count) { try trial.write(file, try #require(files[file])) }
      // A file that was being written.
      try trial.write(".README.md.\(UUID().uuidString)", "# not")
      let call = try trial.scaffold()
      #expect(call.status == .good, "\(call.messages)")
      #expect(call.output.ranges(of: "write ").count == written.count - count)
      #expect(try trial.files() == files)
    }
  }

  @Test func `a later call that was killed at any file is finished by the next`() throws {
    let longer = teams + "      city: String?\n"
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let before = try trial.files()
    _ = try #require(trial.folder).write("Schema.yaml", longer)
    #expect(try trial.scaffold().status == .good)
    let after = try trial.files()
    let old = try JSONDecoder().decode(
      ScaffoldRecord.self,
      from: Data(try #require(before[Self.record]).utf8)
    )
    let record = try pending(try #require(after[Self.record]), files: old.files)
    let changed = after.keys.filter { $0 != Self.record && before[$0] != after[$0] }.sorted()
    #expect(changed.count == 2)
    for count in 0...changed.count {
      for (file, text) in before { try trial.write(file, text) }
      for file in changed.prefix(count) { try trial.write(file, try #require(after[file])) }
      try trial.write(Self.record, record)
      // Somebody edits a file before the next call.
      try trial.write("README.md", "mine")
      let call = try trial.scaffold()
      #expect(call.status == .good, "\(call.messages)")
      #expect(call.output.contains("leave   README.md: it was edited since"))
      #expect(call.output.ranges(of: "update ").count == changed.count - count)
      var expected = after
      expected["README.md"] = "mine"
      #expect(try trial.files() == expected)
    }
  }

  @Test func `a killed call is finished by the schema in the package`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let before = try trial.files()
    let schema = "Sources/NotesKit/Schemas/Schema.yaml"
    let longer = teams + "      city: String?\n"
    _ = try #require(trial.folder).write("Schema.yaml", longer)
    #expect(try trial.scaffold().status == .good)
    let after = try trial.files()
    for (file, text) in before { try trial.write(file, text) }
    let old = try JSONDecoder().decode(
      ScaffoldRecord.self,
      from: Data(try #require(before[Self.record]).utf8)
    )
    try trial.write(Self.record, pending(try #require(after[Self.record]), files: old.files))
    try trial.write(schema, longer)
    let output = try #require(trial.folder).path("app")
    #expect(Call("scaffold", "app", "notes", "--output", output).status == .good)
    #expect(try trial.files() == after)
  }

  @Test func `a package behind a link is written where it is`() throws {
    let trial = try ScaffoldTrial(teams)
    let folder = try #require(trial.folder)
    try FileManager.default.createDirectory(
      atPath: folder.path("real"),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app"),
      withDestinationPath: folder.path("real")
    )
    #expect(try trial.scaffold().status == .good)
    #expect(FileManager.default.fileExists(atPath: folder.path("real/Package.swift")))
    let call = Call("scaffold", "app", "notes", "--output", folder.path("app"))
    #expect(call.status == .good, "\(call.messages)")
    #expect(call.output == "")
  }

  @Test func `a table that is removed goes from what was not edited`() throws {
    let trial = try ScaffoldTrial(teams + "  Rink: {columns: {id: Int}}\n")
    #expect(try trial.scaffold().status == .good)
    #expect(try trial.read("Sources/NotesTables/Tables.swift").contains("[team, rink]"))
    _ = try #require(trial.folder).write("Schema.yaml", teams)
    let call = try trial.scaffold()
    #expect(call.output.contains("update  Sources/NotesTables/Tables.swift\n"))
    #expect(try trial.read("Sources/NotesTables/Tables.swift").contains("{ [team] }"))
  }

  @Test func `another place of Strata changes the manifest alone`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let call = try trial.scaffold("--strata", "https://example.org/strata.git")
    #expect(call.output == "update  Package.swift\n")
    #expect(try trial.scaffold().output == "")
  }
}
