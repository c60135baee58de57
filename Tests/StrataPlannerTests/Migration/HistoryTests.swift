import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct HistoryTests {
  private static let one = "tables: {Team: {columns: {id: Int, name: String}}}"
  private static let two = "tables: {Team: {columns: {id: Int, name: String, city: String?}}}"

  /// The files of a history of two steps.
  private func files() throws -> [SchemaFile] {
    let evolution = try Evolution(Self.one, Self.two)
    let history = try evolution.history.adding(try #require(evolution.plan), "add-city")
    return history.steps.map { SchemaFile(path: $0.path, text: $0.text) }
      + [SchemaFile(path: "Test.migrations/strata.lock", text: history.lock.text)]
  }

  private func read(
    _ files: [SchemaFile],
    tolerating tolerance: HistoryTolerance = .none
  ) -> (history: MigrationHistory?, diagnostics: [Diagnostic]) {
    var diagnostics = Diagnostics()
    let history = readHistory(
      folder: "Test.migrations",
      files: files,
      tolerating: tolerance,
      &diagnostics
    )
    return (history, diagnostics.all)
  }

  @Test func `a history leads to its schema`() throws {
    let (history, _) = read(try files())
    var diagnostics = Diagnostics()
    let steps = checkHistory(
      try #require(history),
      against: try Evolution.schema(Self.two),
      &diagnostics
    )
    #expect(diagnostics.all.map(\.message) == [])
    #expect(steps?.map(\.name) == ["0001-create", "0002-add-city"])
    #expect(
      steps?.map(\.statements) == [
        [
          "CREATE TABLE \"team\" (\n  \"id\" INTEGER NOT NULL PRIMARY KEY,\n  \"name\" TEXT NOT NULL\n) STRICT"
        ],
        [#"ALTER TABLE "team" ADD COLUMN "city" TEXT"#],
      ]
    )
  }

  @Test(arguments: [
    """
    tables:
      Note: {columns: {id: Int, title: String, size: {type: Int, generated: length(title)}}}
      Tag: {columns: {id: Int, noteID: Note.ID}, indexes: {byNote: [noteID]}}
    views: {Title: {sql: "SELECT id, title FROM note", primaryKey: [id]}}
    search:
      TitleSearch: {table: Note, columns: [title]}
      TagSearch: {table: Note, columns: [title], tokenize: porter}
    triggers: {cut: {sql: "AFTER INSERT ON note BEGIN DELETE FROM tag WHERE id = new.id; END"}}
    """,
    """
    collections:
      Book: {fields: {title: String}, indexes: {byTitle: [title]}}
      Errand: {title: String}
    """, one,
  ])
  func `a first step does what the schema does without a history, whose database it takes over`(
    text: String
  ) throws {
    let schema = try Evolution.schema(text)
    let history = try Evolution.history(of: schema)
    let statements = createStatements(schema).map(\.sql)
    #expect(history.steps.map(\.lock.hash) == [schemaHash(of: statements)])
  }

  @Test func `a change without a step is an error at its place, with the remedy`() throws {
    let (history, _) = read(try files())
    var diagnostics = Diagnostics()
    let steps = checkHistory(
      try #require(history),
      against: try Evolution.schema(
        """
        tables:
          Team:
            columns:
              id: Int
              name: String
              motto: String?
              city: {type: String, default: x}
          Player: {columns: {id: Int}}
        """
      ),
      &diagnostics
    )
    #expect(steps == nil)
    let error = try #require(diagnostics.all.first)
    #expect(error.code == "unrecorded-change")
    #expect(error.range?.start == .init(line: 8, column: 7))
    #expect(
      error.message.hasPrefix(
        "column 'motto' of 'team' is new, and no migration records it, nor 2 more"
      )
    )
    #expect(error.message.contains("strata migrate --name NAME"))
    #expect(error.notes.map(\.message).last == "table 'player' is new")
  }

  @Test func `line ends do not count`() throws {
    let windows = try files().map {
      SchemaFile(
        path: $0.path,
        text: String(decoding: $0.bytes, as: UTF8.self).replacing("\n", with: "\r\n")
      )
    }
    #expect(read(windows).diagnostics.map(\.message) == [])
  }

  @Test func `an edited step is refused, unless it is the last and about to be recorded`() throws {
    var files = try files()
    func edit(_ index: Int) {
      files[index] = SchemaFile(
        path: files[index].path,
        text: String(decoding: files[index].bytes, as: UTF8.self)
          + "INSERT INTO team VALUES (1, 'x');"
      )
    }
    edit(1)
    #expect(read(files).diagnostics.map(\.code) == ["step-edited"])
    #expect(read(files).diagnostics.first?.message.contains("stratac amend") == true)
    #expect(read(files, tolerating: .editedLastStep).history != nil)
    edit(0)
    let (history, diagnostics) = read(files, tolerating: .editedLastStep)
    #expect(history == nil)
    #expect(diagnostics.first?.message.contains("steps come after it") == true)
  }

  @Test func `a sealed step is never edited`() throws {
    var files = try files()
    var lock = try MigrationLock(String(decoding: files[2].bytes, as: UTF8.self))
    lock.steps[1].isSealed = true
    files[2] = SchemaFile(path: files[2].path, text: lock.text)
    #expect(read(files).diagnostics.map(\.message) == [])
    files[1] = SchemaFile(path: files[1].path, text: "DROP TABLE team")
    let message = read(files, tolerating: .editedLastStep).diagnostics.first?.message
    #expect(message?.contains("'0002-add-city' is sealed") == true)
  }

  @Test func `files and lock go together`() throws {
    let files = try files()
    #expect(read([files[0], files[2]]).diagnostics.map(\.code) == ["step-missing"])
    #expect(read([files[0], files[1]]).diagnostics.map(\.code) == ["history-lock"])
    let extra = SchemaFile(path: "Test.migrations/0003-x.sql", text: "")
    #expect(read(files + [extra]).diagnostics.map(\.code) == ["step-unrecorded"])
    let lock = String(decoding: files[2].bytes, as: UTF8.self)
    func with(_ text: String) -> [SchemaFile] {
      [files[0], files[1], SchemaFile(path: files[2].path, text: text)]
    }
    #expect(
      read(with(lock.replacing("Int integer", with: "Int text"))).diagnostics.map(\.code) == [
        "history-lock"
      ]
    )
    #expect(read(with(lock + "?\n")).diagnostics.map(\.code) == ["history-lock"])
    #expect(
      read(with(lock.replacing("step 0002", with: "<<<<<<< main\nstep 0002"))).diagnostics.map(
        \.code
      )
        == ["history-conflict"]
    )
    let moved = SchemaFile(
      path: "Test.migrations/0003-add-city.sql",
      text: String(decoding: files[1].bytes, as: UTF8.self)
    )
    let gap = SchemaFile(path: files[2].path, text: lock.replacing("step 0002", with: "step 0003"))
    #expect(read([files[0], moved, gap]).diagnostics.map(\.code) == ["step-gap"])
    #expect(read([]).history?.steps.isEmpty == true)
  }

  @Test func `a statement that SQLite refuses is shown at its line`() throws {
    var history = try #require(read(try files()).history)
    history.steps[1].script = SQLScript("-- Step\n\nALTER TABLE team ADD COLUMN x NOT NULL;")
    var diagnostics = Diagnostics()
    #expect(replay(history, for: try Evolution.schema(Self.two), &diagnostics) == nil)
    #expect(diagnostics.all.map(\.code) == ["step-failed"])
    #expect(diagnostics.all.first?.range?.start.line == 3)
    #expect(diagnostics.all.first?.message.contains("NOT NULL column") == true)
  }

  @Test func `a step names only what there was when it was recorded`() throws {
    var history = try #require(read(try files()).history)
    history.steps[0].script = SQLScript(
      history.steps[0].text + "UPDATE team SET city = 'x';"
    )
    var diagnostics = Diagnostics()
    #expect(replay(history, for: try Evolution.schema(Self.two), &diagnostics) == nil)
    #expect(diagnostics.all.first?.message.contains("'0001-create': no such column: city") == true)
  }

  @Test func `a step that needs a newer SQLite than the schema is an error`() throws {
    var history = try #require(read(try files()).history)
    history.steps[1].script = SQLScript(
      history.steps[1].text + "\nUPDATE team\n  SET city = concat('a', 'b');"
    )
    var diagnostics = Diagnostics()
    #expect(checkHistory(history, against: try Evolution.schema(Self.two), &diagnostics) == nil)
    let error = diagnostics.all.first { $0.code == "sqlite-version" }
    #expect(error?.message.contains("needs SQLite 3.44") == true)
    #expect(error?.range?.start == .init(line: 6, column: 14))
  }

  @Test func `a lock of the first version can be read, whatever comes`() throws {
    let text = """
      strata lock 1
      # Written by stratac beside each step; committed with them, never edited.

      step 0001-create
        hash de2adb9bc4a09d6a
        chain 04d0aa15f17ad04c
        sealed
        baseline
        replaces v1
        planned 3ac369fc8a6626e8
        hazard column-dropped player.alias
        - type Money
        + case Position 'defender': defender
        + column player.id: Int integer

      """
    let step = try #require(try MigrationLock(text).steps.first)
    #expect(step.name == "0001-create")
    #expect(step.isSealed && step.isBaseline)
    #expect(step.replaces == ["v1"])
    #expect(step.hazards == ["column-dropped player.alias"])
    #expect(step.addedFacts.count == 2)
    #expect(step.removedFacts == ["type Money"])
  }

  @Test func `a hazard that nobody has allowed is an error of the step`() throws {
    let evolution = try Evolution(Self.two, Self.one)
    #expect(evolution.hazards == ["column-dropped team.city"])
    var history = try evolution.history.adding(try #require(evolution.plan), "drop-city")
    var diagnostics = Diagnostics()
    #expect(checkAcknowledgements(history, &diagnostics))
    history.steps[1].script = SQLScript(history.steps[1].text.replacing(": a test", with: ":"))
    #expect(!checkAcknowledgements(history, &diagnostics))
    #expect(diagnostics.all.map(\.code) == ["unacknowledged-hazard"])
  }
}
