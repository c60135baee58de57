import Foundation
import TestSupport
import Testing

@testable import Strata

/// Files that are not what they should be: each is an error that says so, and none a trap.
@Suite struct BadFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.path() }
  private var url: URL { URL(fileURLWithPath: path) }

  private func count(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
  }

  // MARK: - Not a database

  @Test(arguments: [15, 99, 100, 512, 4096, 10_000])
  func `a file that is no database is refused, and left alone`(_ size: Int) throws {
    let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) })
    try content.write(to: url)
    for open in openers {
      let error = #expect(throws: DatabaseError.self) { try open(path) }
      #expect(error?.resultCode == .SQLITE_NOTADB)
      #expect(
        error?.description
          == "SQLite error 26: could not open the database at \(path): file is not a database; it is a "
          + "file of another kind, encrypted or damaged: open another path, or move the file away"
      )
    }
    #expect(try Data(contentsOf: url) == content)
  }

  private var openers: [(String) throws -> Void] {
    [
      { _ = try DatabaseQueue(path: $0) },
      { _ = try DatabasePool(path: $0) },
      { _ = try BadFileShop.open(at: URL(fileURLWithPath: $0)) },
    ]
  }

  @Test func `a folder, and a file in no folder, cannot be opened`() throws {
    for open in openers {
      for path in [directory.url.path, directory.path("no/file.sqlite")] {
        let error = #expect(throws: DatabaseError.self) { try open(path) }
        #expect(error?.resultCode == .SQLITE_CANTOPEN)
      }
    }
  }

  @Test func `a file that cannot be opened is named, with what to do`() throws {
    var readonly = Configuration()
    readonly.readonly = true
    let folder = directory.url.path
    let cases: [(String, Configuration, String)] = [
      (folder, Configuration(), "this is a folder: add the name of a file"),
      (
        directory.path("no/file.sqlite"), Configuration(),
        "there is no folder \(directory.path("no")): create it first"
      ),
      (
        directory.path("none.sqlite"), readonly,
        "there is no such file, and Configuration.readonly does not let it be created"
      ),
    ]
    for (path, configuration, remedy) in cases {
      for open: (String, Configuration) throws -> Void in [
        { _ = try DatabaseQueue(path: $0, configuration: $1) },
        { _ = try DatabasePool(path: $0, configuration: $1) },
      ] {
        let error = #expect(throws: DatabaseError.self) { try open(path, configuration) }
        #expect(error?.resultCode == .SQLITE_CANTOPEN)
        #expect(error?.sql == nil)
        #expect(error?.message?.hasPrefix("could not open the database at \(path): ") == true)
        #expect(error?.message?.hasSuffix("; \(remedy)") == true)
      }
    }
  }

  @Test func `a database in memory cannot be in WAL mode, which says so`() throws {
    let error = #expect(throws: DatabaseError.self) { try DatabasePool(path: ":memory:") }
    #expect(
      error?.message
        == "could not open the database at :memory:: it cannot be in WAL mode: open it with a "
        + "DatabaseQueue in its default journal mode"
    )
  }

  @Test func `an error of a setup is left as it is`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "SELECT nothing") }
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
    #expect(error?.sql == "SELECT nothing")
  }

  @Test func `a file that ends early is an error`() throws {
    try makeShop().close()
    let whole = try Data(contentsOf: url)
    for part in [101, 600, 4096, whole.count / 2, whole.count - 4096] {
      try whole.prefix(part).write(to: url)
      let error = #expect(throws: DatabaseError.self) {
        let queue = try DatabaseQueue(path: path)
        try queue.read { _ = try BadItem.fetchAll($0) }
      }
      #expect([.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error?.resultCode))
    }
  }

  // MARK: - Damage

  private func makeShop() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path)
    try queue.write { (db: Database) throws in
      try db.execute(sql: BadItem.creation)
      for number in 0..<300 {
        try BadItem(
          id: number,
          name: "item \(number)",
          made: Date(timeIntervalSince1970: Double(number) * 1e6),
          note: String(repeating: "n", count: number * 7 % 6000)
        ).insert(db)
      }
    }
    return queue
  }

  /// The seconds of a long run by hand; without them each page is damaged twice.
  private static let seconds = ProcessInfo.processInfo.environment["STRATA_FUZZ_SECONDS"]
    .flatMap(Double.init)

  @Test func `damage in any page is an error, or harmless`() throws {
    try makeShop().close()
    let whole = try Data(contentsOf: url)
    let pages = whole.count / 4096
    #expect(pages > 50)
    var failures = 0
    let deadline = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
    for seed in 0... {
      guard deadline.map({ Date() < $0 }) ?? (seed < 2 * pages) else { break }
      var generator = SeededGenerator(seed: UInt64(seed))
      var damaged = whole
      let page = seed / 2 % pages
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        // Mostly where the structure of a page is: at its begin.
        let reach = Bool.random(using: &generator) ? 128 : 4096
        let place = page * 4096 + Int.random(in: 0..<reach, using: &generator)
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try damaged.write(to: url)
      do {
        try useAll(DatabaseQueue(path: path))
      } catch is DatabaseError {
        failures += 1
      } catch is RowDecodingError {
        failures += 1
      } catch {
        Issue.record(error, "seed \(seed)")
      }
    }
    #expect(failures > pages / 2)
  }

  private func useAll(_ queue: DatabaseQueue) throws {
    var first: (any Error)?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { first = first ?? error }
    }
    attempt { try queue.read { _ = try BadItem.fetchAll($0) } }
    attempt { try queue.read { _ = try Row.fetchAll($0, sql: "SELECT * FROM item ORDER BY name") } }
    attempt { try queue.read { _ = try $0.columns(in: "item") } }
    attempt { try queue.read { _ = try $0.primaryKey("item") } }
    attempt {
      try queue.write { (db: Database) throws in
        try db.execute(sql: "UPDATE item SET note = name || note WHERE id % 3 = 0")
        try BadItem(id: 1000, name: "new", made: Date(), note: "").insert(db)
        try db.execute(sql: "DELETE FROM item WHERE id % 7 = 0")
      }
    }
    attempt { try queue.read { _ = try String.fetchAll($0, sql: "PRAGMA integrity_check") } }
    attempt { try queue.close() }
    if let first { throw first }
  }

  // MARK: - What happens to an open database

  @Test func `a database that is deleted while it is open gives errors, or what it had`() throws {
    for kind in [true, false] {
      let database: any DatabaseWriter =
        try kind ? DatabasePool(path: path) : DatabaseQueue(path: path)
      try database.write {
        try $0.execute(sql: "CREATE TABLE item (a); INSERT INTO item VALUES (1)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.url.path) {
        try FileManager.default.removeItem(atPath: directory.path(name))
      }
      // A pool opens its first reader only now, and there is no file.
      do { #expect(try database.read(count) == 1) } catch let error as DatabaseError {
        #expect(error.resultCode == .SQLITE_CANTOPEN)
      }
      do {
        try database.write { try $0.execute(sql: "INSERT INTO item VALUES (2)") }
      } catch let error as DatabaseError {
        #expect([.SQLITE_READONLY, .SQLITE_IOERR].contains(error.resultCode))
      }
      try database.close()
    }
  }

  @Test func `a database that is full says so, and keeps what it has`() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { (db: Database) throws in
      try db.execute(sql: "CREATE TABLE item (a); INSERT INTO item VALUES (1)")
      try db.execute(sql: "PRAGMA max_page_count = 20")
    }
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "INSERT INTO item VALUES (zeroblob(1000000))") }
    }
    #expect(error?.resultCode == .SQLITE_FULL)
    #expect(try queue.read(count) == 1)
    try queue.write { try $0.execute(sql: "INSERT INTO item VALUES (2)") }
  }

  #if os(Linux)
  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk is an error, and nothing is lost`() throws {
    for kind in [true, false] {
      let disk = try #require(try SmallDisk())
      let path = disk.path("full.sqlite")
      let database: any DatabaseWriter =
        try kind ? DatabasePool(path: path) : DatabaseQueue(path: path)
      try database.write { try $0.execute(sql: "CREATE TABLE item (a)") }
      var committed = 0
      var failure: DatabaseError?
      while failure == nil, committed < 1000 {
        do {
          try database.write {
            try $0.execute(sql: "INSERT INTO item VALUES (zeroblob(20000))")
          }
          committed += 1
        } catch let error as DatabaseError { failure = error }
      }
      #expect([.SQLITE_FULL, .SQLITE_IOERR].contains(failure?.resultCode))
      #expect(committed > 1)
      #expect(try database.read(count) == committed)
      try database.close()
      let again = try DatabaseQueue(path: path)
      try again.read { (db: Database) throws in
        #expect(try count(db) == committed)
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      }
      try again.close()
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a file that cannot be written is read, and not written`() throws {
    let disk = try #require(try SmallDisk())
    let path = disk.path("read.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE item (a); INSERT INTO item VALUES (1)") }
    try queue.close()
    try disk.makeReadOnly()
    let reading = try DatabaseQueue(path: path)
    #expect(try reading.read(count) == 1)
    let error = #expect(throws: DatabaseError.self) {
      try reading.write { try $0.execute(sql: "DELETE FROM item") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
    try reading.close()
    let missing = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(path: disk.path("new.sqlite"))
    }
    #expect(missing?.resultCode == .SQLITE_CANTOPEN)
  }
  #endif
}
