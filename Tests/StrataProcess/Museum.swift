import Foundation
import Strata

/// A database with a recorded history, whose last step makes a table anew that others refer to.
enum Museum: GeneratedDatabase {
  static let schemaHash = "2"

  static let migrations: [RecordedMigration] = [
    RecordedMigration(
      "0001-create",
      hash: "1",
      sql: [
        "CREATE TABLE room (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, size INTEGER) STRICT",
        "CREATE TABLE item (id INTEGER PRIMARY KEY, room INTEGER REFERENCES room ON DELETE CASCADE) STRICT",
        "CREATE INDEX room_name ON room (name)",
        "CREATE VIEW rooms AS SELECT id, name FROM room",
        "CREATE TRIGGER gone AFTER DELETE ON room BEGIN DELETE FROM item WHERE room = old.id; END",
      ]
    ),
    RecordedMigration(
      "0002-size",
      hash: "2",
      sql: [
        "DROP TRIGGER gone",
        "DROP VIEW rooms",
        "PRAGMA legacy_alter_table = ON",
        """
        CREATE TABLE strata_new_room (
          id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, size REAL, floor INTEGER
        ) STRICT
        """,
        "INSERT INTO strata_new_room (id, name, size) SELECT id, name, size FROM room",
        "DELETE FROM sqlite_sequence WHERE name = 'strata_new_room'",
        """
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'strata_new_room', seq FROM sqlite_sequence WHERE name = 'room'
        """,
        "DROP TABLE room",
        "ALTER TABLE strata_new_room RENAME TO room",
        "PRAGMA legacy_alter_table = OFF",
        "CREATE INDEX room_name ON room (name)",
        "CREATE VIEW rooms AS SELECT id, name FROM room",
        "CREATE TRIGGER gone AFTER DELETE ON room BEGIN DELETE FROM item WHERE room = old.id; END",
      ]
    ),
  ]

  /// Brings the file to a step, or to the last one, and says before each statement which it is; then it
  /// may wait for a line.
  static func migrate(_ path: String, upTo last: String?, waits: Bool) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    var migrator = migrator
    migrator.onProgress = { progress in
      StrataProcess.say(progress.completedStatementCount)
      if waits { _ = readLine() }
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    if let last {
      try migrator.migrate(queue, upTo: last)
    } else {
      try migrator.migrate(queue)
    }
  }
}
