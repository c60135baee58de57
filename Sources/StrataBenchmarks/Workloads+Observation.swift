import Dispatch
import Foundation
import Strata
import Synchronization

// Writes beside observers, and the observers themselves.
extension Workloads {
  /// All workloads of observation.
  var observation: [Workload] {
    [writesBesideObservers, slowObserverOnPool, slowObserverOnQueue, startAndCancel]
  }

  /// Commits of one row beside observers of one row each: each commit concerns one of them.
  private var writesBesideObservers: Workload {
    Workload(
      name: "writes beside observers",
      count: 1000,
      instructionCounts: (200, 1000),
      variants: [0, 10, 100, 1000].map { observerCount in
        .init(name: "\(observerCount) observers") { count, meter in
          let pool = try ObservedLeague(folder).pool()
          let observers = (0..<observerCount).map { index in
            pool.observe { try ObservedPlayer.fetchOne($0, key: index + 1)?.score }
          }
          pool.settle()
          try meter.measure {
            for index in 0..<count {
              try pool.raiseScore(of: index % max(observerCount, 1) + 1, to: index)
            }
          }
          pool.settle()
          for observer in observers { observer.cancel() }
          return try pool.checksum(count)
        }
      }
    )
  }

  /// 200 commits beside one observer whose fetch takes 5 ms.
  private var slowObserverOnPool: Workload {
    slowObserver("writes beside a slow fetch on a pool") { try ObservedLeague(folder).pool() }
  }

  private var slowObserverOnQueue: Workload {
    slowObserver("writes beside a slow fetch on a queue") { try ObservedLeague(folder).queue() }
  }

  private func slowObserver(
    _ name: String,
    _ open: @escaping () throws -> any DatabaseWriter
  ) -> Workload {
    Workload(
      name: name,
      count: 200,
      instructionCounts: (40, 200),
      variants: [false, true].map { isObserved in
        .init(name: isObserved ? "observed" : "unobserved") { count, meter in
          let database = try open()
          let observer =
            isObserved
            ? database.observe { db in
              usleep(5000)
              return try ObservedPlayer.fetchOne(db, key: 1)?.score
            } : nil
          database.settle()
          try meter.measure {
            for index in 0..<count { try database.raiseScore(of: 1, to: index) }
          }
          database.settle()
          observer?.cancel()
          return try database.checksum(count)
        }
      }
    )
  }

  /// Observers that start, are given their first value, and are cancelled.
  private var startAndCancel: Workload {
    Workload(
      name: "start and cancel an observer",
      count: 2000,
      instructionCounts: nil,
      variants: [
        .init(name: "fetch alone") { count, meter in
          let pool = try ObservedLeague(folder).pool()
          return try summing(count, meter) { index in
            try pool.read { try ByIDRequest<Player>(id: index % 1000 + 1).fetch($0)?.id ?? 0 }
          }
        },
        .init(name: "observer") { count, meter in
          let pool = try ObservedLeague(folder).pool()
          return try summing(count, meter) { index in
            let first = FirstValue()
            let observer = pool.observe({ db in
              try ByIDRequest<Player>(id: index % 1000 + 1).fetch(db)?.id
            }) { first.set($0 ?? 0) }
            defer { observer.cancel() }
            return first.wait()
          }
        },
      ]
    )
  }

  private func summing(
    _ count: Int,
    _ meter: Meter,
    _ work: (Int) throws -> Int
  ) throws -> Checksum {
    var sum = 0
    try meter.measure { for index in 0..<count { sum += try work(index) } }
    var checksum = Checksum()
    checksum.add(sum)
    return checksum
  }
}

/// A player by hand, of which a fetch by key observes one row.
struct ObservedPlayer: TableRecord, FetchableRecord {
  static let databaseTableName = "player"
  let score: Int

  init(row: Row) throws { score = row["score"] }
}

/// A small database of players that is observed, with a file of its own.
struct ObservedLeague {
  private let url: URL

  init(_ folder: URL) { url = folder.appending(path: "observed-\(UUID()).sqlite") }

  func pool() throws -> DatabasePool {
    let pool = try BenchmarkDatabase.open(at: url)
    try Dataset.fill(pool, rows: 1000)
    return pool
  }

  func queue() throws -> DatabaseQueue {
    try pool().close()
    var configuration = Configuration()
    configuration.journalMode = .wal
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }
}

/// A value that one thread waits for.
final class FirstValue: Sendable {
  private let value = Atomic(0)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ value: Int) {
    self.value.store(value, ordering: .releasing)
    isSet.signal()
  }

  func wait() -> Int {
    isSet.wait()
    return value.load(ordering: .acquiring)
  }
}

/// Hands values over on the thread that has fetched them.
private struct ThreadOfFetch: ValueObservationScheduler {
  func immediateInitialValue() -> Bool { false }
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

extension DatabaseWriter {
  func observe(
    _ fetch: @escaping @Sendable (Database) throws -> Int?,
    _ onChange: @escaping @Sendable (Int?) -> Void = { _ in }
  ) -> AnyDatabaseCancellable {
    ValueObservation.trackingConstantRegion(fetch).start(
      in: self,
      scheduling: ThreadOfFetch(),
      onError: { preconditionFailure("an observer failed: \($0)") },
      onChange: onChange
    )
  }

  func raiseScore(of id: Int, to score: Int) throws {
    try write { db in
      try db.cachedStatement(sql: "UPDATE player SET score = ? WHERE id = ?")
        .execute(arguments: [score, id])
    }
  }

  /// Waits until all observers have their last value.
  func settle() {
    guard let observed = self as? any ObservedReader else { return }
    let isIdle = DispatchSemaphore(value: 0)
    Task {
      await observed.observationCenter.idle()
      isIdle.signal()
    }
    isIdle.wait()
  }

  func checksum(_ count: Int) throws -> Checksum {
    var checksum = Checksum()
    checksum.add(try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") ?? 0 })
    checksum.add(count)
    return checksum
  }
}
