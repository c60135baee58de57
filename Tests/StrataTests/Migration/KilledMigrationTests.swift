import Foundation
import Strata
import TestSupport
import Testing

/// What a process leaves that is killed while it migrates, and what two do that migrate at once.
@Suite struct KilledMigrationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private enum State { case old, new }

  /// Makes the database with rows, in a journal mode.
  private func create(_ journal: String) throws {
    let path = directory.path()
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    #expect(try ChildProcess("StrataProcess", ["create", path]).end() == 0)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(journal)")
      for room in 1...40 {
        try db.execute(
          sql: "INSERT INTO room (name, size) VALUES (?, ?)",
          arguments: [String(repeating: "r", count: 200) + "\(room)", room]
        )
        try db.execute(sql: "INSERT INTO item (room) VALUES (?)", arguments: [room])
      }
    }
    try queue.close()
  }

  /// Whether the database is as before or as after the step; it has all rows in any case.
  private func state() throws -> State {
    let queue = try DatabaseQueue(path: directory.path())
    defer { try? queue.close() }
    return try queue.read { db throws in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM rooms") == 40)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM item") == 40)
      #expect(
        try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'room'") == 40
      )
      #expect(
        try String.fetchAll(
          db,
          sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1"
        )
          == ["gone", "grdb_migrations", "item", "room", "room_name", "rooms", "strata_migrations"]
      )
      let steps = try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations")
      let columns = try db.columns(in: "room").map(\.name)
      #expect(columns.count == (steps == 2 ? 4 : 3))
      return steps == 2 ? .new : .old
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a process that is killed at a statement leaves the old state`(journal: String) throws {
    for statement in 0..<13 {
      try create(journal)
      let child = try ChildProcess("StrataProcess", ["migrate-slowly", directory.path()])
      for before in 0...statement {
        #expect(child.number() == before)
        if before < statement { child.say() }
      }
      child.kill()
      #expect(try state() == .old)
      // And what is left undone can be done.
      #expect(try ChildProcess("StrataProcess", ["migrate", directory.path()]).end() == 0)
      #expect(try state() == .new)
    }
  }

  @Test func `a process that is killed at any moment leaves the old or the new state`() throws {
    for round in 0..<20 {
      try create(round % 2 == 0 ? "WAL" : "DELETE")
      let child = try ChildProcess("StrataProcess", ["migrate", directory.path()])
      for _ in 0..<(round % 14) where child.number() == nil { break }
      child.kill()
      _ = try state()
    }
  }

  @Test func `of processes that migrate at once one does, and the others find it done`() throws {
    try create("WAL")
    let children = try (0..<4).map { _ in
      try ChildProcess("StrataProcess", ["migrate", directory.path()])
    }
    for child in children { #expect(child.end() == 0) }
    #expect(try state() == .new)
  }
}
