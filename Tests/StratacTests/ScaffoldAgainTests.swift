import Foundation
import Testing

@testable import stratac

/// What a second call changes in a package that is there.
@Suite struct ScaffoldAgainTests {
  @Test func `a second call changes nothing`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let before = try trial.files()
    let call = try trial.scaffold()
    #expect(call.status == .good)
    #expect(call.output == "")
    #expect(try trial.files() == before)
  }

  @Test func `a changed schema changes what nobody has edited`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    try trial.write("README.md", "mine")
    try FileManager.default.removeItem(
      atPath: try #require(trial.folder).path("app/Tests/NotesAppTests/TextTests.swift")
    )
    _ = try #require(trial.folder).write("Schema.yaml", teams + "      city: String?\n")
    let call = try trial.scaffold()
    #expect(
      call.output == """
        leave   README.md: it was edited since; it stays as it is
        update  Sources/NotesKit/Schemas/Schema.yaml
        update  Sources/NotesTables/Tables.swift
        leave   Tests/NotesAppTests/TextTests.swift: it was removed since; it stays away

        """
    )
    #expect(try trial.read("README.md") == "mine")
    #expect(try trial.read("Sources/NotesTables/Tables.swift").contains("Team.Columns.city"))
    #expect(try !trial.isThere("Tests/NotesAppTests/TextTests.swift"))
    // What was edited is still known as edited.
    #expect(try trial.scaffold().output.contains("leave   README.md"))
  }

  @Test func `the schema in the package is its author's`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let place = "Sources/NotesKit/Schemas/Schema.yaml"
    try trial.write(place, teams + "      city: String?\n")
    let output = try #require(trial.folder).path("app")
    let call = Call("scaffold", "app", "notes", "--output", output)
    #expect(call.status == .good, "\(call.messages)")
    #expect(call.output == "update  Sources/NotesTables/Tables.swift\n")
    #expect(try trial.read(place) == teams + "      city: String?\n")
  }

  @Test func `two schemas of one database do not both stay in the package`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let folder = try #require(trial.folder)
    let output = folder.path("app")
    let other = try folder.write("League.yaml", teams + "      city: String?\n")
    let renamed = Call("scaffold", "app", "notes", "--schema", other, "--output", output)
    #expect(renamed.output.contains("write   Sources/NotesKit/Schemas/League.yaml\n"))
    #expect(renamed.output.contains("remove  Sources/NotesKit/Schemas/Schema.yaml\n"))
    try trial.write("Sources/NotesKit/Schemas/League.yaml", teams + "      town: String?\n")
    let before = try trial.files()
    let edited = Call("scaffold", "app", "notes", "--schema", other, "--output", output)
    #expect(edited.status == .wrongInput)
    #expect(edited.messages.contains("leave out --schema"))
    #expect(try trial.files() == before)
  }

  @Test func `no module of an app has the name of another one`() throws {
    for (app, base) in [("strata-", "StrataApp"), ("swift", "SwiftApp"), ("map", "MapApp")] {
      let trial = try ScaffoldTrial(teams)
      #expect(try trial.scaffold(app: app).status == .good)
      #expect(try trial.isThere("Sources/\(base)Kit/Opening.swift"), "\(app)")
    }
  }

  @Test func `what is not needed any more is removed, unless it was edited`() throws {
    let trial = try ScaffoldTrial(teams + "types: {Money: {stored: Int}}\ncollations: [own]\n")
    #expect(try trial.scaffold().status == .good)
    try trial.write("Sources/NotesKit/Functions.swift", "// mine\n")
    _ = try #require(trial.folder).write("Schema.yaml", teams)
    let call = try trial.scaffold()
    #expect(call.output.contains("remove  Sources/NotesKit/AppTypes.swift\n"))
    #expect(
      call.output.contains(
        "leave   Sources/NotesKit/Functions.swift: it is not needed any more, but was edited\n"
      )
    )
    #expect(try !trial.isThere("Sources/NotesKit/AppTypes.swift"))
    #expect(try trial.isThere("Sources/NotesKit/Functions.swift"))
  }

  @Test func `a dry run says what it would do, and does nothing`() throws {
    let trial = try ScaffoldTrial(teams)
    let call = try trial.scaffold("--dry-run")
    #expect(call.status == .good)
    #expect(call.output.contains("write   Package.swift\n"))
    #expect(try !trial.isThere("Package.swift"))
  }
}
