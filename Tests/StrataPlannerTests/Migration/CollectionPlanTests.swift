import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct CollectionPlanTests {
  private static let table = "tables: {Team: {columns: {id: Int, name: String}}}\n"

  private func collection(_ fields: String, _ rest: String = "") -> String {
    Self.table + "collections: {Task: {sql: tasks, fields: {\(fields)}\(rest)}}\n"
  }

  private static let documents = [
    """
    INSERT INTO strata_collection_tasks (sequence, id, revision, body)
    VALUES (1, 'a', '1@x', '{"title":"A","note":"old","due":"2026-11-30T09:15:00.000Z"}')
    """
  ]

  @Test func `a collection is added with its table, its view and its indexes`() throws {
    let evolution = try Evolution(
      Self.table,
      collection("title: String", ", indexes: {byTitle: [title]}")
    )
    #expect(
      evolution.statements.map { $0.split(separator: "(")[0].split(separator: "\n")[0] } == [
        #"CREATE TABLE "strata_collection_tasks" "#,
        #"CREATE INDEX "strata_expiration_tasks" ON "strata_collection_tasks" "#,
        #"CREATE INDEX "tasks_byTitle" ON "strata_collection_tasks" "#,
        #"CREATE VIEW "tasks" AS"#,
      ]
    )
    #expect(evolution.hazards == [])
    _ = try evolution.migrated([])
  }

  @Test func `a field that may be missing is added to the view, and documents stay`() throws {
    let evolution = try Evolution(
      collection("title: String"),
      collection(
        "title: String, note: String?, due: Date?, count: {type: Int, default: 3}",
        ", indexes: {byDue: [due desc, note]}"
      )
    )
    #expect(evolution.hazards == [])
    let rows = try evolution.migrated(Self.documents)
    #expect(
      try rows.lines("SELECT id, title, note, due, count FROM tasks")
        == ["a|A|old|2026-11-30 09:15:00.000|3"]
    )
  }

  @Test func `what documents were written without, or with another type, is a hazard`() throws {
    let added = try Evolution(
      collection("title: String"),
      collection("title: String, note: String")
    )
    #expect(added.hazards == ["value-changed Task.note"])
    let changed = try Evolution(
      collection("title: String, count: Int?"),
      collection("title: String, count: Bool?")
    )
    #expect(changed.hazards == ["value-changed Task.count"])
    let removed = try Evolution(
      collection("title: String, note: Int?"),
      collection("title: String")
    )
    #expect(removed.hazards == ["value-changed Task.note"])
    #expect(removed.plan?.changes.map(\.message).contains { $0.contains("note") } == true)
  }

  @Test func `a collection that goes takes its documents, and is never taken for another`() throws {
    let dropped = try Evolution(collection("title: String"), Self.table)
    #expect(dropped.hazards == ["table-dropped strata_collection_tasks"])
    #expect(dropped.plan?.hazards.first?.message == "all documents of 'tasks' are lost")
    let other = "collections: {Errand: {title: String}}\n"
    let renamed = try Evolution(collection("title: String"), Self.table + other)
    #expect(renamed.codes == ["possible-rename"])
    #expect(
      renamed.diagnostics.first?.message.contains("write 'sql: tasks' in collection 'Errand'")
        == true
    )
    let allowed = try Evolution(
      collection("title: String"),
      "allow: {drop: [tasks]}\n" + Self.table + other
    )
    #expect(allowed.hazards == ["table-dropped strata_collection_tasks"])
    let same = try Evolution(
      collection("title: String"),
      Self.table + "collections: {Errand: {sql: tasks, fields: {title: String}}}\n"
    )
    #expect(same.statements == [] && same.codes == [])
  }

  @Test func `an index is added to documents that are there, and one of another field replaced`()
    throws
  {
    let evolution = try Evolution(
      collection("title: String, place: \"[String: String]?\"", ", indexes: {by: [title]}"),
      collection("title: String, place: \"[String: String]?\"", ", indexes: {by: [place.city]}")
    )
    #expect(evolution.statements.count == 2)
    #expect(evolution.statements.last?.contains(#"body ->> '$."place"."city"'"#) == true)
    _ = try evolution.migrated(Self.documents)
  }

  @Test func `an enum of documents that loses a case is a hazard`() throws {
    let evolution = try Evolution(
      "enums: {Mood: [glad, sad]}\n" + collection("mood: Mood?, moods: [Mood]"),
      "enums: {Mood: [glad]}\n" + collection("mood: Mood?, moods: [Mood]")
    )
    #expect(evolution.hazards == ["enum-case-removed tasks"])
  }
}
