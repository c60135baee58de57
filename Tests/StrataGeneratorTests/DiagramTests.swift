import StrataPlanner
import StrataSchema
import Testing

@testable import StrataGenerator

@Suite struct DiagramTests {
  private func diagram(_ text: String, columns: Diagram.Columns? = nil) throws -> Diagram {
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: "A.yaml", text: text)], &diagnostics)
    let proof = try #require(models.first.flatMap { prove($0, &diagnostics) })
    #expect(diagnostics.all.map(\.message) == [])
    return Diagram(proof, try tableReferences(of: proof), columns: columns)
  }

  private let league = """
    strata: 1
    database: LeagueDatabase
    tables:
      Team: {columns: {id: Int, name: {type: String, unique: true}}}
      Player:
        columns: {id: {type: Int, newtype: true}, teamID: Team.ID?, tags: [String]}
      Passport: {columns: {id: Int, playerID: {type: Player.ID, unique: true}}}
      Season:
        primaryKey: [team, year]
        withoutRowID: true
        columns: {team: Team.ID, year: Int, points: "[String: Int]?"}
      Match:
        columns: {id: Int, home: Int, year: Int, parent: Match.ID?}
        constraints: ["FOREIGN KEY (home, year) REFERENCES season (team, year)"]

    """

  @Test func `a collection is shown by its fields`() throws {
    let text = """
      strata: 1
      database: NotesDatabase
      tables: {Team: {columns: {id: Int, name: String}}}
      collections:
        Note: {title: String, team: Team.ID?, photo: Blob?}

      """
    #expect(
      try diagram(text).mermaid == """
        erDiagram
          Team {
            Int id PK
            String name
          }
          Note {
            String id PK
            String title
            Int team "optional"
            Blob photo "optional"
          }

        """
    )
    let keys = try diagram(text, columns: .keys).tables[1]
    #expect(keys.columns.map(\.name) == ["id"] && keys.hiddenCount == 3)
    #expect(try diagram(text, columns: Diagram.Columns.none).tables[1].hiddenCount == 4)
  }

  @Test func `keys, types and cardinalities are shown`() throws {
    #expect(
      try diagram(league).mermaid == """
        erDiagram
          Team {
            Int id PK
            String name UK
          }
          Player {
            Player-ID id PK
            Int teamID FK "optional"
            Array(String) tags
          }
          Passport {
            Int id PK
            Player-ID playerID FK, UK
          }
          Season {
            Int team PK, FK
            Int year PK
            Dictionary(Int) points "optional"
          }
          Match {
            Int id PK
            Int home FK
            Int year FK
            Int parent FK "optional"
          }
          Team |o--o{ Player : "teamID"
          Player ||--o| Passport : "playerID"
          Team ||--o{ Season : "team"
          Match |o--o{ Match : "parent"
          Season ||--o{ Match : "home, year"

        """
    )
  }

  @Test func `the ends of a line in DOT say how many rows there may be`() throws {
    let dot = try diagram(league).dot
    #expect(dot.contains("t1:c1 -> t0 [arrowtail=crowodot, arrowhead=teeodot, "))
    #expect(dot.contains("t2:c1 -> t1 [arrowtail=teeodot, arrowhead=teetee, "))
    #expect(dot.contains("t4:c1 -> t3 [arrowtail=crowodot, arrowhead=teetee, "))
    #expect(dot.contains("tooltip=\"Match.home, year → Season\""))
    #expect(try diagram(league).dot == dot)
  }

  @Test func `odd names are words that Mermaid reads`() throws {
    let text = """
      strata: 1
      database: D
      enums: {Größe: [klein, groß]}
      tables:
        class: {columns: {id: Int, PK: Int, FKs: Int, UKé: Int, µ: Int, größe: Größe, 名前: String}}
        名簿: {sql: "a \\"b\\" %c\\\\d", columns: {id: Int, "_1": class.ID}}

      """
    #expect(
      try diagram(text).mermaid == """
        erDiagram
          "class" {
            Int id PK
            Int _PK "PK"
            Int FKs
            Int _UKé "UKé"
            Int _ "µ"
            Größe größe
            String 名前
          }
          "名簿" {
            Int id PK
            Int _1 FK
          }
          "class" ||--o{ "名簿" : "_1"

        """
    )
  }

  @Test func `large diagrams show keys, unless all columns are asked for`() throws {
    let tables = (0..<41).map { "  T\($0): {columns: {id: Int, name: String, up: T0.ID}}\n" }
    let text = "strata: 1\ndatabase: D\ntables:\n" + tables.joined()
    #expect(try diagram(text).tables[1].columns.map(\.name) == ["id", "up"])
    #expect(try diagram(text).tables[1].hiddenCount == 1)
    #expect(try diagram(text).dot.contains(">1 more<"))
    #expect(try diagram(text, columns: .all).tables[1].columns.count == 3)
    #expect(try diagram(text, columns: Diagram.Columns.none).mermaid.contains("erDiagram\n  T0\n"))
  }

  @Test func `text in DOT is escaped`() {
    let column = Diagram.Column(name: "a<b>&\"'", type: "X", marks: [])
    let diagram = Diagram(
      name: "quote\"back\\slash",
      tables: [Diagram.Table(name: "<T>", columns: [column], hiddenCount: 0)],
      references: []
    )
    #expect(diagram.dot.hasPrefix("digraph \"quote\\\"back\\\\slash\" {"))
    #expect(diagram.dot.contains("a&lt;b&gt;&amp;&quot;'"))
    #expect(diagram.dot.contains("&lt;T&gt;"))
  }
}
