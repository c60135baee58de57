import CSQLite
import Foundation
import Strata
import Synchronization

// Threads beside each other.
extension Workloads {
  /// Two threads that fetch by key, each in an access of its own, beside one that commits all the
  /// time; a fetch is an operation.
  var readersBesideWriter: Workload {
    Workload(
      name: "two readers beside a writer",
      count: 40_000,
      instructionCounts: nil,
      variants: [
        .init(name: "raw") { count, meter in
          let path = BenchmarkFolder.database(in: folder).path
          return try race(count, meter) {
            let database = try RawDatabase(path: path)
            try database.configure()
            let statement = try database.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
            return RawAccess(database, statement) { key in
              try database.execute("BEGIN")
              sqlite3_bind_int64(statement, 1, Int64(key))
              let isFound = sqlite3_step(statement) == SQLITE_ROW
              let id = isFound ? Raw.player(statement).id : 0
              sqlite3_reset(statement)
              try database.execute("COMMIT")
              return id
            }
          } writer: {
            let database = try RawDatabase(path: path)
            try database.configure()
            let statement = try database.prepare(Raw.update)
            return RawAccess(database, statement) { key in
              try database.execute("BEGIN IMMEDIATE")
              try database.check(Raw.run(statement, with: Dataset.player(key)))
              try database.execute("COMMIT")
              return key
            }
          }
        },
        .init(name: "generated") { [pool] count, meter in
          try race(count, meter) {
            Access { key in
              try pool.read { db in try ByIDRequest<Player>(id: key).fetch(db) }?.id ?? 0
            }
          } writer: {
            Access { key in
              try pool.write { db in try Dataset.player(key).update(db) }
              return key
            }
          }
        },
      ]
    )
  }

  /// What one thread does with a key.
  private class Access {
    let run: (Int) throws -> Int
    init(run: @escaping (Int) throws -> Int) { self.run = run }
  }

  /// The same with a statement of the C API, which ends with it.
  private final class RawAccess: Access {
    private let database: RawDatabase
    private let statement: OpaquePointer

    init(_ database: RawDatabase, _ statement: OpaquePointer, run: @escaping (Int) throws -> Int) {
      self.database = database
      self.statement = statement
      super.init(run: run)
    }

    deinit { sqlite3_finalize(statement) }
  }

  /// What the threads share.
  private final class RaceState: Sendable {
    /// The readers that have not ended.
    let readers = Atomic(2)
    let sum = Atomic(0)
    let failure = Mutex<(any Error)?>(nil)
  }

  /// Has two threads read `count` rows while one writes until they are done.
  private func race(
    _ count: Int,
    _ meter: Meter,
    reader: @escaping @Sendable () throws -> Access,
    writer: @escaping @Sendable () throws -> Access
  ) throws -> Checksum {
    let rows = rows
    let state = RaceState()
    let group = DispatchGroup()
    func onThread(_ work: @escaping @Sendable () throws -> Void) {
      group.enter()
      Thread {
        do { try work() } catch { state.failure.withLock { $0 = error } }
        group.leave()
      }
      .start()
    }
    try meter.measure {
      for thread in 0..<2 {
        onThread {
          defer { state.readers.subtract(1, ordering: .relaxed) }
          let reader = try reader()
          for index in 0..<count / 2 {
            state.sum.add(
              try reader.run(Dataset.key(2 * index + thread, rows: rows)),
              ordering: .relaxed
            )
          }
        }
      }
      onThread {
        let writer = try writer()
        var index = 0
        while state.readers.load(ordering: .relaxed) > 0 {
          _ = try writer.run(Dataset.key(index, rows: rows))
          index += 1
        }
      }
      group.wait()
    }
    if let error = state.failure.withLock({ $0 }) { throw error }
    var checksum = Checksum()
    checksum.add(state.sum.load(ordering: .relaxed))
    return checksum
  }
}
