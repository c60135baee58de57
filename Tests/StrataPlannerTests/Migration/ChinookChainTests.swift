import Foundation
import StrataSQLite
import StrataSchema
import Testing

@testable import StrataPlanner

/// Ten steps over the real Chinook file, which lies beside the checkout where there is one.
@Suite struct ChinookChainTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let file = root.appending(path: "../shared/data/Chinook.sqlite")
    .standardizedFileURL
  private static var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The sample schema without its requests, its search and its views, which the file does not have.
  private static func schemaText() throws -> String {
    let url = root.appending(path: "Schemas/Chinook/Chinook.yaml")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    var lines: [Substring] = []
    var isRequest = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "search:" { break }
      let indentation = line.prefix { $0 == " " }.count
      if line == "    requests:" { isRequest = true } else if indentation < 5 { isRequest = false }
      if !isRequest { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  /// A change of the schema file, with a statement that is added by hand after one that holds a text.
  private struct Change {
    var name: String
    var edits: [(old: String, new: String)]
    var byHand: (after: String, sql: String)?
  }

  private static let changes: [Change] = [
    Change(
      name: "rename-column",
      edits: [
        (
          "      name: {type: String?, sql: Name NVARCHAR(120)}\n\n  Album:",
          "      name: {type: String?, sql: FullName NVARCHAR(120), was: Name}\n\n  Album:"
        )
      ]
    ),
    Change(
      name: "rename-table",
      edits: [
        (
          "  Genre:\n    doc: A kind of music.\n    sql: Genre",
          "  Style:\n    doc: A kind of music.\n    sql: Style\n    was: Genre"
        ),
        ("Genre.ID?", "Style.ID?"),
      ]
    ),
    Change(
      name: "search-and-views",
      edits: [
        (
          "#end",
          """
          search:
            TrackSearch: {table: Track, columns: [name, composer]}
          views:
            Titles: {sql: "SELECT Track.TrackId AS id, Track.Name AS track, Artist.FullName AS artist FROM Track JOIN Album USING (AlbumId) JOIN Artist USING (ArtistId)"}
            Long: {sql: "SELECT id FROM titles WHERE length(track) > 100"}
          triggers:
            sold: {sql: "AFTER INSERT ON InvoiceLine BEGIN UPDATE Track SET Bytes = Bytes WHERE TrackId = new.TrackId; END"}
          #end
          """
        )
      ]
    ),
    Change(
      name: "cents",
      edits: [
        (
          "      unitPrice: {type: Decimal, sql: \"UnitPrice NUMERIC(10,2)\", stored: real}\n    indexes:\n      byAlbum",
          "      unitPrice: {type: Decimal, sql: \"UnitPrice NUMERIC(10,2)\", stored: real}\n      cents: {type: Int, sql: Cents, backfill: CAST(round(UnitPrice * 100) AS INTEGER)}\n    indexes:\n      byAlbum"
        )
      ]
    ),
    Change(
      name: "drop-price",
      edits: [
        (
          "      unitPrice: {type: Decimal, sql: \"UnitPrice NUMERIC(10,2)\", stored: real}\n      cents: {type: Int, sql: Cents, backfill: CAST(round(UnitPrice * 100) AS INTEGER)}",
          "      cents: {type: Int, sql: Cents}"
        ),
        ("    sql: Track\n", "    sql: Track\n    allow: {drop: [UnitPrice]}\n"),
      ]
    ),
    Change(
      name: "split-companies",
      edits: [
        (
          "  MediaType:\n",
          "  Company:\n    columns: {id: Int, name: {type: String, unique: true}}\n  MediaType:\n"
        )
      ],
      byHand: (
        "CREATE TABLE \"company\"",
        "INSERT INTO company (name) SELECT DISTINCT Company FROM Customer WHERE Company IS NOT NULL"
      )
    ),
    Change(
      name: "refer-to-companies",
      edits: [
        (
          "      company: {type: String?, sql: Company NVARCHAR(80)}\n",
          "      company: {type: String?, sql: Company NVARCHAR(80)}\n      companyID: {type: Company.ID?, as: employer, delete: restrict, backfill: (SELECT id FROM company WHERE name = Company)}\n"
        )
      ]
    ),
    Change(
      name: "drop-company",
      edits: [
        ("      company: {type: String?, sql: Company NVARCHAR(80)}\n", ""),
        ("    sql: Customer\n", "    sql: Customer\n    allow: {drop: [Company]}\n"),
      ]
    ),
    Change(
      name: "strict-and-required",
      edits: [
        (
          "    sql: Playlist\n    columns:\n      id: {type: Int, sql: PlaylistId}\n      name: {type: String?, sql: Name NVARCHAR(120)}",
          "    sql: Playlist\n    strict: true\n    columns:\n      id: {type: Int, sql: PlaylistId, autoincrement: true}\n      name: {type: String, sql: Name, backfill: \"'unnamed'\"}"
        ),
        (
          "composer: {type: String?, sql: Composer NVARCHAR(220)}",
          "composer: {type: String, sql: Composer NVARCHAR(220), backfill: \"''\"}"
        ),
        ("columns: [name, composer]}", "columns: [name, composer], tokenize: porter}"),
      ]
    ),
    Change(
      name: "cascades-and-keys",
      edits: [
        (
          "      invoiceID: {type: Invoice.ID, sql: InvoiceId, inverse: lines}",
          "      invoiceID: {type: Invoice.ID, sql: InvoiceId, inverse: lines, delete: cascade}"
        ),
        (
          "    primaryKey: [playlistID, trackID]\n",
          "    primaryKey: [playlistID, trackID]\n    withoutRowID: true\n"
        ),
        (
          "      reportsTo: {type: Employee.ID?, sql: ReportsTo,",
          "      reportsTo: {type: Employee.ID?, sql: ReportsTo, delete: setNull,"
        ),
      ]
    ),
  ]

  @Test(.enabled(if: exists)) func `ten steps keep every value of a real database`() throws {
    var text = try Self.schemaText() + "#end\n"
    var schema = try Evolution.schema(text)
    let file = try DatabaseFile(path: Self.file.path, for: schema)
    let empty = MigrationHistory(folder: "Chinook.migrations")
    let (step, baseline, lock) = empty.baseline(as: "baseline", of: file, for: schema)
    var history = try Self.read([("\(step).sql", baseline), ("strata.lock", lock.text)])
    for change in Self.changes {
      for edit in change.edits {
        try #require(text.contains(edit.old), "\(change.name): \(edit.old)")
        text = text.replacing(edit.old, with: edit.new)
      }
      schema = try Evolution.schema(text)
      var diagnostics = Diagnostics()
      let replayed = try #require(replay(history, for: schema, &diagnostics))
      let plan = planMigration(from: replayed, to: schema, &diagnostics)
      history = try history.adding(
        try #require(plan, "\(change.name): \(diagnostics.all.map(\.message))"),
        change.name,
        byHand: change.byHand
      )
    }
    var diagnostics = Diagnostics()
    #expect(checkHistory(history, against: schema, &diagnostics)?.count == 11)
    #expect(diagnostics.all.map(\.message) == [])

    let database = file.connection
    let before = try Self.questions.map { try database.lines($0.before) }
    #expect(before[0] == ["3503"])
    try file.migrate(history, from: file.position(in: history))
    for (index, question) in Self.questions.enumerated() {
      #expect(try database.lines(question.after) == before[index], "\(question.after)")
    }
    let replayed = try #require(replay(history, for: schema, &diagnostics))
    let migrated = SchemaDifference(from: try StoredSchema(database), to: replayed.stored)
    #expect(ChangeWriter(schema: schema).changes(migrated).map(\.message) == [])
    #expect(try database.lines("PRAGMA integrity_check") == ["ok"])
    #expect(try database.lines("PRAGMA foreign_key_check") == [])
    try database.execute(
      "INSERT INTO trackSearch (trackSearch, rank) VALUES ('integrity-check', 1)"
    )
    #expect(try database.lines("SELECT count(*) FROM trackSearch('balls')") != ["0"])
    #expect(try database.lines("SELECT seq FROM sqlite_sequence WHERE name = 'Playlist'") == ["18"])
  }

  /// What has to be the same before and after.
  private static let questions: [(before: String, after: String)] = {
    let same = [
      "SELECT count(*) FROM Track", "SELECT * FROM Album ORDER BY 1",
      "SELECT * FROM MediaType ORDER BY 1",
      "SELECT * FROM Employee ORDER BY 1", "SELECT * FROM Invoice ORDER BY 1",
      "SELECT * FROM InvoiceLine ORDER BY 1", "SELECT * FROM PlaylistTrack ORDER BY 1, 2",
      "SELECT PlaylistId, Name FROM Playlist ORDER BY 1",
      "SELECT CustomerId, FirstName, LastName, Address, Email, SupportRepId FROM Customer ORDER BY 1",
      """
      SELECT TrackId, Name, AlbumId, MediaTypeId, GenreId, coalesce(Composer, ''), Milliseconds, Bytes
      FROM Track ORDER BY 1
      """,
    ].map { ($0, $0) }
    return same + [
      (
        "SELECT ArtistId, Name FROM Artist ORDER BY 1",
        "SELECT ArtistId, FullName FROM Artist ORDER BY 1"
      ),
      ("SELECT * FROM Genre ORDER BY 1", "SELECT * FROM Style ORDER BY 1"),
      (
        "SELECT TrackId, CAST(round(UnitPrice * 100) AS INTEGER) FROM Track ORDER BY 1",
        "SELECT TrackId, Cents FROM Track ORDER BY 1"
      ),
      (
        "SELECT CustomerId, Company FROM Customer ORDER BY 1",
        "SELECT CustomerId, company.name FROM Customer LEFT JOIN company ON company.id = companyID ORDER BY 1"
      ),
    ]
  }()

  private static func read(_ files: [(name: String, text: String)]) throws -> MigrationHistory {
    var diagnostics = Diagnostics()
    let history = readHistory(
      folder: "Chinook.migrations",
      files: files.map { SchemaFile(path: "Chinook.migrations/\($0.name)", text: $0.text) },
      &diagnostics
    )
    return try #require(history, "\(diagnostics.all.map(\.message))")
  }
}
