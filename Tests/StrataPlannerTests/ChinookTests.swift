import Foundation
import StrataPlanner
import StrataSQLite
import StrataSchema
import Testing

@Suite struct ChinookTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let schema = folder.appending(path: "../../Schemas/Chinook/Chinook.yaml")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: schema.path())))
  func `the sample schema creates what the real database is`() throws {
    var diagnostics = Diagnostics()
    let file = SchemaFile(
      path: "Chinook.yaml",
      bytes: Array(try Data(contentsOf: ChinookTests.schema))
    )
    let schema = try #require(readSchemas([file], &diagnostics).first)
    let proof = try #require(prove(schema, &diagnostics))
    #expect(diagnostics.all.isEmpty)

    let original = try SQLiteConnection(path: ":memory:")
    try original.execute(
      String(
        contentsOf: ChinookTests.folder.appending(path: "Fixtures/chinook.sql"),
        encoding: .utf8
      )
    )
    let created = try SQLiteConnection(path: ":memory:")
    let added = ["CREATE VIEW", "CREATE VIRTUAL TABLE", "CREATE TRIGGER"]
    for statement in proof.creation where !added.contains(where: statement.hasPrefix) {
      try created.execute(statement)
    }
    #expect(try ChinookTests.catalog(of: created) == ChinookTests.catalog(of: original))
  }

  /// Tables, columns, foreign keys and indexes by what they mean, a line each.
  private static func catalog(of connection: SQLiteConnection) throws -> [String] {
    let queries = [
      "SELECT 'table', name, type, ncol, wr, strict FROM pragma_table_list WHERE schema = 'main'",
      """
      SELECT 'column', t.name, c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
      FROM pragma_table_list t, pragma_table_xinfo(t.name) c WHERE t.schema = 'main'
      """,
      """
      SELECT 'foreign key', t.name, k."from", k."table", k."to", k.on_update, k.on_delete, k.match
      FROM pragma_table_list t, pragma_foreign_key_list(t.name) k WHERE t.schema = 'main'
      """,
      """
      SELECT 'index', t.name, iif(i.origin = 'c', i.name, i.origin), i."unique", i.partial,
        x.seqno, x.name, x.desc, x.coll, x.key
      FROM pragma_table_list t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) x
      WHERE t.schema = 'main'
      """,
    ]
    var lines: [String] = []
    for query in queries {
      let statement = try connection.prepare(query)
      while try statement.step() {
        lines.append(statement.values.map(\.description).joined(separator: " "))
      }
    }
    return lines.sorted()
  }
}
