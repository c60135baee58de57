import Foundation
import TestSupport
import Testing

@testable import Strata

/// Many threads that read and write at once, with a sum that each read finds right.
@Suite struct SoakTests {
  /// The seconds of a long run by hand; without them each thread takes some turns.
  private static let seconds = ProcessInfo.processInfo.environment["STRATA_SOAK_SECONDS"]
    .flatMap(Double.init)

  private static let accounts = 50

  @Test(arguments: [true, false])
  func `eight threads read and write, and each read finds the sum right`(_ isPool: Bool)
    async throws
  {
    let directory = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.maximumReaderCount = 3
    let database: any DatabaseWriter =
      try isPool
      ? DatabasePool(path: directory.path(), configuration: configuration)
      : DatabaseQueue(path: directory.path(), configuration: configuration)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL);
          CREATE TABLE transfer (source INTEGER, target INTEGER, amount INTEGER);
          CREATE TABLE total (count INTEGER NOT NULL); INSERT INTO total VALUES (0)
          """
      )
      for _ in 0..<Self.accounts {
        try db.execute(sql: "INSERT INTO account (amount) VALUES (100)")
      }
    }
    let deadline = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
    let problems = Protected<[String]>([])
    await withCheckedContinuation { done in
      let group = DispatchGroup()
      for number in 0..<8 {
        let thread = Thread {
          var generator = SeededGenerator(seed: UInt64(number))
          var turn = 0
          while deadline.map({ Date() < $0 }) ?? (turn < 100) {
            do { try Self.takeTurn(database, &generator) } catch {
              problems.update { $0.append("\(number): \(error)") }
            }
            turn += 1
          }
          group.leave()
        }
        group.enter()
        thread.start()
      }
      group.notify(queue: .global()) { done.resume() }
    }
    #expect(problems.value.prefix(5) == [])
    try await database.read { db in try Self.check(db) }
    try database.close()
  }

  struct Imbalance: Error { var description: String }

  private static func takeTurn(
    _ database: any DatabaseWriter,
    _ generator: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6:
      let source = Int.random(in: 1...accounts, using: &generator)
      let target = Int.random(in: 1...accounts, using: &generator)
      let amount = Int.random(in: 1...20, using: &generator)
      try database.write { db in try transfer(db, source, target, amount) }
    case 6:
      // What is rolled back is seen by nobody.
      struct Stop: Error {}
      do {
        try database.write { db in
          try db.execute(sql: "UPDATE account SET amount = amount + 1")
          throw Stop()
        }
      } catch is Stop {}
    case 7:
      try database.barrierWriteWithoutTransaction { db in try check(db) }
    case 8:
      if let pool = database as? DatabasePool {
        let snapshot = try pool.makeSnapshot()
        try snapshot.read(check)
        try snapshot.close()
      }
    case 9:
      if let pool = database as? DatabasePool { pool.invalidateReadOnlyConnections() }
    case 10: try (database as? DatabasePool)?.checkpoint()
    default: try database.read(check)
    }
  }

  private static func transfer(
    _ db: Database,
    _ source: Int,
    _ target: Int,
    _ amount: Int
  ) throws {
    try db.execute(
      sql: "UPDATE account SET amount = amount - ? WHERE id = ?",
      arguments: [amount, source]
    )
    try db.execute(
      sql: "INSERT INTO transfer VALUES (?, ?, ?)",
      arguments: [source, target, amount]
    )
    try db.execute(
      sql: "UPDATE account SET amount = amount + ? WHERE id = ?",
      arguments: [amount, target]
    )
    try db.execute(sql: "UPDATE total SET count = count + 1")
  }

  private static func check(_ db: Database) throws {
    let sum = try Int.fetchOne(db, sql: "SELECT sum(amount) FROM account")
    let count = try Int.fetchOne(db, sql: "SELECT count FROM total")
    let transfers = try Int.fetchOne(db, sql: "SELECT count(*) FROM transfer")
    guard sum == accounts * 100, count == transfers else {
      throw Imbalance(description: "sum \(sum ?? 0), \(count ?? 0) of \(transfers ?? 0) transfers")
    }
  }
}
