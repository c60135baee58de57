#if canImport(Combine)
import Combine
import Dispatch
import Testing

@testable import Strata

/// The publishers of reads, writes, migrations and regions.
@Suite(.timeLimit(.minutes(10)))
struct AccessPublisherTests {
  private struct Failure: Error {}

  private struct Player: Codable, FetchableRecord, PersistableRecord {
    var id: Int?
    var name: String
  }

  private let queue = DispatchQueue(label: "accesses")

  /// Waits for the end of a receiver's publisher.
  private func end<Value: Sendable>(
    of publisher: some Publisher<Value, any Error>
  ) async -> Receiver<Value> {
    let ended = Recorder<Bool>()
    let receiver = Receiver<Value>(.unlimited, didComplete: { ended.onChange(true) })
    publisher.subscribe(receiver)
    await ended.events(1)
    #expect(receiver.faults == [])
    return receiver
  }

  @Test(arguments: TestDatabase.allCases)
  func `a write and a read publish one value each`(_ kind: TestDatabase) async throws {
    let pool = try kind.open()
    let insertion = pool.writePublisher { db in try Player(name: "Ann").insert(db) }
    let count = pool.readPublisher { db in try Player.fetchCount(db) }
    #expect(await end(of: insertion.map { _ in true }).values == [true])
    #expect(await end(of: count).values == [1])
    // Each subscriber writes and reads anew.
    #expect(await end(of: insertion.map { _ in true }).values == [true])
    #expect(await end(of: count).values == [2])
  }

  @Test(arguments: TestDatabase.allCases)
  func `values are published on the scheduler`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let queue = queue
    for scheduler in [queue, DispatchQueue.main] {
      let read = database.readPublisher(receiveOn: scheduler) { _ in 1 }
      let write = database.writePublisher(receiveOn: scheduler) { _ in 2 }
      let values = await end(
        of: read.map { value in
          dispatchPrecondition(condition: .onQueue(scheduler))
          return value
        }
      ).values
      let written = await end(
        of: write.map { value in
          dispatchPrecondition(condition: .onQueue(scheduler))
          return value
        }
      ).values
      #expect(values + written == [1, 2])
    }
    let atOnce = await end(
      of: database.readPublisher(receiveOn: ImmediateScheduler.shared) { _ in 3 }
    )
    #expect(atOnce.values == [3])
    let onMain = await end(
      of: database.readPublisher { _ in 4 }.map { value in
        dispatchPrecondition(condition: .onQueue(.main))
        return value
      }
    )
    #expect(onMain.values == [4])
  }

  @Test(arguments: TestDatabase.allCases)
  func `an error is the completion, and rolls a write back`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let write = database.writePublisher(receiveOn: queue) { db -> Int in
      try Player(name: "Ann").insert(db)
      throw Failure()
    }
    let read = database.readPublisher(receiveOn: queue) { db in
      try Int.fetchOne(db, sql: "SELECT x FROM missing") ?? 0
    }
    #expect(await end(of: write).recorder.errors.first is Failure)
    #expect(await end(of: read).recorder.errors.first is DatabaseError)
    #expect(try await database.read { try Player.fetchCount($0) } == 0)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a read after a write sees what that has committed`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let publisher = database.writePublisher(receiveOn: queue) { db in
      try Player(name: "Ann").insert(db)
      return 10
    } thenRead: { db, written in
      try Player.fetchCount(db) + written
    }
    #expect(await end(of: publisher).values == [11])
    let failing = database.writePublisher(receiveOn: queue) { db in
      throw Failure()
    } thenRead: { db, _ in
      Issue.record("a failed write is not followed by a read")
      return 1
    }
    #expect(await end(of: failing).recorder.errors.first is Failure)
  }

  @Test(arguments: TestDatabase.allCases)
  func `nothing is done without a demand, and a demanded write is done`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let receiver = Receiver<Int>(.none)
    database.writePublisher(receiveOn: queue) { db in
      try Player(name: "Ann").insert(db)
      return 1
    }
    .subscribe(receiver)
    #expect(try await database.read { try Player.fetchCount($0) } == 0)
    queue.suspend()
    receiver.request(.max(1))
    receiver.request(.max(1))
    receiver.cancel()
    queue.resume()
    // A write waits for its turn.
    #expect(try await database.write { try Player.fetchCount($0) } == 1)
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    #expect(receiver.values == [])
    #expect(!receiver.isFinished)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a read that is not wanted any more is not begun`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let reads = Protected(0)
    let receiver = Receiver<Int>(.none)
    database.readPublisher(receiveOn: queue) { _ in
      reads.update { $0 += 1 }
      return 1
    }
    .subscribe(receiver)
    receiver.cancel()
    receiver.request(.unlimited)
    #expect(try await database.read { try Player.fetchCount($0) } == 0)
    #expect(reads.value == 0)
  }

  @Test(arguments: TestDatabase.allCases)
  func `a migration publishes its end`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("a") { db in try db.execute(sql: "CREATE TABLE a(x)") }
    let migrated = await end(of: migrator.migratePublisher(database).map { _ in 1 })
    #expect(migrated.values == [1])
    let names = try await database.read { [migrator] db in try migrator.appliedMigrations(db) }
    #expect(names == ["a"])
    migrator.registerMigration("b") { _ in throw Failure() }
    let failed = await end(
      of: migrator.migratePublisher(database, receiveOn: queue).map { _ in 1 }
    )
    #expect(failed.recorder.errors.first is Failure)
    #expect(failed.values == [])
  }

  @Test(arguments: TestDatabase.allCases)
  func `transactions that change a region are published in the write`(
    _ kind: TestDatabase
  ) async throws {
    let database = try kind.open()
    let counts = Protected<[Int]>([])
    let observation = DatabaseRegionObservation(tracking: Player.all())
    let cancellable = observation.publisher(in: database).sink(
      receiveCompletion: { _ in Issue.record("the observation does not end by itself") },
      receiveValue: { db in
        let count = (try? Player.fetchCount(db)) ?? -1
        counts.update { $0.append(count) }
      }
    )
    for name in ["Ann", "Ben"] {
      try await database.write { try Player(name: name).insert($0) }
    }
    try await database.write { try $0.execute(sql: "INSERT INTO team(id) VALUES (1)") }
    #expect(counts.value == [1, 2])
    cancellable.cancel()
    try await database.write { try Player(name: "Cleo").insert($0) }
    #expect(counts.value == [1, 2])
  }

  @Test(arguments: TestDatabase.allCases)
  func `a region is published as often as it is asked for`(_ kind: TestDatabase) async throws {
    let database = try kind.open()
    let receiver = Receiver<Int>(.none)
    DatabaseRegionObservation(tracking: DatabaseRegion.fullDatabase)
      .publisher(in: database).map { _ in 1 }.subscribe(receiver)
    let insert: @Sendable (Database) throws -> Void = { try Player(name: "Ann").insert($0) }
    try await database.write(insert)
    #expect(receiver.values == [])
    receiver.request(.max(1))
    try await database.write(insert)
    try await database.write(insert)
    #expect(receiver.values == [1])
    receiver.request(.max(1))
    #expect(receiver.values == [1])
    try await database.write(insert)
    #expect(receiver.values == [1, 1])
    receiver.cancel()
    #expect(receiver.faults == [])
  }

  @Test(arguments: TestDatabase.allCases)
  func `a region that cannot be found out is the completion`(_ kind: TestDatabase) async throws {
    struct Broken: DatabaseRegionConvertible {
      func databaseRegion(_ db: Database) throws -> DatabaseRegion { throw Failure() }
    }
    let database = try kind.open()
    let observation = DatabaseRegionObservation(tracking: Broken())
    let ended = await end(of: observation.publisher(in: database).map { _ in 1 })
    #expect(ended.recorder.errors.first is Failure)
  }
}
#endif
