import Foundation
import Strata
import TestSupport
import Testing

/// One after the other, because the notifications are heard by all databases.
@Suite(.serialized) struct SuspensionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ isPool: Bool, observes: Bool = true) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.observesSuspensionNotifications = observes
    let path = directory.path("\(isPool)-\(observes).sqlite")
    let database: any DatabaseWriter =
      try isPool
      ? DatabasePool(path: path, configuration: configuration)
      : DatabaseQueue(path: path, configuration: configuration)
    try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    return database
  }

  private func suspend() {
    NotificationCenter.default.post(name: Database.suspendNotification, object: nil)
  }

  private func resume() {
    NotificationCenter.default.post(name: Database.resumeNotification, object: nil)
  }

  private func insert(_ database: any DatabaseWriter) throws {
    try database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
  }

  private func count(_ database: any DatabaseWriter) throws -> Int? {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
  }

  @Test(arguments: [true, false])
  func `a suspended database takes no lock until it is resumed`(_ isPool: Bool) throws {
    let database = try open(isPool)
    suspend()
    let error = #expect(throws: DatabaseError.self) { try insert(database) }
    #expect(error?.resultCode == .SQLITE_ABORT)
    #expect(throws: DatabaseError.self) {
      try database.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    if isPool {
      #expect(try count(database) == 0)
    } else {
      #expect(throws: DatabaseError.self) { try count(database) }
    }
    resume()
    try insert(database)
    #expect(try count(database) == 1)
  }

  @Test(arguments: [true, false])
  func `a transaction that is open is rolled back`(_ isPool: Bool) throws {
    let database = try open(isPool)
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        suspend()
        try db.execute(sql: "INSERT INTO t VALUES (2)")
      }
    }
    #expect(error?.resultCode == .SQLITE_ABORT)
    resume()
    #expect(try count(database) == 0)
    try insert(database)
    try database.close()
    suspend()
    resume()
  }

  @Test func `the SQL that runs is interrupted`() async throws {
    let database = try open(true)
    let (started, signal) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await database.write { (db: Database) throws in
        signal.finish()
        while true { try db.execute(sql: "INSERT INTO t VALUES (1)") }
      }
    }
    for await _ in started {}
    suspend()
    await #expect(throws: DatabaseError.self) { try await task.value }
    resume()
    #expect(try count(database) == 0)
  }

  @Test func `another database goes on`() throws {
    let database = try open(false, observes: false)
    suspend()
    try insert(database)
    resume()
    #expect(try count(database) == 1)
  }
}
