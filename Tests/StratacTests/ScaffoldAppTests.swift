import Foundation
import StrataGenerator
import Testing

@testable import stratac

@Suite struct ScaffoldAppTests {
  // MARK: - What is written

  @Test func `a package has a kit, its tables, a program, views and tests`() throws {
    let trial = try ScaffoldTrial(teams)
    let call = try trial.scaffold()
    #expect(call.status == .good, "\(call.messages)")
    #expect(call.output.contains("write   Package.swift\n"))
    let files = try trial.files()
    for file in [
      ".github/workflows/ci.yml", ".gitignore", ".strata-scaffold", "Package.swift", "README.md",
      "Sources/NotesCommand/NotesCommand.swift", "Sources/NotesKit/Opening.swift",
      "Sources/NotesTables/Tables.swift", "Sources/NotesUI/TableList.swift",
      "Tests/NotesAppTests/TablesTests.swift",
    ] { #expect(files[file] != nil, "\(file)") }
    #expect(files["Sources/NotesKit/Schemas/Schema.yaml"] == teams)
    #expect(files["Sources/NotesKit/Functions.swift"] == nil)
    for (path, text) in files where path.hasSuffix(".swift") {
      #expect(!text.contains(/%[A-Za-z]+%/), "\(path) has a name left out")
    }
    #expect(
      try trial.read("Sources/NotesTables/Tables.swift") == """
        import NotesKit

        /// The tables and views of the app, as people see them.
        package enum Tables {
          /// All of them, in the order of the schema.
          package static var all: [any AnyTable] { [team] }

          static let team = Table<Team>(
            "team",
            fields: [Field(Team.Columns.id, \\.id), Field(Team.Columns.name, \\.name)]
          )
        }

        """
    )
  }

  @Test func `the other modules see what is generated`() throws {
    let access = "Sources/NotesKit/Schemas/Access.yaml"
    let plain = try ScaffoldTrial(teams)
    #expect(try plain.scaffold().status == .good)
    #expect(try plain.read(access).hasSuffix("generate: {access: public}\n"))

    let text = teams + "generate: {codable: true, access: public}\n"
    let open = try ScaffoldTrial(text)
    #expect(try open.scaffold().status == .good)
    #expect(try !open.isThere(access))
    #expect(try open.read("Sources/NotesKit/Schemas/Schema.yaml") == text)

    let closed = try ScaffoldTrial(teams + "generate: {access: internal}\n")
    #expect(try closed.scaffold().status == .good)
    #expect(
      try closed.read("Sources/NotesKit/Schemas/Schema.yaml")
        == teams + "generate: {access: public}\n"
    )
  }

  @Test func `a history goes with its schema`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(Call("migrate", "--name", "create", trial.schema).status == .good)
    #expect(try trial.scaffold().status == .good)
    let history = "Sources/NotesKit/Schemas/LeagueDatabase.migrations"
    #expect(try trial.isThere("\(history)/0001-create.sql"))
    #expect(try trial.isThere("\(history)/strata.lock"))
  }

  @Test func `types of the schema and the names of the package do not meet`() throws {
    let trial = try ScaffoldTrial(
      """
      strata: 1
      database: Program
      enums: {Cell: [a, b]}
      tables:
        Table: {columns: {id: Int, field: Field.ID, cell: Cell}}
        Field: {columns: {id: {type: Int, newtype: true}, all: String}}
        All: {columns: {id: Int, init: String, Type: {type: String, sql: kind}}}
        NotesKit: {columns: {id: Int}}
        thing: {columns: {id: Int}}

      """
    )
    let call = try trial.scaffold()
    #expect(call.status == .good, "\(call.messages)")
    let tables = try trial.read("Sources/NotesAppTables/Tables.swift")
    #expect(tables.contains("static let table = Table<NotesAppKit.Table>("))
    #expect(tables.contains("Field(NotesAppKit.Field.Columns.all, \\.all)"))
    #expect(tables.contains("static let allTable = Table<All>("))
    #expect(tables.contains("Field(All.Columns.`init`, \\.`init`)"))
    #expect(tables.contains("Field(.init(\"kind\"), \\.`Type`, named: \"Type\")"))
    #expect(tables.contains("static let thing = Table<NotesAppKit.thing>("))
    #expect(tables.contains("extension NotesAppKit.Cell: FieldValue {}"))
    #expect(tables.contains("extension NotesAppKit.Field.ID: FieldValue {}"))
    let command = try trial.read("Sources/NotesAppCommand/NotesAppCommand.swift")
    #expect(command.contains("try NotesAppKit.Program.openApp(at: path)"))
  }

  @Test func `what a schema expects of its app is there`() throws {
    let trial = try ScaffoldTrial(
      """
      strata: 1
      database: PriceDatabase
      functions:
        slug: {arguments: 1, returns: String, deterministic: true}
        longest: {arguments: 1, returns: String?, aggregate: true}
      collations: [localized]
      types:
        Money: {stored: Int}
        Token: {stored: String, module: Tokens}
      values: {Place: {city: String}}
      tables:
        Price:
          columns: {id: {type: Token, newtype: true}, amount: Money, place: Place, tags: [String]}

      """
    )
    let call = try trial.scaffold()
    #expect(call.status == .good, "\(call.messages)")
    #expect(try trial.read("Sources/NotesKit/AppTypes.swift").contains("public struct Money:"))
    #expect(try trial.read("Sources/Tokens/AppTypes.swift").contains("public struct Token:"))
    #expect(try trial.read("Package.swift").contains("        \"Tokens\",\n"))
    let functions = try trial.read("Sources/NotesKit/Functions.swift")
    #expect(functions.contains("\"slug\""))
    #expect(functions.contains("aggregate: AppAggregate.self"))
    #expect(functions.contains("DatabaseCollation(\"localized\")"))
    let tables = try trial.read("Sources/NotesTables/Tables.swift")
    #expect(tables.contains("extension Place: JSONFieldValue {}"))
    #expect(tables.contains("import Tokens\n"))
  }

  @Test func `Strata is where the call says`() throws {
    let trial = try ScaffoldTrial(teams)
    let url = "https://example.org/tools/Strata-Kit.git"
    #expect(try trial.scaffold("--strata", url).status == .good)
    let manifest = try trial.read("Package.swift")
    #expect(manifest.contains(".package(url: \"\(url)\", branch: \"main\")"))
    #expect(manifest.contains(".product(name: \"Strata\", package: \"strata-kit\")"))
    // The package remembers it.
    #expect(try trial.scaffold().output == "")
    #expect(try trial.scaffold("--strata", "/nowhere").status == .wrongCall)
  }

  // MARK: - What is refused

  @Test func `a folder with files in the way is left as it is`() throws {
    let trial = try ScaffoldTrial(teams)
    try trial.write("README.md", "mine")
    let call = try trial.scaffold()
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("README.md' is there already; nothing was written"))
    #expect(try trial.files() == ["README.md": "mine"])
  }

  @Test func `the package of another app is left as it is`() throws {
    let trial = try ScaffoldTrial(teams)
    #expect(try trial.scaffold().status == .good)
    let before = try trial.files()
    let call = try trial.scaffold(app: "other")
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("is the package of 'notes'"))
    #expect(try trial.files() == before)
    try trial.write(".strata-scaffold", "{")
    #expect(try trial.scaffold().status == .wrongInput)
  }

  @Test(arguments: ["1st", "a b", "../x", "strata", "League", "", "ä", "-x", "a/b"])
  func `a name that no program can have is refused`(name: String) throws {
    let trial = try ScaffoldTrial(teams)
    let call = Call(
      ["scaffold", "app", "--schema", trial.schema, "--output", "/nowhere", "--", name]
    )
    #expect(call.status == .wrongCall, "\(call.messages)")
  }

  @Test func `what to scaffold has to be said, and over what`() throws {
    #expect(Call("scaffold").messages.contains("say what to scaffold: 'stratac scaffold app'"))
    #expect(Call("scaffold", "app").status == .wrongCall)
    #expect(Call("scaffold", "app", "notes").status == .wrongCall)
    #expect(Call("scaffold", "app", "--help").output.contains("stratac scaffold app NAME"))
  }

  @Test func `an app has one database, without a mistake`() throws {
    let trial = try ScaffoldTrial(teams)
    let other = try #require(trial.folder)
      .write("Other.yaml", teams.replacing("League", with: "Other").replacing("Team", with: "Club"))
    let call = try trial.scaffold(other)
    #expect(call.status == .wrongInput)
    #expect(call.messages.contains("LeagueDatabase and OtherDatabase"))
    let wrong = try ScaffoldTrial(teams + "x: 1\n")
    #expect(try wrong.scaffold().status == .wrongInput)
    #expect(try !wrong.isThere("Package.swift"))
  }

  // MARK: - The samples

  private static let samples: [[String]] = [
    ["Schemas/League/League.yaml"], ["Schemas/Chinook/Chinook.yaml"],
    ["Tests/LibrarySample/Schemas/Archive.yaml"], ["Tests/LibrarySample/Schemas/Library.yaml"],
    ["Tests/LibrarySample/Schemas/Values.yaml"], ["Tests/NamesSample/Schemas/Names.yaml"],
    ["Tests/SearchSample/Schemas/Articles.yaml"], ["Tests/SearchSample/Schemas/Scores.yaml"],
    ["Tests/RequestsSample/Schemas/Requests.yaml"],
    ["Tests/RequestsSample/Schemas/Shop.yaml", "Tests/RequestsSample/Schemas/ShopViews.yaml"],
  ]

  @Test(arguments: samples)
  func `every sample becomes a package that names each of its columns once`(
    files: [String]
  ) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let folder = try Folder()
    let paths = files.map { root.appending(path: $0).path }
    let call = Call(["scaffold", "app", "sample", "--output", folder.path("app")] + paths)
    #expect(call.status == .good, "\(call.messages)")
    #expect(Call(["generate", "--output", folder.path("code")] + paths).status == .good)
    let records = try folder.read("code/StrataRecords.swift")
    let tables = try folder.read("app/Sources/SampleTables/Tables.swift")
    #expect(
      tables.ranges(of: " Field(").count + tables.ranges(of: "[Field(").count
        == records.ranges(of: /static var .*: Strata\.TypedColumn</).count
    )
    #expect(
      tables.ranges(of: "static let ").count
        == records.ranges(of: /Strata\.Generated(Record|View)\b/).count
    )
  }
}
