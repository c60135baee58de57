import Strata
import Testing

/// A record that notes what is done with it, and refuses an empty title.
private struct Note: Codable, FetchableRecord, MutablePersistableRecord, Equatable {
  struct EmptyTitle: Error {}

  final class Log: @unchecked Sendable {
    // Only used by the one test that has it.
    var events: [String] = []
  }

  @TaskLocal static var log = Log()

  var id: Int64?
  var title: String
  var stars = 0

  mutating func willInsert(_ db: Database) throws {
    Self.log.events.append("willInsert")
    title = title.uppercased()
  }

  mutating func didInsert(_ inserted: InsertionSuccess) {
    Self.log.events.append("didInsert \(inserted.rowID)")
    id = inserted.rowID
  }

  func willUpdate(_ db: Database, columns: Set<String>) throws {
    Self.log.events.append("willUpdate \(columns.sorted().joined(separator: " "))")
  }

  func didUpdate(_ updated: PersistenceSuccess) { Self.log.events.append("didUpdate") }

  func willSave(_ db: Database) throws {
    Self.log.events.append("willSave")
    if title.isEmpty { throw EmptyTitle() }
  }

  func didSave(_ saved: PersistenceSuccess) {
    Self.log.events.append("didSave \(saved.persistenceContainer["title"] ?? "")")
  }

  func willDelete(_ db: Database) throws { Self.log.events.append("willDelete") }
  func didDelete(deleted: Bool) { Self.log.events.append("didDelete \(deleted)") }
}

/// A record that an insertion does not change.
private struct Tag: Codable, FetchableRecord, PersistableRecord {
  var name: String
  func willInsert(_ db: Database) throws { Note.log.events.append("willInsert \(name)") }
  func didInsert(_ inserted: InsertionSuccess) { Note.log.events.append("didInsert \(name)") }
}

@Suite struct PersistenceCallbackTests {
  private func events(_ body: (Database) throws -> Void) throws -> [String] {
    let log = Note.Log()
    try Note.$log.withValue(log) {
      try DatabaseQueue().write { db throws in
        try db.execute(
          sql: """
            CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, stars INTEGER);
            CREATE TABLE tag (name TEXT PRIMARY KEY);
            INSERT INTO note VALUES (1, 'ONE', 1);
            """
        )
        try body(db)
      }
    }
    return log.events
  }

  private static let insertion = ["willSave", "willInsert", "didInsert 2", "didSave TWO"]

  @Test func `an insertion calls before and after`() throws {
    let events = try events { db throws in
      var note = Note(title: "two")
      try note.insert(db)
      #expect(note == Note(id: 2, title: "TWO"))
      try Tag(name: "a").insert(db)
      try Tag(name: "b").save(db)
    }
    #expect(
      events == Self.insertion
        + ["willInsert a", "didInsert a", "willInsert b", "didInsert b"]
    )
  }

  @Test func `an insertion that fetches calls them too`() throws {
    let events = try events { db throws in
      let note = try Note(title: "two").insertAndFetch(db)
      #expect(note == Note(id: 2, title: "TWO"))
    }
    #expect(events == Self.insertion)
  }

  @Test func `a row that is passed over has no rowid`() throws {
    let events = try events { db throws in
      var note = Note(title: "one")
      try note.insert(db, onConflict: .ignore)
      #expect(note.id == nil)
      #expect(throws: RecordError.self) {
        try Note(title: "one").insertAndFetch(db, onConflict: .ignore)
      }
    }
    #expect(!events.contains { $0.hasPrefix("didInsert") })
  }

  @Test func `an update calls before and after`() throws {
    let events = try events { db throws in
      var note = try Note.find(db, key: 1)
      note.stars = 3
      try note.update(db)
      try note.update(db, columns: ["stars"])
      try note.updateChanges(db) { $0.stars = 4 }
      try note.updateChanges(db) { $0.stars = 4 }
      let renamed = try note.updateChangesAndFetch(db) { $0.title = "UNO" }
      #expect(renamed == Note(id: 1, title: "UNO", stars: 4))
      let same = try note.updateChangesAndFetch(db) { _ in }
      #expect(same == nil)
    }
    let stars = ["willSave", "willUpdate stars", "didUpdate", "didSave ONE"]
    #expect(
      events == ["willSave", "willUpdate id stars title", "didUpdate", "didSave ONE"] + stars
        + stars + ["willSave", "willUpdate title", "didUpdate", "didSave UNO"]
    )
  }

  @Test func `saving updates, or inserts`() throws {
    let events = try events { db throws in
      var note = Note(id: 1, title: "ONE")
      try note.save(db)
      var other = Note(title: "two")
      try other.save(db)
      #expect(other.id == 2)
      let third = try Note(id: 3, title: "three").saveAndFetch(db)
      #expect(third.title == "THREE")
      #expect(try Note(id: 3, title: "drei").saveAndFetch(db).title == "drei")
    }
    let all = "willUpdate id stars title"
    #expect(
      events == ["willSave", all, "didUpdate", "didSave ONE"] + Self.insertion
        + ["willSave", all, "willInsert", "didInsert 3", "didSave THREE"]
        + ["willSave", all, "didUpdate", "didSave drei"]
    )
  }

  @Test func `an upsert tells the row that it has met`() throws {
    let events = try events { db throws in
      var note = Note(title: "one", stars: 5)
      try note.upsert(db)
      #expect(note.id == 1)
      #expect(try Note(title: "two").upsertAndFetch(db).id == 2)
    }
    #expect(
      events == ["willSave", "willInsert", "didInsert 1", "didSave ONE"] + Self.insertion
    )
  }

  @Test func `what a callback throws prevents the verb`() throws {
    let events = try events { db throws in
      #expect(throws: Note.EmptyTitle.self) { try Note(title: "").inserted(db) }
      #expect(throws: Note.EmptyTitle.self) { try Note(id: 1, title: "").update(db) }
      #expect(throws: Note.EmptyTitle.self) { try Note(title: "").upsertAndFetch(db) }
      #expect(try Note.fetchAll(db).map(\.title) == ["ONE"])
    }
    #expect(events == ["willSave", "willSave", "willSave"])
  }

  @Test func `a deletion calls before and after`() throws {
    let events = try events { db throws in
      #expect(try Note(id: 1, title: "").delete(db))
      #expect(try !Note(id: 1, title: "").delete(db))
    }
    #expect(events == ["willDelete", "didDelete true", "willDelete", "didDelete false"])
  }

  @Test func `nothing is told of what failed`() throws {
    let events = try events { db throws in
      #expect(throws: DatabaseError.self) { try Note(title: "one").inserted(db) }
      #expect(throws: RecordError.self) { try Note(id: 7, title: "x").update(db) }
    }
    #expect(events == ["willSave", "willInsert", "willSave", "willUpdate id stars title"])
  }
}
