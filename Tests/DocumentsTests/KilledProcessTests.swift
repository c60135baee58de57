import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Replications whose process is killed.
@Suite(.timeLimit(.minutes(10)))
struct KilledProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private struct Note: Codable {
    @DocumentID var id: String?
    var items: [String]
  }

  private func open(_ name: String) throws -> DocumentStore {
    let pool = try DatabasePool(path: directory.path(name))
    let store = try DocumentStore(pool)
    _ = try store.collection("notes")
    try pool.write { db in
      // A revision that is written twice ends the process, which the test notices.
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS written (id TEXT, revision TEXT, PRIMARY KEY (id, revision));
          CREATE TRIGGER IF NOT EXISTS inserted AFTER INSERT ON strata_collection_notes
          BEGIN INSERT INTO written VALUES (NEW.id, NEW.revision); END;
          CREATE TRIGGER IF NOT EXISTS updated AFTER UPDATE OF revision ON strata_collection_notes
          BEGIN INSERT INTO written VALUES (NEW.id, NEW.revision); END
          """
      )
    }
    return store
  }

  private func notes(_ store: DocumentStore) throws -> [String: [String]] {
    let all = try store.query("SELECT id, body FROM notes").execute()
      .data(as: Note.self, dataKey: "body")
    var items: [String: [String]] = [:]
    for note in all { if let id = note.id { items[id] = note.items } }
    return items
  }

  @Test func `a replication that is killed goes on where it was`() async throws {
    for name in ["a", "b"] { try open(name).writer.close() }
    var random = SeededGenerator(seed: 11)
    var last = 0
    for round in 0..<12 {
      let first = round * 1000
      let process = try ChildProcess(
        "DocumentsProcess",
        [directory.path("a"), directory.path("b"), "\(first)"]
      )
      // A random moment: after some rounds, and some time into the next one.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        last = try #require(process.number(), "the process has ended by itself")
      }
      for _ in 0..<Int.random(in: 0..<60_000, using: &random) { _ = getpid() }
      process.kill()
    }
    #expect(last > 0)
    let (a, b) = (try open("a"), try open("b"))
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(b))
    configuration.addCollection(
      try a.collection("notes"),
      .init(conflictResolver: { conflict in
        var local = try conflict.local.data(as: Note.self)
        let remote = try conflict.remote.data(as: Note.self)
        local.items += remote.items.filter { !local.items.contains($0) }
        return try .merged(local, conflict)
      })
    )
    // What each side had before the last replication is in both of them after it.
    let before = try (notes(a), notes(b))
    try await Replicator(configuration).replicate()
    let after = try notes(a)
    #expect(try notes(b) == after)
    for side in [before.0, before.1] {
      for (id, items) in side {
        #expect(Set(items).isSubset(of: after[id] ?? []))
        #expect(Set(items).count == items.count)
      }
    }
    for store in [a, b] {
      let check = try await store.writer.read {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
      }
      #expect(check == ["ok"])
    }
  }
}
