import CollectionsSample
import Foundation
import Strata
import StrataDocuments
import Testing

/// What is generated from `Tests/CollectionsSample/Schemas`.
@Suite(.timeLimit(.minutes(5)))
struct CollectionSchemaTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let errands: DocumentCollection

  init() throws {
    queue = try ErrandsDatabase.openInMemory()
    store = try DocumentStore(queue)
    errands = try store.collection(of: Errand.self)
  }

  private static let date = Date(timeIntervalSince1970: 1_764_500_425.125)

  private func full(_ title: String, team: Team.ID? = nil) throws -> Errand {
    Errand(
      title: title,
      completed: true,
      priority: .high,
      mood: .glad,
      count: 3,
      weight: 2,
      due: Self.date,
      price: 12.5,
      fee: Decimal(string: "0.10000000000000000001"),
      tags: ["a", "b"],
      days: [Self.date],
      place: Place(city: "Riga", seen: Self.date),
      scores: ["x": 1],
      cost: Money(cents: 5),
      team: team,
      site: URL(string: "https://example.com/a"),
      photo: Blob(contentType: "image/png", data: Data("photo".utf8)),
      content: Data("content".utf8)
    )
  }

  @Test func `every kind of field is in the model, in the row and in the model of the row`() throws
  {
    let team = Team(id: Team.ID(rawValue: UUID()), name: "Red")
    try queue.write { db in try team.insert(db) }
    let errand = try full("All", team: team.id)
    try errands.save(from: errand)
    let id = try #require(errand.id)

    let read = try #require(try errands.document(id: id, as: Errand.self))
    let row = try queue.read { db in try ErrandRow.find(db, id: id) }
    let model = try row.model(in: store)
    for other in [read, model] {
      #expect(other.id == id && other.title == "All" && other.completed == true)
      #expect(other.priority == .high && other.mood == .glad && other.count == 3)
      #expect(other.weight == 2 && other.due == Self.date && other.price == 12.5)
      #expect(other.fee == errand.fee && other.tags == ["a", "b"] && other.days == [Self.date])
      #expect(other.place == Place(city: "Riga", seen: Self.date) && other.scores == ["x": 1])
      #expect(other.cost == Money(cents: 5) && other.team == team.id && other.site == errand.site)
      #expect(try other.photo?.content() == Data("photo".utf8))
      #expect(other.content == Data("content".utf8))
    }
    #expect(row.title == "All" && row.completed == true && row.priority == .high)
    #expect(row.mood == .glad && row.count == 3 && row.weight == 2 && row.due == Self.date)
    #expect(row.price == 12.5 && row.fee == errand.fee && row.tags == ["a", "b"])
    #expect(row.days == [Self.date] && row.place == errand.place && row.scores == ["x": 1])
    #expect(row.team == team.id && row.site == errand.site && row.content == errand.content)
    #expect(row.photo == errand.photo?.digest && row.revision == errand.$id.revision)
    #expect(row.cost == #"{"cents":5}"#.databaseValue)

    let rows = try queue.read { db in try ErrandsWithTeamsRequest().fetch(db) }
    #expect(rows.map(\.team) == [team] && rows.map(\.errand) == [row])
    let counts = try queue.read { db in try TagCountsRequest().fetch(db) }
    #expect(counts.map(\.tag) == ["a", "b"] && counts.map(\.count) == [1, 1])
  }

  @Test func `what is missing is nil or the default, in documents of others too`() throws {
    try errands.save(from: Errand(id: "own", title: "Own"))
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO strata_collection_errands (sequence, id, revision, body)
          VALUES (9, 'other', '1@x', '{"title":"Other","completed":null}')
          """
      )
    }
    let rows = try queue.read { db in try OpenErrandsRequest().fetch(db) }
    #expect(rows.map(\.id) == ["other", "own"])
    for row in rows {
      let model = try row.model()
      #expect(row.completed == nil && row.priority == .low && row.count == 1 && row.due == nil)
      #expect(row.tags == ["new"] && row.days == [] && row.place == nil && row.content == nil)
      #expect(model.completed == nil && model.priority == .low && model.count == 1)
      #expect(model.tags == ["new"] && model.days == [] && model.due == nil && model.photo == nil)
    }
    let error = #expect(throws: RowDecodingError.self) {
      try queue.write { db in
        try db.execute(sql: "UPDATE strata_collection_errands SET body = '{}' WHERE id = 'own'")
        return try OpenErrandsRequest().fetch(db)
      }
    }
    #expect("\(try #require(error))".contains("title"))
  }

  @Test func `requests choose documents by their fields`() throws {
    let (red, blue) = (Team.ID(rawValue: UUID()), Team.ID(rawValue: UUID()))
    for (index, title) in ["a", "b", "c"].enumerated() {
      let errand = try full(title, team: index == 1 ? blue : red)
      errand.due = Self.date.addingTimeInterval(Double(index))
      errand.price = Decimal(index * 5)
      errand.priority = index == 0 ? .low : .high
      try errands.save(from: errand)
    }
    try queue.read { db in
      let due = try ErrandsDueRequest(date: Self.date.addingTimeInterval(1.5)).fetch(db)
      #expect(due.map(\.title) == ["b", "a"])
      #expect(try ErrandsTitledRequest(title: "c").fetch(db).map(\.title) == ["c"])
      #expect(try ErrandsOfRequest(team: red).fetch(db).map(\.title) == ["a", "c"])
      #expect(try ErrandNamedRequest(title: "b").fetch(db)?.team == blue)
      #expect(try HighestPriceRequest().fetch(db) == 10)
      let request = ErrandsOfPriorityRequest(priorities: [.low, .high])
      let page = try request.page().fetch(db)
      #expect(page.rows.map(\.title) == ["a", "b"])
      #expect(try request.page(after: page.next).fetch(db).rows.map(\.title) == ["c"])
      let filtered = try ErrandRow.filter(ErrandRow.Columns.priority == .high)
        .order(ErrandRow.Columns.title.desc).fetchAll(db)
      #expect(filtered.map(\.title) == ["c", "b"])
      #expect(try AllRequest<ErrandRow>().fetch(db).count == 3)
    }
  }

  @Test func `dates of every form are compared, ordered and read as the same times`() throws {
    let dues = [
      "c": "2026-11-30T10:15:00.5+01:00", "a": "2026-11-30 09:15", "d": "2026-11-30T09:15:01.000Z",
      "b": "2026-11-30T09:15:00.250Z", "e": "2026-11-30T08:15:03-01:00", "f": "2026-12-01",
    ]
    try queue.write { db in
      for (index, (id, due)) in dues.enumerated() {
        try db.execute(
          sql: """
            INSERT INTO strata_collection_errands (sequence, id, revision, body)
            VALUES (?, ?, '1@x', json_object('title', ?2, 'due', ?3))
            """,
          arguments: [index, id, due]
        )
      }
    }
    let start = try #require(Date.fromDatabaseValue("2026-11-30 09:15:00.000".databaseValue))
    let rows = try queue.read { db in
      try ErrandsDueRequest(date: start.addingTimeInterval(3600)).fetch(db)
    }
    #expect(rows.map(\.id) == ["e", "d", "c", "b", "a"])
    #expect(rows.map { $0.due?.timeIntervalSince(start) } == [3, 1, 0.5, 0.25, 0])
    #expect(try rows.map { try $0.model().due } == rows.map(\.due))
    let other = try queue.read { db in
      try ErrandRow.order(ErrandRow.Columns.due.desc).fetchAll(db)
    }
    #expect(Array(other.dropFirst()) == rows)
  }

  @Test func `a row gives a model that knows of conflicts`() throws {
    try errands.save(from: Errand(id: "a", title: "First"))
    let row = try #require(
      try queue.read { db in try ErrandNamedRequest(title: "First").fetch(db) }
    )
    let (mine, theirs) = (try row.model(), try row.model())
    theirs.title = "Theirs"
    #expect(try errands.save(from: theirs, concurrencyControl: .failOnConflict))
    mine.title = "Mine"
    #expect(try !errands.save(from: mine, concurrencyControl: .failOnConflict))
  }

  @Test func `requests observe collections, and presence tells what became of a document`()
    async throws
  {
    var rows = OpenErrandsRequest().values(in: queue).makeAsyncIterator()
    #expect(try await rows.next() == [])
    let errand = Errand(id: "a", title: "Watched")
    try errands.save(from: errand)
    #expect(try await rows.next()?.map(\.title) == ["Watched"])

    var all = AllRequest<ErrandRow>().values(in: queue).makeAsyncIterator()
    #expect(try await all.next()?.count == 1)
    let request = ByIDRequest<ErrandRow>(id: "a").observingPresence
    var presences = request.values(in: queue).makeAsyncIterator()
    guard case .existing(let row) = try await presences.next() else {
      Issue.record("the document exists")
      return
    }
    #expect(row.title == "Watched")
    try errands.delete(for: errand)
    guard case .gone(let last) = try await presences.next() else {
      Issue.record("the document is gone")
      return
    }
    #expect(last.title == "Watched")
    #expect(try await rows.next() == [])
    #expect(try await all.next() == [])
  }

  @Test func `the sample of the article works`() async throws {
    let queue = try ErrandsDatabase.openInMemory()
    let store = try DocumentStore(queue)
    let errands = try store.collection(of: Errand.self)
    try errands.save(from: Errand(title: "Feed the cat"))
    for try await rows in OpenErrandsRequest().values(in: queue) {
      guard let row = rows.first else { continue }
      let errand = try row.model()
      errand.completed = true
      try errands.save(from: errand)
      break
    }
    #expect(try await queue.read { db in try OpenErrandsRequest().fetch(db) } == [])
  }

  @Test func `a declared collection is what the runtime makes, with its fields`() throws {
    let other = try DatabaseQueue()
    let plain = try DocumentStore(other).collection("note", fields: ["title", "isDone"])
    func schema(_ queue: DatabaseQueue) throws -> [String] {
      try queue.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT replace(replace(sql, char(10), ''), ' ', '') FROM sqlite_master
            WHERE tbl_name IN ('note', 'strata_collection_note') AND sql <> '' ORDER BY name
            """
        ).map { $0.replacingOccurrences(of: "\"", with: "") }
      }
    }
    #expect(try schema(other) == schema(queue))
    #expect(plain.name == Note.collectionName)
    #expect(try store.collectionNames() == ["errands", "note", "oddity"])
  }

  @Test func `a declared collection has the fields of its schema and no others`() throws {
    #expect(try store.collection("errands", fields: ["title", "due"]) == errands)
    #expect(throws: DocumentError.self) { try store.collection("errands", fields: ["more"]) }
    #expect(throws: DocumentError.self) { try store.collection("Errands") }
    let again = try DocumentStore(queue)
    try again.collection(of: Errand.self).save(from: Errand(title: "Again"))
    #expect(try errands.count() == 1)
  }

  @Test func `declared collections are replicated`() async throws {
    let other = try DocumentStore(ErrandsDatabase.openInMemory())
    try errands.save(from: try full("All"))
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
    configuration.addCollection(errands)
    try await Replicator(configuration).replicate()
    let rows = try await other.writer.read { db in try OpenErrandsRequest().fetch(db) }
    #expect(rows.isEmpty)
    let all = try await other.writer.read { db in try ErrandRow.fetchAll(db) }
    #expect(all.map(\.title) == ["All"])
    #expect(try all.first?.model(in: other).photo?.content() == Data("photo".utf8))
  }
}
