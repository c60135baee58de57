import Strata
import StrataDocuments
import Testing

/// The sequences by which changes of documents are found, within and between transactions.
@Suite struct SequenceTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    tasks = try store.collection("tasks")
  }

  private func sequences() throws -> [String: Int64] {
    try store.writer.unsafeReentrantRead { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, sequence FROM strata_collection_tasks")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"], $0["sequence"]) })
    }
  }

  /// The ids in the order of their sequences, each of which is there once.
  private func order() throws -> [String] {
    let all = try sequences()
    #expect(Set(all.values).count == all.count)
    return all.sorted { $0.value < $1.value }.map(\.key)
  }

  private func save(_ ids: String...) throws {
    for id in ids { try tasks.save(from: Task(id: id, title: id)) }
  }

  @Test func `each write has a sequence above all others`() throws {
    try store.inBatch { try save("a", "b", "c", "a") }
    #expect(try order() == ["b", "c", "a"])
    try save("d")
    try store.inBatch { try save("b", "e") }
    #expect(try order() == ["c", "a", "d", "b", "e"])
    try save("c")
    #expect(try order() == ["a", "d", "b", "e", "c"])
  }

  @Test func `a sequence is never given twice, also where its document was purged`() throws {
    try store.inBatch {
      try save("a", "b")
      try tasks.purge(id: "b")
      try save("c")
    }
    #expect(try sequences() == ["a": 1, "c": 3])
    try tasks.purge(id: "c")
    try store.inBatch { try save("d", "e") }
    #expect(try sequences() == ["a": 1, "d": 4, "e": 5])
  }

  @Test func `what is rolled back does not disturb the next transaction`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.inBatch {
        try save("a", "b", "c")
        throw Stop()
      }
    }
    try store.inBatch { try save("a", "b", "c") }
    #expect(try sequences() == ["a": 1, "b": 2, "c": 3])
    try queue.write { db in
      try save("d")
      try db.inSavepoint {
        try save("e", "f")
        return .rollback
      }
      try save("g", "a")
    }
    #expect(try order() == ["b", "c", "d", "g", "a"])
  }

  @Test func `two stores of one database write in one transaction`() throws {
    let other = try DocumentStore(queue).collection("tasks")
    try queue.write { _ in
      for index in 0..<5 {
        try tasks.save(from: Task(id: "own\(index)", title: ""))
        try other.save(from: Task(id: "other\(index)", title: ""))
        try other.save(from: Task(id: "own\(index)", title: "again"))
      }
    }
    #expect(try order() == (0..<5).flatMap { ["other\($0)", "own\($0)"] })
  }

  @Test func `a new model with the id of a document replaces it, also where it was deleted`() throws
  {
    let old = Task(id: "a", title: "old", completed: true)
    try tasks.save(from: old)
    try tasks.save(from: Task(id: "a", title: "new"))
    #expect(try tasks.document(id: "a")?.body == #"{"title":"new"}"#)
    try tasks.delete(for: old)
    let again = Task(id: "a", title: "again")
    try tasks.save(from: again)
    #expect(try tasks.document(id: "a")?.body == #"{"title":"again"}"#)
    #expect(try tasks.document(id: "a")?.revision == again.$id.revision)
    #expect(try !tasks.save(from: Task(id: "a", title: "x"), concurrencyControl: .failOnConflict))
    #expect(try tasks.document(id: "a")?.body == #"{"title":"again"}"#)
    #expect(try tasks.save(from: Task(id: "b", title: "x"), concurrencyControl: .failOnConflict))
  }
}
