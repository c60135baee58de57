import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Documents that are saved, read, deleted and purged.
@Suite struct SaveTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    tasks = try store.collection("tasks")
  }

  private func body(_ id: String?) throws -> String? {
    try tasks.document(id: try #require(id))?.body
  }

  @Test func `a saved model is read again`() throws {
    let task = Task(title: "Water the plants", completed: false)
    try tasks.save(from: task)
    let id = try #require(task.id)
    let same = try #require(try tasks.document(id: id, as: Task.self))
    #expect(same.id == id)
    #expect(same.title == "Water the plants")
    #expect(same.completed == false)
    #expect(try body(id) == #"{"title":"Water the plants","completed":false}"#)
    #expect(same.$id.revision == task.$id.revision)
  }

  @Test func `a generated id is a new one each time, and a given one is kept`() throws {
    let all = (0..<100).map { Task(title: "\($0)") }
    for task in all { try tasks.save(from: task) }
    #expect(Set(all.compactMap(\.id)).count == 100)
    let task = Task(id: "mine", title: "Given")
    try tasks.save(from: task)
    #expect(task.id == "mine")
    #expect(try tasks.document(id: "mine", as: Task.self)?.title == "Given")
    #expect(try tasks.count() == 101)
  }

  @Test func `a missing document is nil`() throws {
    #expect(try tasks.document(id: "nobody", as: Task.self) == nil)
    #expect(try tasks.document(id: "nobody") == nil)
  }

  @Test func `a document that was changed has another revision`() throws {
    let task = Task(title: "First")
    try tasks.save(from: task)
    let first = try #require(task.$id.revision)
    task.title = "Second"
    try tasks.save(from: task)
    #expect(task.$id.revision != first)
    #expect(try tasks.count() == 1)
    #expect(try tasks.document(id: try #require(task.id), as: Task.self)?.title == "Second")
  }

  @Test func `an optional that became nil leaves the document`() throws {
    let task = Task(title: "Both", completed: true)
    try tasks.save(from: task)
    task.completed = nil
    try tasks.save(from: task)
    #expect(try body(task.id) == #"{"title":"Both"}"#)
  }

  @Test func `a deleted document is gone and leaves a tombstone`() throws {
    let task = Task(title: "Old")
    try tasks.save(from: task)
    let id = try #require(task.id)
    try tasks.delete(for: task)
    #expect(try tasks.document(id: id, as: Task.self) == nil)
    #expect(try tasks.count() == 0)
    let rows = try queue.read { db in
      try Int.fetchOne(db, sql: #"SELECT count(*) FROM "strata_collection_tasks""#)
    }
    #expect(rows == 1)
    // Once more changes nothing, and a save brings it back.
    #expect(try tasks.delete(for: task, concurrencyControl: .failOnConflict))
    try tasks.save(from: task)
    #expect(try tasks.document(id: id, as: Task.self)?.title == "Old")
  }

  @Test func `a purged document leaves nothing`() throws {
    let task = Task(title: "Old")
    try tasks.save(from: task)
    try tasks.purge(for: task)
    let rows = try queue.read { db in
      try Int.fetchOne(db, sql: #"SELECT count(*) FROM "strata_collection_tasks""#)
    }
    #expect(rows == 0)
    #expect(throws: DocumentError.self) { try tasks.purge(for: task) }
    #expect(throws: DocumentError.self) { try tasks.delete(for: task) }
  }

  @Test func `a model without an id cannot be deleted, and one without the property not saved`()
    throws
  {
    struct Plain: Codable { var title: String }
    let missing = #expect(throws: DocumentError.self) { try tasks.delete(for: Task(title: "x")) }
    #expect(missing?.reason == .missingID)
    let none = #expect(throws: DocumentError.self) { try tasks.save(from: Plain(title: "x")) }
    #expect(none?.reason == .missingID)
    #expect(none?.description.contains("@DocumentID") == true)
  }

  @Test func `saves in one write are one transaction with the rows of tables`() throws {
    struct Failure: Error {}
    try queue.write { db in try db.execute(sql: "CREATE TABLE log (text TEXT)") }
    let kept = Task(title: "Kept")
    try queue.write { db in
      try tasks.save(from: kept)
      #expect(try tasks.document(id: try #require(kept.id), as: Task.self)?.title == "Kept")
      try db.execute(sql: "INSERT INTO log VALUES ('kept')")
    }
    let lost = Task(title: "Lost")
    kept.title = "Not kept"
    let before = kept.$id.revision
    #expect(throws: Failure.self) {
      try queue.write { db in
        try tasks.save(from: lost)
        try tasks.save(from: kept)
        try db.execute(sql: "INSERT INTO log VALUES ('lost')")
        throw Failure()
      }
    }
    #expect(try tasks.count() == 1)
    // The models know that nothing was saved.
    #expect(lost.id == nil)
    #expect(kept.$id.revision == before)
    #expect(try tasks.save(from: kept, concurrencyControl: .failOnConflict))
    #expect(try queue.read { try String.fetchAll($0, sql: "SELECT text FROM log") } == ["kept"])
  }

  @Test func `a batch is saved whole or not at all`() throws {
    struct Failure: Error {}
    let all = (0..<10).map { Task(title: "\($0)") }
    try store.inBatch { for task in all { try tasks.save(from: task) } }
    #expect(try tasks.count() == 10)
    #expect(throws: Failure.self) {
      try store.inBatch {
        for task in all { try tasks.delete(for: task) }
        throw Failure()
      }
    }
    #expect(try tasks.count() == 10)
  }

  @Test func `in a pool a save is seen at once by its own transaction`() throws {
    let directory = try TemporaryDirectory()
    let pool = try DatabasePool(path: directory.path())
    let tasks = try DocumentStore(pool).collection("tasks")
    let task = Task(title: "Inside")
    try pool.write { _ in
      try tasks.save(from: task)
      #expect(try tasks.document(id: try #require(task.id), as: Task.self)?.title == "Inside")
    }
    #expect(try pool.read { _ in try tasks.count() } == 1)
  }

  @Test func `structs are saved too`() throws {
    struct Note: Codable, Equatable {
      @DocumentID var id: String?
      var text: String
    }
    var note = Note(text: "one")
    try tasks.save(from: note)
    let id = try #require(note.id)
    #expect(try tasks.document(id: id, as: Note.self) == note)
    note.text = "two"
    let resolved = try tasks.save(from: &note) { mine, theirs in
      mine.text = theirs?.text ?? ""
      return true
    }
    #expect(resolved)
    #expect(try tasks.document(id: id, as: Note.self)?.text == "two")
  }

  @Test func `what the model does not know stays, also inside of objects`() throws {
    final class Small: Codable {
      struct Address: Codable { var city: String }
      @DocumentID var id: String?
      var name: String
      var address: Address
      var counts: [String: Int]
      var note: String?
      init(_ name: String) {
        self.name = name
        address = Address(city: "Port Ellery")
        counts = ["a": 1, "b": 2]
      }
    }
    let small = Small("Ann")
    try tasks.save(from: small)
    let id = try #require(small.id)
    try queue.write { db in
      try db.execute(
        sql: """
          UPDATE strata_collection_tasks SET body = json_set(
            body, '$.extra', json('[1, 2]'), '$.address.zip', '12345', '$.note', 'seen'
          )
          """
      )
    }
    let read = try #require(try tasks.document(id: id, as: Small.self))
    #expect(read.note == "seen")
    read.note = nil
    read.counts = ["b": 3]
    try tasks.save(from: read)
    #expect(
      try body(id)
        == #"{"name":"Ann","address":{"city":"Port Ellery","zip":"12345"},"counts":{"b":3},"extra":[1,2]}"#
    )
  }

  @Test func `a field that a hand-written encoding leaves out is known all the same`() throws {
    struct Loose: Codable {
      @DocumentID var id: String?
      var nickname: String?
      enum CodingKeys: CodingKey { case id, nickname }
      init(nickname: String?) { self.nickname = nickname }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _id = try container.decode(DocumentID.self, forKey: .id)
        nickname = try container.decodeIfPresent(String.self, forKey: .nickname)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(_id, forKey: .id)
        if let nickname { try container.encode(nickname, forKey: .nickname) }
      }
    }
    var loose = Loose(nickname: "Bo")
    try tasks.save(from: loose)
    loose.nickname = nil
    try tasks.save(from: loose)
    #expect(try body(loose.id) == "{}")
  }

  @Test func `a model that is given another id becomes another document`() throws {
    let task = Task(id: "a", title: "A")
    try tasks.save(from: task)
    task.id = "b"
    #expect(task.$id.revision == nil)
    try tasks.save(from: task)
    #expect(try tasks.count() == 2)
  }

  @Test(arguments: ["", "1st", "a b", "a'b", "strata_x", "sqlite_x", "é"])
  func `a bad name of a collection is refused`(name: String) throws {
    let error = #expect(throws: DocumentError.self) { _ = try store.collection(name) }
    #expect(error?.reason == .invalidName)
  }

  @Test func `a name that a table has is refused, and one in another case`() throws {
    try queue.write { db in try db.execute(sql: "CREATE TABLE player (id INTEGER)") }
    for name in ["player", "Tasks"] {
      let error = #expect(throws: DocumentError.self) { _ = try store.collection(name) }
      #expect(error?.reason == .nameTaken)
    }
    #expect(try store.collectionNames() == ["tasks"])
  }

  @Test
  func `documents stay when the database is opened again, and a migrator can make the tables`()
    throws
  {
    let directory = try TemporaryDirectory()
    let task = Task(title: "Stays")
    let peer: String
    do {
      let queue = try DatabaseQueue(path: directory.path())
      var migrator = DatabaseMigrator()
      migrator.registerMigration("documents") { db in try DocumentStore.migrate(db) }
      try migrator.migrate(queue)
      let store = try DocumentStore(queue)
      peer = store.peerID
      try store.collection("tasks", fields: ["title"]).save(from: task)
      try queue.close()
    }
    let store = try DocumentStore(DatabaseQueue(path: directory.path()))
    #expect(store.peerID == peer)
    let tasks = try store.collection("tasks")
    #expect(try tasks.document(id: try #require(task.id), as: Task.self)?.title == "Stays")
  }
}
