import ChinookSample
import Foundation
import Strata
import Testing

/// The generated records on the real database: every row of every table.
@Suite(.enabled(if: ChinookFile.exists)) struct ChinookTests {
  @Test func `every row of every table is read`() throws {
    let file = try ChinookFile()
    let queue = try file.open()
    try queue.read { db in
      try expectAll(Artist.self, 275, db)
      try expectAll(Album.self, 347, db)
      try expectAll(Employee.self, 8, db)
      try expectAll(Customer.self, 59, db)
      try expectAll(Genre.self, 25, db)
      try expectAll(MediaType.self, 5, db)
      try expectAll(Playlist.self, 18, db)
      try expectAll(Track.self, 3503, db)
      try expectAll(Invoice.self, 412, db)
      try expectAll(InvoiceLine.self, 2240, db)
      try expectAll(PlaylistTrack.self, 8715, db)
    }
  }

  private func expectAll<Record: GeneratedRecord>(
    _ type: Record.Type,
    _ count: Int,
    _ db: Database
  ) throws {
    let records = try Record.fetchAll(db)
    #expect(records.count == count, "\(type)")
    #expect(try Record.fetchCount(db) == count, "\(type)")
  }

  @Test func `every column of a row is what SQLite holds`() throws {
    let file = try ChinookFile()
    let queue = try file.open()
    try queue.read { db in
      let tracks = try Track.fetchAll(db, sql: "SELECT * FROM Track ORDER BY TrackId")
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM Track ORDER BY TrackId")
      #expect(tracks.count == rows.count)
      for (track, row) in zip(tracks, rows) {
        #expect(track.id == row["TrackId"])
        #expect(track.name == row["Name"])
        #expect(track.albumID == row["AlbumId"])
        #expect(track.mediaTypeID == row["MediaTypeId"])
        #expect(track.genreID == row["GenreId"])
        #expect(track.composer == row["Composer"])
        #expect(track.milliseconds == row["Milliseconds"])
        #expect(track.bytes == row["Bytes"])
        #expect("\(track.unitPrice)" == String(row["UnitPrice"] as Double))
      }
      let invoices = try Invoice.fetchAll(db, sql: "SELECT * FROM Invoice ORDER BY InvoiceId")
      let texts = try String.fetchAll(
        db,
        sql: """
          SELECT strftime('%s', InvoiceDate) || ' ' || Total || ' ' || BillingCountry
          FROM Invoice ORDER BY InvoiceId
          """
      )
      #expect(
        invoices.map {
          "\(Int($0.date.timeIntervalSince1970)) \($0.total) \($0.billingCountry ?? "")"
        } == texts
      )
    }
  }

  @Test func `rows that are written back unchanged keep their numbers`() throws {
    let file = try ChinookFile()
    try file.open().write { db in
      let sql = "SELECT quote(Total) FROM Invoice ORDER BY InvoiceId"
      let before = try String.fetchAll(db, sql: sql)
      for invoice in try Invoice.fetchAll(db) { try invoice.update(db) }
      #expect(try String.fetchAll(db, sql: sql) == before)
    }
  }

  @Test func `values have their types`() throws {
    let file = try ChinookFile()
    let queue = try file.open()
    try queue.read { db in
      let track = try Track.find(db, id: 1)
      #expect(track.name == "For Those About To Rock (We Salute You)")
      #expect(track.unitPrice == Decimal(string: "0.99"))
      let invoice = try Invoice.find(db, id: 1)
      #expect(invoice.date == Date(timeIntervalSince1970: 1_609_459_200))
      #expect(invoice.total == Decimal(string: "1.98"))
      let chief = try #require(try Employee.fetchOne(db, key: 1))
      #expect(chief.reportsTo == nil)
      #expect(chief.title == "General Manager")
    }
  }

  @Test func `views give the totals that the sqlite3 shell gives`() throws {
    let file = try ChinookFile()
    let queue = try file.open()
    try queue.read { db in
      let countries = try SalesByCountryRequest().fetch(db)
      #expect(countries.count == 24)
      let usa = try #require(try SalesOfRequest(country: "USA").fetch(db))
      #expect(usa.invoices == 91)
      #expect(abs(usa.total - 523.06) < 0.001)
      #expect(abs(countries.map(\.total).reduce(0, +) - 2328.60) < 0.001)
      let genres = try BestSellingGenresRequest().fetch(db)
      #expect(genres.count == 25)
      #expect(genres.first?.name == "Rock")
      #expect(genres.map(\.sold).reduce(0, +) == 2240)
      #expect(try TracksByArtistRequest(artist: "AC/DC").fetch(db).count == 18)
    }
  }

  @Test func `requests on tables are typed by their columns`() throws {
    let file = try ChinookFile()
    let queue = try file.open()
    try queue.read { db in
      // Text dates compare as text: the file has no milliseconds, so its days begin before ours.
      let day = try #require(Date.fromDatabaseValue("2020-12-31 23:59:59".databaseValue))
      let later = day.addingTimeInterval(3 * 86400)
      #expect(try InvoicesBetweenRequest(from: day, to: later).fetch(db).map(\.id) == [1, 2, 3])
      #expect(try TracksOfGenreRequest(genre: 1).fetch(db) == 1297)
      #expect(try AlbumTitledRequest(title: "Big Ones").fetch(db)?.artistID == 3)
      #expect(try AlbumTitledRequest(title: "No Such Album").fetch(db) == nil)
      #expect(try AlbumsOfArtistRequest(artist: 1).fetch(db).count == 2)
      #expect(try TracksLongerThanRequest(milliseconds: 5_000_000).fetch(db).count == 2)
    }
  }

  @Test func `writes survive`() throws {
    let file = try ChinookFile()
    let id = try file.open().write { db in
      let artist = try Artist.Draft(name: "Strata").insert(db)
      let album = try Album.Draft(title: "Sediment", artistID: artist.id).insert(db)
      _ = try Track.Draft(
        name: "Gneiss",
        albumID: album.id,
        mediaTypeID: 1,
        milliseconds: 1000,
        unitPrice: Decimal(string: "1.29") ?? 0
      ).insert(db)
      return artist.id
    }
    try DatabaseQueue(path: file.url.path).read { db in
      #expect(try Artist.find(db, id: id).name == "Strata")
      let album = try #require(try AlbumsOfArtistRequest(artist: id).fetch(db).first)
      let track = try #require(try Track.fetchAll(db).last)
      #expect(track.albumID == album.id)
      #expect(track.unitPrice == Decimal(string: "1.29"))
      #expect(
        try String.fetchOne(db, sql: "SELECT typeof(UnitPrice) FROM Track WHERE Name = 'Gneiss'")
          == "real"
      )
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
    }
  }
}

/// What the schema would create is what the real file is.
@Suite(.enabled(if: ChinookFile.exists)) struct ChinookCatalogTests {
  @Test func `the schema describes the file exactly`() throws {
    let created = try catalog(of: ChinookDatabase.openInMemory())
    let file = try ChinookFile()
    let real = try catalog(of: DatabaseQueue(path: file.url.path))
    #expect(!real.isEmpty)
    #expect(created == real)
  }

  /// Tables, columns, keys, foreign keys and indexes, as the pragmas tell them.
  private func catalog(of queue: DatabaseQueue) throws -> [String] {
    try queue.read { db in
      var lines: [String] = []
      let tables = try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      )
      for table in tables
      where !table.hasPrefix("sqlite_") && !table.hasPrefix("strata_")
        && !table.hasPrefix("grdb_") && !table.hasPrefix("trackSearch")
      {
        let queries = [
          """
          SELECT 'column ' || name || ' ' || type || ' ' || "notnull" || ' ' || pk \
          || ' ' || ifnull(dflt_value, '-') FROM pragma_table_xinfo(?) ORDER BY cid
          """,
          """
          SELECT 'foreign ' || "from" || ' ' || "table" || ' ' || "to" || ' ' || on_update \
          || ' ' || on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"
          """,
          """
          SELECT 'index ' || il.name || ' ' || il."unique" || ' ' || il.partial || ' ' \
          || group_concat(ii.name) FROM pragma_index_list(?) il, pragma_index_info(il.name) ii \
          WHERE il.origin = 'c' GROUP BY il.name ORDER BY il.name
          """,
        ]
        for query in queries {
          lines += try String.fetchAll(db, sql: query, arguments: [table]).map { "\(table): \($0)" }
        }
      }
      return lines
    }
  }
}
