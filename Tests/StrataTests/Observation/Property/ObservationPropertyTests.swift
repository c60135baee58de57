import Foundation
import TestSupport
import Testing

@testable import Strata

/// Random observations beside random writes, held against an oracle that fetches everything again.
@Suite(.timeLimit(.minutes(10)))
struct ObservationPropertyTests {
  /// A database of a property test.
  struct Scene: CustomTestStringConvertible, Sendable {
    let isPool: Bool
    let capturesRows: Bool
    let seed: UInt64
    var testDescription: String {
      "\(isPool ? "pool" : "queue"), \(capturesRows ? "rows" : "statements"), seed \(seed)"
    }

    /// `STRATA_SEEDS=200` runs more of them.
    static let all: [Scene] = {
      let count = ProcessInfo.processInfo.environment["STRATA_SEEDS"].flatMap { UInt64($0) } ?? 6
      return (1...count).flatMap { seed in
        [(true, true), (false, true), (true, false)].map { isPool, capturesRows in
          Scene(isPool: isPool, capturesRows: capturesRows, seed: seed)
        }
      }
    }()
  }

  /// A request, and what its observer was given.
  private struct Observed {
    let request: RandomRequest
    let outcomes = Protected<[RandomRequest.Outcome]>([])
    var cancellable: AnyDatabaseCancellable?
  }

  private let directory: TemporaryDirectory
  private let clock = ManualClock()

  init() throws { directory = try TemporaryDirectory() }

  private func open(
    _ scene: Scene,
    _ schema: RandomSchema
  ) throws -> any ObservedReader & DatabaseWriter {
    var configuration = Configuration()
    configuration.capturesRows = scene.capturesRows
    configuration.journalMode = .wal
    configuration.observesExternalChanges = true
    configuration.externalChangesClock = clock.start
    let path = directory.path()
    let database: any ObservedReader & DatabaseWriter =
      scene.isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    try database.write { try $0.execute(sql: schema.sql) }
    return database
  }

  private func observe(
    _ schema: RandomSchema,
    _ database: any DatabaseReader,
    using random: inout SeededGenerator
  ) -> Observed {
    var observed = Observed(request: RandomRequest(schema, using: &random))
    observed.cancellable = observed.request.start(in: database) { [outcomes = observed.outcomes] in
      let outcome = $0
      outcomes.update { $0.append(outcome) }
    }
    return observed
  }

  @Test(arguments: Scene.all)
  func `after each commit each observer has the value that a fetch gives, and no other`(
    _ scene: Scene
  ) async throws {
    var random = SeededGenerator(seed: scene.seed)
    let schema = RandomSchema(using: &random)
    let database = try open(scene, schema)
    let other = try DatabaseQueue(path: directory.path())
    var all = (0..<14).map { _ in observe(schema, database, using: &random) }
    await database.idle()
    for number in 0..<60 {
      let write = RandomWrite(schema, number: number, using: &random)
      let counts = all.map(\.outcomes.value.count)
      if Int.random(in: 0..<8, using: &random) == 0 {
        try await other.writeWithoutTransaction { try write.run($0) }
        clock.tick()
        try await database.writeWithoutTransaction { _ in }
      } else {
        try await database.writeWithoutTransaction { try write.run($0) }
      }
      await database.idle()
      let requests = all.map(\.request)
      let expected = try await database.read { db in requests.map { $0.outcome(db) } }
      for (index, observed) in all.enumerated() {
        let outcomes = observed.outcomes.value
        let comment: Comment =
          "\(scene.testDescription), write \(number) \(write.statements): \(observed.request.title)"
        #expect(outcomes.last == expected[index], comment)
        if write.isOneTransaction {
          #expect(outcomes.dropFirst(counts[index]).allSatisfy { $0 == expected[index] }, comment)
        }
        if write.isRolledBack { #expect(outcomes.count == counts[index], comment) }
        if outcomes.last != expected[index] { return }
      }
      // Observers come and go.
      let index = Int.random(in: all.indices, using: &random)
      if number % 5 == 0 { all[index] = observe(schema, database, using: &random) }
      await database.idle()
    }
    all = []
    #expect(database.observationCenter.isEmpty)
  }

  @Test(arguments: Scene.all)
  func `beside writes that wait for nothing, values keep their order and the last one is right`(
    _ scene: Scene
  ) async throws {
    var random = SeededGenerator(seed: scene.seed &+ 1_000_000)
    let schema = RandomSchema(using: &random)
    let database = try open(scene, schema)
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE clock(time); INSERT INTO clock VALUES (0)")
    }
    let times = Protected<[Int]>([])
    let time = ValueObservation.tracking { db in
      try Int.fetchOne(db, sql: "SELECT time FROM clock") ?? -1
    }
    .start(in: database, scheduling: .inline, onError: { _ in }) { time in
      times.update { $0.append(time) }
    }
    var all = (0..<10).map { _ in observe(schema, database, using: &random) }
    for number in 0..<60 {
      let write = RandomWrite(schema, number: number, using: &random)
      try await database.writeWithoutTransaction { db in
        try write.run(db)
        try db.execute(sql: "UPDATE clock SET time = ?", arguments: [number])
      }
      if number % 7 == 0 {
        let index = Int.random(in: all.indices, using: &random)
        all[index] = observe(schema, database, using: &random)
      }
    }
    await database.idle()
    let requests = all.map(\.request)
    let expected = try await database.read { db in requests.map { $0.outcome(db) } }
    for (observed, expected) in zip(all, expected) {
      #expect(
        observed.outcomes.value.last == expected,
        "\(scene.testDescription): \(observed.request.title)"
      )
    }
    #expect(times.value == times.value.sorted())
    #expect(times.value.last == 59)
    time.cancel()
  }
}
