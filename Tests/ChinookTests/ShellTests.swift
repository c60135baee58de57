import ChinookSample
import Foundation
import Strata
import Testing

/// The requests in SQL give what the `sqlite3` shell prints for them.
@Suite(.enabled(if: ChinookFile.exists && Shell.exists)) struct ShellTests {
  private let file: ChinookFile
  private let queue: DatabaseQueue

  init() throws {
    file = try ChinookFile()
    queue = try file.open()
  }

  private func read(_ body: (Database) throws -> Void) throws {
    try queue.read { db in try body(db) }
  }

  private func shell<Request: TypedRequest>(_ request: Request) throws -> [String] {
    try Shell.rows(Request.definition.sql, Shell.parameters(of: request), in: file.url)
  }

  private func expect<Request: ManyRequest>(_ request: Request, _ db: Database) throws {
    let shell = try self.shell(request)
    let lines = try request.fetch(db).map { Shell.line($0) }
    #expect(lines.count == shell.count)
    for (line, expected) in zip(lines, shell) { #expect(line == expected) }
    #expect(!shell.isEmpty)
  }

  private func expect<Request: FirstRequest>(_ request: Request, _ db: Database) throws {
    let shell = try self.shell(request)
    #expect(try request.fetch(db).map { Shell.line($0) } == shell.first)
  }

  private func expect<Request: TypedRequest>(value request: Request, _ db: Database) throws {
    let shell = try self.shell(request)
    #expect(try [Shell.line(request.fetch(db))] == shell)
  }

  @Test func `records beside columns`() throws {
    try read { db in
      try expect(TopCustomersRequest(), db)
      try expect(AlbumWithTracksRequest(album: 1), db)
      try expect(ArtistsWithAlbumsRequest(name: "A%"), db)
      try expect(EmployeeTreeRequest(top: 1), db)
      try expect(ManagersRequest(), db)
      try expect(InvoiceLinesRequest(invoice: 5), db)
      try expect(FirstInvoicesRequest(country: "USA"), db)
      try expect(TracksAboutRequest(count: 7, words: "love NOT lennon"), db)
      #expect(try TracksAboutRequest(words: "zzz").fetch(db) == [])
    }
  }

  @Test func `rows of a record`() throws {
    try read { db in
      try expect(ArtistsWithoutAlbumsRequest(), db)
      try expect(TracksOfPlaylistRequest(playlist: 17), db)
      try expect(LongestTrackOfGenreRequest(genre: "Rock"), db)
      #expect(try WrongTotalsRequest().fetch(db) == [])
    }
  }

  @Test func `rows of their own`() throws {
    try read { db in
      try expect(RevenueByMonthRequest(), db)
      try expect(GenreSharesRequest(), db)
      try expect(PlaylistSizesRequest(), db)
      try expect(OnSeveralPlaylistsRequest(atLeast: 5), db)
      try expect(SupportRepSalesRequest(year: "2024"), db)
      try expect(BestTrackPerGenreRequest(), db)
      try expect(NamesRequest(), db)
      try expect(PriceBandsRequest(), db)
      try expect(ComposersRequest(atLeast: 20), db)
      try expect(QuartilesRequest(), db)
    }
  }

  @Test func `values, counts and existence`() throws {
    try read { db in
      try expect(value: TotalRevenueRequest(), db)
      try expect(value: RevenueOfCountryRequest(country: "Canada"), db)
      try expect(value: RevenueOfCountryRequest(country: "Atlantis"), db)
      try expect(value: CountriesServedRequest(), db)
      try expect(value: HasBoughtRequest(customer: 1, artist: 1), db)
      try expect(value: HasBoughtRequest(customer: 2, artist: 1), db)
    }
  }

  @Test func `statements write what the shell reads`() throws {
    try queue.write { db throws in
      let prices = "SELECT count(*) FROM Track WHERE GenreId = 1 AND UnitPrice = 1.09"
      let count = try RaisePrices(percent: 10, genre: 1).run(db)
      #expect(count == 1297)
      #expect(try Int.fetchOne(db, sql: prices) == 1297)

      #expect(try AddToPlaylist(playlist: 18, album: 1).run(db) == 10)
      #expect(try AddToPlaylist(playlist: 18, album: 1).run(db) == 0)
      #expect(try TracksOfPlaylistRequest(playlist: 18).fetch(db).count == 11)

      let artist = try AddArtist(name: "Strata").run(db)
      #expect(try Artist.find(db, id: artist).name == "Strata")
      let album = try Album.Draft(title: "Sediment", artistID: artist).insert(db)
      let track = try Track.Draft(
        name: "Gneiss",
        albumID: album.id,
        mediaTypeID: 1,
        milliseconds: 1,
        unitPrice: 1
      ).insert(db)
      #expect(try RemoveUnsold(album: album.id).run(db) == [track])
      #expect(try RemoveUnsold(album: 1).run(db) == [])
    }
  }
}
