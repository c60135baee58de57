import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Four databases that are edited and replicated at random, with failures and conflicts.
///
/// `STRATA_DOCUMENT_SEEDS` says how many seeds are tried.
@Suite(.timeLimit(.minutes(60)))
struct ReplicationPropertyTests {
  static let seeds: Range<UInt64> = {
    let text = ProcessInfo.processInfo.environment["STRATA_DOCUMENT_SEEDS"]
    return 1..<(text.flatMap { UInt64($0) } ?? 64) + 1
  }()

  /// A set that only grows, so that a merge loses nothing.
  final class Bag: Codable {
    @DocumentID var id: String?
    var items: [String]
    var blob: Blob?
    init(_ id: String) {
      self.id = id
      items = []
    }
  }

  struct Replica {
    let store: DocumentStore
    let bags: DocumentCollection
    let tasks: DocumentCollection
    let clock: Clock

    init(_ index: Int) throws {
      // Their clocks differ by hours.
      let clock = Clock(Date(timeIntervalSince1970: 1_800_000_000 - 7000 * Double(index)))
      self.clock = clock
      store = try DocumentStore(DatabaseQueue(), clock: { clock.now })
      bags = try store.collection("bags")
      tasks = try store.collection("tasks")
      try store.writer.write { db in
        // A revision that is written twice ends the test.
        try db.execute(
          sql:
            "CREATE TABLE written (name TEXT, id TEXT, revision TEXT, PRIMARY KEY (name, id, revision))"
        )
        for name in ["bags", "tasks"] {
          for event in ["INSERT", "UPDATE OF revision"] {
            try db.execute(
              sql: """
                CREATE TRIGGER "\(name) \(event)" AFTER \(event) ON "strata_collection_\(name)"
                BEGIN INSERT INTO written VALUES ('\(name)', NEW.id, NEW.revision); END
                """
            )
          }
        }
      }
    }

    /// All documents with their revisions, also the deleted ones.
    func content(_ name: String) throws -> [String] {
      try store.writer.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT id || ' ' || revision || ' ' || coalesce(body, 'deleted')
            FROM "strata_collection_\(name)" ORDER BY id
            """
        )
      }
    }
  }

  @Test(arguments: seeds)
  func `all converge, nothing is lost, and nothing is taken in twice`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let replicas = try (0..<4).map { try Replica($0) }
    var added: [String: Set<String>] = [:]
    for step in 0..<160 {
      let replica = replicas[Int.random(in: 0..<4, using: &random)]
      replica.clock.advance(.random(in: 0...20, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let id = "bag\(Int.random(in: 0..<4, using: &random))"
        let bag = try replica.bags.document(id: id, as: Bag.self) ?? Bag(id)
        let item = "\(step)"
        bag.items.append(item)
        if Bool.random(using: &random) {
          bag.blob = Blob(contentType: "x", data: Data("\(step % 5)".utf8))
        }
        try replica.bags.save(from: bag)
        added[id, default: []].insert(item)
      case 4..<6:
        let id = "task\(Int.random(in: 0..<5, using: &random))"
        if let task = try replica.tasks.document(id: id, as: Task.self), Bool.random(using: &random)
        {
          try replica.tasks.delete(for: task)
        } else {
          try replica.tasks.save(from: Task(id: id, title: "\(step)"))
        }
      default:
        let other = replicas[Int.random(in: 0..<4, using: &random)]
        guard other.store !== replica.store else { continue }
        let types: [ReplicatorConfiguration.ReplicatorType] = [.pushAndPull, .push, .pull]
        let endpoint = FaultyEndpoint(DatabaseEndpoint(other.store))
        endpoint.fail(
          after: .random(in: 0..<20, using: &random),
          isAfterwards: .random(using: &random)
        )
        let type = types[Int.random(in: 0..<3, using: &random)]
        let replicator = replicator(replica, endpoint, type, .random(in: 1...5, using: &random))
        do { try await replicator.replicate() } catch is FaultyEndpoint.Failure {}
      }
    }
    // Without failures, all know all after some rounds.
    for _ in 0..<4 {
      for first in replicas {
        for second in replicas where first.store !== second.store {
          let endpoint = DatabaseEndpoint(second.store)
          try await replicator(first, endpoint, .pushAndPull, 7).replicate()
        }
      }
    }
    for replica in replicas {
      #expect(try replica.content("bags") == replicas[0].content("bags"), "seed \(seed)")
      #expect(try replica.content("tasks") == replicas[0].content("tasks"), "seed \(seed)")
      for (id, items) in added {
        let bag = try #require(try replica.bags.document(id: id, as: Bag.self))
        #expect(Set(bag.items) == items, "seed \(seed)")
        #expect(bag.items.count == items.count, "seed \(seed)")
        if let blob = bag.blob { #expect(try blob.content().count == 1) }
      }
    }
  }

  private func replicator(
    _ replica: Replica,
    _ endpoint: some ReplicationEndpoint,
    _ type: ReplicatorConfiguration.ReplicatorType,
    _ batchSize: Int
  ) -> Replicator {
    var configuration = ReplicatorConfiguration(endpoint: endpoint, type: type)
    configuration.batchSize = batchSize
    configuration.addCollection(
      replica.bags,
      .init(conflictResolver: { conflict in
        let local = try conflict.local.data(as: Bag.self)
        let remote = try conflict.remote.data(as: Bag.self)
        local.items += remote.items.filter { !local.items.contains($0) }
        return try .merged(local, conflict)
      })
    )
    configuration.addCollection(replica.tasks)
    return Replicator(configuration)
  }
}
