import CollectionsSample
import Foundation
import Strata
import StrataDocuments
import Testing

/// How generated classes read themselves.
@Suite struct GeneratedModelTests {
  private let store: DocumentStore
  private let errands: DocumentCollection

  init() throws {
    store = try DocumentStore(ErrandsDatabase.openInMemory())
    errands = try store.collection(of: Errand.self)
  }

  /// The fields of `Errand`, read by `Codable`.
  private final class Handwritten: Codable {
    @DocumentID var id: String?
    var title: String
    var completed: Bool?
    var priority: Priority?
    var mood: Mood?
    var count: Int?
    var weight: Double?
    var due: Date?
    var price: Decimal?
    var fee: Decimal?
    var tags: [String]?
    var days: [Date]?
    var place: Place?
    var scores: [String: Int]?
    var cost: Money?
    var team: Team.ID?
    var site: URL?
    var photo: Blob?
    var content: Data?
  }

  private func put(_ fields: String) throws {
    try errands.write(fields.hasPrefix("{") ? fields : "{\"title\":\"t\",\(fields)}")
  }

  @Test(
    arguments: [
      "{}", #"{"title":null}"#, #"{"title":1}"#, #"{"title":["a"]}"#,
      #""completed":"yes""#, #""completed":1"#, #""priority":9"#, #""priority":"low""#,
      #""priority":1.5"#, #""mood":"angry""#, #""mood":1"#, #""count":1.5"#, #""count":"1""#,
      #""count":9223372036854775808"#, #""weight":"1""#, #""weight":1e999"#, #""due":"soon""#,
      #""due":5"#, #""due":"2026-13-30T09:15:00.000Z""#, #""price":"1""#, #""tags":"a""#,
      #""tags":["a",1]"#, #""days":["2026-11-30",null]"#, #""place":{}"#,
      #""place":{"city":"R","seen":1}"#, #""scores":{"a":"b"}"#, #""cost":5"#, #""team":"no""#,
      #""site":1"#, #""photo":"a""#, #""content":"!""#,
    ]
  )
  func `what does not fit is the error that Codable would throw`(_ fields: String) throws {
    try put(fields)
    let own = #expect(throws: DocumentError.self) {
      try errands.document(id: "x", as: Errand.self)
    }
    let other = #expect(throws: DocumentError.self) {
      try errands.document(id: "x", as: Handwritten.self)
    }
    #expect(own == other)
    let query = store.query("SELECT id, body FROM errands")
    #expect(throws: DocumentError.self) {
      try query.execute().data(as: Errand.self, dataKey: "body")
    }
  }

  @Test(
    arguments: [
      #""count":3.0,"weight":2,"due":"2026-11-30T09:15:00Z","priority":2.0"#,
      #""due":"2026-11-30 09:15","completed":null,"mood":null,"place":null"#,
      #""due":"2026-11-30T10:15:00.5+01:00","mood":"\u0067lad","t\u0061gs":["\u0061"]"#,
      #""count":-9223372036854775808,"weight":-0.0,"price":0.1,"fee":1e2,"count":7"#,
    ]
  )
  func `what fits is what Codable would read`(_ fields: String) throws {
    try put(fields)
    let own = try #require(try errands.document(id: "x", as: Errand.self))
    let other = try #require(try errands.document(id: "x", as: Handwritten.self))
    #expect(own.completed == other.completed && own.mood == other.mood && own.due == other.due)
    #expect(own.priority == other.priority ?? .low && own.count == other.count ?? 1)
    #expect(own.weight == other.weight && own.price == other.price && own.fee == other.fee)
    #expect(own.tags == other.tags ?? ["new"] && own.id == other.id)
    #expect(own.$id.revision == other.$id.revision)
  }

  @Test func `names are letters of any kind, and words of the language`() throws {
    let oddities = try store.collection(of: Oddity.self)
    try oddities.save(from: Oddity(id: "1", a: "A", größe: 3, class: "c", fields: true))
    try oddities.save(from: Oddity(id: "2", a: ""))
    for query in ["SELECT * FROM oddity ORDER BY id", "SELECT id, body FROM oddity ORDER BY id"] {
      let isWhole = query.contains("body")
      let all = try store.query(query).execute()
        .data(as: Oddity.self, dataKey: isWhole ? "body" : nil)
      #expect(all.map(\.id) == ["1", "2"] && all.map(\.a) == ["A", ""])
      #expect(all.map(\.größe) == [3, nil] && all.map(\.class) == ["c", "\"q\""])
      #expect(all.map(\.fields) == [true, nil])
    }
  }

  @Test func `another decoder reads what another encoder has written`() throws {
    let errand = Errand(
      id: "e",
      title: "T",
      completed: false,
      priority: .high,
      mood: .sad,
      count: 2,
      weight: 1.5,
      due: Date(timeIntervalSinceReferenceDate: 5),
      place: Place(city: "Riga"),
      content: Data([1, 2])
    )
    let json = try JSONEncoder().encode(errand)
    let read = try JSONDecoder().decode(Errand.self, from: json)
    #expect(read.id == "e" && read.title == "T" && read.completed == false && read.count == 2)
    #expect(read.priority == .high && read.mood == .sad && read.weight == 1.5)
    #expect(read.due == errand.due && read.place == errand.place && read.content == errand.content)
    let some = try JSONDecoder().decode(Errand.self, from: Data(#"{"id":null,"title":"S"}"#.utf8))
    #expect(some.id == nil && some.priority == .low && some.count == 1 && some.tags == ["new"])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Errand].self, from: Data(#"[{"id":null}]"#.utf8))
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "title" && context.codingPath.count == 1)
  }

  private struct Folder: Codable {
    @DocumentID var id: String?
    var errands: [Errand]
  }

  @Test func `a model inside of a document has its id as a field`() throws {
    let folders = try store.collection("folders")
    let errand = Errand(id: "a", title: "A")
    try folders.save(from: Folder(id: DocumentID(wrappedValue: "f"), errands: [errand]))
    let folder = try #require(try folders.document(id: "f", as: Folder.self))
    #expect(folder.id == "f" && folder.errands.map(\.id) == ["a"])
    #expect(folder.errands[0].title == "A" && folder.errands[0].$id.revision == nil)
  }
}
