import Foundation
import Testing

@testable import stratac

@Suite struct MigrationVerbTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let one = """
    strata: 1
    database: LeagueDatabase
    tables:
      Team:
        columns: {id: Int, name: String}

    """
  private static let two = one.replacing("name: String", with: "name: String, city: String?")
  private static let three = two.replacing("name: String", with: "title: {type: String, was: name}")

  /// Writes the schema and runs a verb on it.
  private func call(_ schema: String, _ words: String...) throws -> Call {
    let path = try folder.write("Schemas/League.yaml", schema)
    return Call(words + [path])
  }

  private func history() throws -> [String] {
    try folder.names(below: "Schemas/LeagueDatabase.migrations")
  }

  private func read(_ name: String) throws -> String {
    try folder.read("Schemas/LeagueDatabase.migrations/\(name)")
  }

  private func edit(_ name: String, _ change: (String) -> String) throws {
    _ = try folder.write("Schemas/LeagueDatabase.migrations/\(name)", change(try read(name)))
  }

  private func recorded(_ schemas: String...) throws {
    for (number, schema) in schemas.enumerated() {
      let made = try call(schema, "migrate", "--name", "step\(number)", "--reason", "a test")
      try #require(made.status == .good, "\(made.messages)")
    }
  }

  @Test func `a prototype becomes a history, and a build wants every change recorded`() throws {
    #expect(try call(Self.one, "check").status == .good)
    let dry = try call(Self.one, "migrate", "--name", "create", "--dry-run")
    #expect(
      dry.output.hasPrefix("-- Step 0001-create of LeagueDatabase, written by stratac.\n\nCREATE")
    )
    #expect(
      !FileManager.default.fileExists(atPath: folder.path("Schemas/LeagueDatabase.migrations"))
    )
    #expect(try call(Self.one, "migrate", "--name", "create").status == .good)
    #expect(try history() == ["0001-create.sql", "strata.lock"])
    #expect(try call(Self.one, "check").status == .good)
    let unrecorded = try call(Self.two, "check")
    #expect(unrecorded.status == .wrongInput)
    #expect(unrecorded.messages.contains("League.yaml:5:38: error: column 'city' of 'team' is new"))
    #expect(try call(Self.two, "plan").output.contains(#"ADD COLUMN "city" TEXT;"#))
    #expect(try call(Self.two, "migrate", "--name", "add-city").status == .good)
    #expect(try history() == ["0001-create.sql", "0002-add-city.sql", "strata.lock"])
    #expect(try call(Self.two, "check").status == .good)
    let nothing = try call(Self.two, "migrate", "--name", "again")
    #expect(nothing.status == .wrongInput)
    #expect(nothing.messages.contains("nothing was written"))
    #expect(try call(Self.two, "plan").output == "")
  }

  @Test func `generated code holds the steps, and that of a prototype the creation`() throws {
    let output = folder.path("out")
    #expect(try call(Self.one, "generate", "--output", output).status == .good)
    #expect(try folder.read("out/StrataDatabase.swift").contains("static let prototype"))
    #expect(try !folder.read("out/StrataMigrations.swift").contains("migrations"))
    try recorded(Self.one, Self.two)
    #expect(try call(Self.two, "generate", "--output", output).status == .good)
    #expect(try !folder.read("out/StrataDatabase.swift").contains("prototype"))
    let steps = try folder.read("out/StrataMigrations.swift")
    #expect(steps.contains("static let migrations: [Strata.RecordedMigration] = ["))
    #expect(steps.contains(#""0002-step1","#))
    #expect(steps.contains(##"ALTER TABLE "team" ADD COLUMN "city" TEXT"##))
  }

  @Test func `a hazard is refused until a reason is given, which stands in the step`() throws {
    try recorded(Self.two)
    let refused = try call(Self.one, "migrate", "--name", "drop")
    #expect(refused.status == .wrongInput)
    #expect(refused.messages.contains("column-dropped team.city: the values of 'city'"))
    #expect(refused.messages.contains("Nothing was written."))
    #expect(try history().count == 2)
    #expect(try call(Self.one, "lint").status == .wrongInput)
    #expect(try call(Self.one, "migrate", "--name", "drop", "--reason", "no\nuse").status == .good)
    #expect(try read("0002-drop.sql").contains("\n-- allow column-dropped team.city: no use\n"))
    #expect(try call(Self.one, "check").status == .good)
    let lint = try call(Self.one, "lint")
    #expect(lint.output == "0002-drop: column-dropped team.city: allowed, no use\n")
    #expect(lint.status == .good)
    let json = try call(Self.one, "lint", "--json").output
    #expect(json.contains(#""hazard" : "column-dropped team.city""#))
    #expect(json.contains(#""isAllowed" : true"#) && json.contains(#""reason" : "no use""#))
    try edit("0002-drop.sql") { $0.replacing(": no use", with: ":") }
    let check = try call(Self.one, "check")
    #expect(check.messages.contains("0002-drop.sql:1:1: error:"))
    #expect(check.messages.contains("[unacknowledged-hazard]"))
    #expect(try call(Self.one, "lint").status == .wrongInput)
    let allowed = Self.one.replacing(
      "    columns:",
      with: "    allow: {drop: [city]}\n    columns:"
    )
    #expect(try call(allowed, "amend").status == .good)
    #expect(try read("0002-drop.sql").contains(": allowed in the schema\n"))
  }

  @Test func `amend keeps what was added by hand`() throws {
    try recorded(Self.one, Self.two)
    try edit("0002-step1.sql") {
      $0 + "\n-- Only one was known.\nUPDATE team SET city = 'Port Ellery';\n"
    }
    let edited = try call(Self.two, "check")
    #expect(edited.messages.contains("was changed since it was recorded"))
    #expect(try call(Self.two, "amend").status == .good)
    #expect(try call(Self.two, "check").status == .good)
    let three = Self.two.replacing("city: String?", with: "city: String?, motto: String?")
    #expect(try call(three, "amend").status == .good)
    #expect(
      try read("0002-step1.sql").hasSuffix(
        """

        ALTER TABLE "team" ADD COLUMN "city" TEXT;

        -- Only one was known.
        UPDATE team SET city = 'Port Ellery';

        ALTER TABLE "team" ADD COLUMN "motto" TEXT;

        """
      )
    )
    #expect(try call(three, "check").status == .good)
    try edit("0002-step1.sql") { $0.replacing("city = 'P", with: "town = 'P") }
    let before = try read("strata.lock")
    let bad = try call(three, "amend")
    #expect(bad.status == .wrongInput)
    #expect(bad.messages.contains("no such column: town"))
    #expect(try read("strata.lock") == before)
  }

  @Test func `amend refuses a statement that has lost its place`() throws {
    try recorded(Self.one, Self.two)
    try edit("0002-step1.sql") { $0 + "UPDATE team SET name = 'x';\n" }
    let call = try call(
      Self.one.replacing("name: String", with: "name: String, motto: String?"),
      "amend"
    )
    #expect(call.status == .wrongInput)
    #expect(call.messages.contains("UPDATE team SET name = 'x';"))
  }

  @Test func `what is sealed stays, and was leaves the schema`() throws {
    try recorded(Self.one, Self.two, Self.three)
    let dry = try call(Self.three, "seal", "--dry-run")
    #expect(dry.output.contains("sealed 0003-step2\nremoved 'was:' from"))
    #expect(try folder.read("Schemas/League.yaml") == Self.three)
    #expect(try call(Self.three, "seal").status == .good)
    let sealed = try folder.read("Schemas/League.yaml")
    #expect(sealed == Self.three.replacing(", was: name", with: ""))
    #expect(try call(sealed, "check").status == .good)
    #expect(try call(sealed, "amend").messages.contains("'0003-step2' is sealed"))
    try edit("0003-step2.sql") { $0 + "SELECT 1;" }
    #expect(try call(sealed, "check").messages.contains("databases have run what it was"))
    #expect(try call(sealed, "seal").status == .wrongInput)
  }

  @Test func `one step takes the place of all`() throws {
    #expect(try call(Self.one, "squash").status == .wrongInput)
    try recorded(Self.one, Self.two, Self.three)
    #expect(try call(Self.three, "squash", "--dry-run").output.contains("CREATE TABLE"))
    #expect(try history().count == 4)
    #expect(try call(Self.three, "squash", "--name", "all").status == .good)
    #expect(try history() == ["0003-all.sql", "strata.lock"])
    #expect(try call(Self.three, "check").status == .good)
    #expect(try call(Self.three.replacing("city", with: "town"), "plan").status == .wrongInput)
    let next = Self.three.replacing("city: String?", with: "city: String?, size: Int?")
    #expect(try call(next, "migrate", "--name", "more").status == .good)
    #expect(try history() == ["0003-all.sql", "0004-more.sql", "strata.lock"])
    #expect(try call(next, "check").status == .good)
  }

  @Test func `steps that write rows are not squashed`() throws {
    try recorded(Self.one, Self.two)
    try edit("0002-step1.sql") { $0 + "INSERT INTO team (name) VALUES ('x');\n" }
    #expect(try call(Self.two, "amend").status == .good)
    let call = try call(Self.two, "squash")
    #expect(call.status == .wrongInput)
    #expect(call.messages.contains("steps write rows into team"))
    #expect(try history().count == 3)
  }

  @Test(arguments: ["plan", "migrate", "amend", "seal", "lint", "verify", "squash", "baseline"])
  func `every verb has help with an example`(verb: String) {
    let help = Call(verb, "--help")
    #expect(help.status == .good)
    #expect(help.output.contains("example: stratac \(verb)"))
  }

  @Test func `calls that say too little are refused`() throws {
    #expect(try call(Self.one, "migrate").status == .wrongCall)
    #expect(try call(Self.one, "migrate", "--name", "Two words").status == .wrongCall)
    #expect(try call(Self.one, "verify").status == .wrongCall)
    #expect(try call(Self.one, "amend").messages.contains("no recorded step"))
    #expect(try call(Self.one, "seal").messages.contains("no recorded step"))
    _ = try folder.write(
      "Schemas/B.yaml",
      Self.one.replacing("League", with: "Other").replacing("Team", with: "Club")
    )
    let two = try Call(
      "plan",
      folder.write("Schemas/League.yaml", Self.one),
      folder.path("Schemas/B.yaml")
    )
    #expect(two.status == .wrongCall)
    #expect(two.messages.contains("--database LeagueDatabase or --database OtherDatabase"))
  }
}
