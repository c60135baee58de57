import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Strata

@Suite struct ExternalChangeTests {
  enum Kind: CaseIterable { case queue, pool }

  private let directory: TemporaryDirectory
  private let clock = ManualClock()
  private let count = ValueObservation.tracking {
    try Int.fetchOne($0, sql: "SELECT count(*) FROM t") ?? -1
  }

  init() throws {
    directory = try TemporaryDirectory()
    try open(.queue, isWatching: false).write { try $0.execute(sql: "CREATE TABLE t (a)") }
  }

  private func open(
    _ kind: Kind,
    isWatching: Bool,
    readonly: Bool = false
  ) throws -> any ObservedReader & DatabaseWriter {
    var configuration = Configuration()
    configuration.observesExternalChanges = isWatching
    configuration.externalChangesClock = clock.start
    configuration.journalMode = .wal
    configuration.readonly = readonly
    let path = directory.path()
    return switch kind {
    case .queue: try DatabaseQueue(path: path, configuration: configuration)
    case .pool: try DatabasePool(path: path, configuration: configuration)
    }
  }

  /// Lets the database look, and its observers fetch.
  private func look(_ database: any ObservedReader & DatabaseWriter) async throws {
    clock.tick()
    // A look is done before the next access of the writer.
    try await database.writeWithoutTransaction { _ in }
    await database.idle()
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  func `what another connection commits wakes observers`(_ kind: Kind, _ other: Kind) async throws {
    let database = try open(kind, isWatching: true)
    let writer = try open(other, isWatching: false)
    let recorder = Recorder<Int>()
    let cancellable = count.start(
      in: database,
      scheduling: .async(onQueue: .global()),
      recording: recorder
    )
    await recorder.events(1)
    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    try await look(database)
    try await look(database)
    await recorder.events(2)
    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (2), (3)") }
    try await writer.write { try $0.execute(sql: "DELETE FROM t WHERE a = 1") }
    try await look(database)
    await recorder.events(3)
    #expect(recorder.values == [0, 1, 2])
    #expect(recorder.errors.isEmpty)
    cancellable.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `own commits and rolled-back ones of others are no news`(_ kind: Kind) async throws {
    let database = try open(kind, isWatching: true)
    let writer = try open(.queue, isWatching: false)
    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (0)") }
    let recorder = Recorder<Int>()
    let cancellable = count.start(
      in: database,
      scheduling: .async(onQueue: .global()),
      recording: recorder
    )
    await recorder.events(1)
    // What was committed before the first value is in it.
    try await look(database)
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    await recorder.events(2)
    try await writer.writeWithoutTransaction { db in
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        return .rollback
      }
    }
    try await look(database)
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
    await recorder.events(3)
    #expect(recorder.values == [1, 2, 3])
    cancellable.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `another schema is seen, and what it reads is observed`(_ kind: Kind) async throws {
    let database = try open(kind, isWatching: true)
    let writer = try open(.queue, isWatching: false)
    try await writer.write { try $0.execute(sql: "CREATE VIEW v AS SELECT count(*) AS n FROM t") }
    let recorder = Recorder<Int>()
    let cancellable = ValueObservation.trackingConstantRegion {
      try Int.fetchOne($0, sql: "SELECT n FROM v") ?? -1
    }
    .start(in: database, scheduling: .async(onQueue: .global()), recording: recorder)
    await recorder.events(1)
    try await writer.write { db in
      try db.execute(
        sql: """
          DROP VIEW v; CREATE TABLE u (a); INSERT INTO u VALUES (1), (2);
          CREATE VIEW v AS SELECT count(*) AS n FROM u
          """
      )
    }
    try await look(database)
    await recorder.events(2)
    // From now on the own commits to the other table count.
    try await database.write { try $0.execute(sql: "INSERT INTO u VALUES (3)") }
    await recorder.events(3)
    #expect(recorder.values == [0, 2, 3])
    cancellable.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `a read-only database follows the one that writes`(_ kind: Kind) async throws {
    let database = try open(kind, isWatching: true, readonly: true)
    let writer = try open(.pool, isWatching: false)
    let recorder = Recorder<Int>()
    let cancellable = count.start(
      in: database,
      scheduling: .async(onQueue: .global()),
      recording: recorder
    )
    await recorder.events(1)
    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    try await look(database)
    await recorder.events(2)
    #expect(recorder.values == [0, 1])
    cancellable.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `the clock runs only while somebody observes`(_ kind: Kind) async throws {
    let database = try open(kind, isWatching: true)
    #expect(clock.runningCount == 0)
    let start = {
      count.start(
        in: database,
        scheduling: .async(onQueue: .global()),
        onError: { _ in },
        onChange: { _ in }
      )
    }
    let first = start()
    let second = start()
    #expect(clock.runningCount == 1)
    first.cancel()
    #expect(clock.runningCount == 1)
    second.cancel()
    #expect(clock.runningCount == 0)
    let third = start()
    #expect(clock.runningCount == 1)
    try database.close()
    #expect(clock.runningCount == 0)
    third.cancel()
    let silent = try open(kind, isWatching: false)
    let fourth = count.start(
      in: silent,
      scheduling: .async(onQueue: .global()),
      onError: { _ in },
      onChange: { _ in }
    )
    #expect(clock.runningCount == 0)
    fourth.cancel()
  }

  @Test(arguments: Kind.allCases)
  func `a database that is let go leaves nothing behind`(_ kind: Kind) async throws {
    weak var center: ObservationCenter?
    do {
      let database = try open(kind, isWatching: true)
      center = database.observationCenter
      for try await value in count.values(in: database) {
        #expect(value == 0)
        break
      }
      try await look(database)
    }
    // A look that was on its way may hold the database a little longer.
    while center != nil { await Task.yield() }
    #expect(clock.runningCount == 0)
  }
}

/// A clock that ticks when it is told to.
final class ManualClock: Sendable {
  private let ticks = Lock<[Int: @Sendable () -> Void]>([:])
  private let last = Atomic(0)

  var start: RepeatingClock {
    { [self] _, tick in
      let number = last.add(1, ordering: .relaxed).newValue
      ticks.withLock { $0[number] = tick }
      return { self.ticks.withLock { $0[number] = nil } }
    }
  }

  var runningCount: Int { ticks.withLock(\.count) }

  func tick() {
    for tick in ticks.withLock({ Array($0.values) }) { tick() }
  }
}
