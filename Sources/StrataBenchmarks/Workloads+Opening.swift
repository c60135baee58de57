import CSQLite
import Foundation
import Strata

// Databases that are opened, and those that are made step by step.
extension Workloads {
  /// A migration is an operation.
  var migrations: Workload { migrations("100 migrations", on: nil) }

  /// The same beside all the rows of the filled database, which they have nothing to do with.
  var migrationsBesideRows: Workload {
    migrations("100 migrations beside the rows", on: BenchmarkFolder.database(in: folder))
  }

  private func migrations(_ name: String, on filled: URL?) -> Workload {
    Workload(
      name: name,
      count: 100,
      instructionCounts: (20, 100),
      variants: [
        .init(name: "raw") { count, meter in
          try inFile(copying: filled) { url in
            try meter.measure {
              let raw = try RawDatabase(path: url.path)
              try raw.configure()
              try raw.execute("CREATE TABLE ledger (identifier TEXT NOT NULL PRIMARY KEY)")
              for index in 0..<count {
                try raw.execute("BEGIN IMMEDIATE")
                try raw.execute(Self.step(index))
                try raw.execute("INSERT INTO ledger VALUES ('step \(index)')")
                try raw.execute("COMMIT")
              }
            }
          }
        },
        .init(name: "generated") { count, meter in
          try inFile(copying: filled) { url in
            var migrator = DatabaseMigrator()
            for index in 0..<count {
              migrator.registerMigration("step \(index)") { db in
                try db.execute(sql: Self.step(index))
              }
            }
            try meter.measure {
              let pool = try DatabasePool(path: url.path)
              try migrator.migrate(pool)
              try pool.close()
            }
          }
        },
      ]
    )
  }

  private static func step(_ index: Int) -> String {
    "CREATE TABLE t\(index) (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
  }

  /// Opens the filled database, finds that its schema is the right one, and closes it.
  var opening: Workload {
    let path = BenchmarkFolder.database(in: folder)
    return Workload(
      name: "opening",
      count: 200,
      instructionCounts: (10, 50),
      variants: [
        .init(name: "raw") { count, meter in
          var checksum = Checksum()
          for _ in 0..<count {
            var found = ""
            try meter.measure {
              let raw = try RawDatabase(path: path.path)
              try raw.configure()
              let hash = try raw.prepare("SELECT hash FROM strata_migrations")
              defer { sqlite3_finalize(hash) }
              try raw.check(sqlite3_step(hash))
              found = Raw.text(hash, 0)
            }
            checksum.add(found)
          }
          return checksum
        },
        .init(name: "generated") { count, meter in
          var checksum = Checksum()
          for _ in 0..<count {
            var opened: DatabasePool?
            try meter.measure { opened = try BenchmarkDatabase.open(at: path) }
            checksum.add(
              try opened?.writeWithoutTransaction { db in
                try String.fetchOne(db, sql: "SELECT hash FROM strata_migrations")
              } ?? ""
            )
            try meter.measure { try opened?.close() }
          }
          return checksum
        },
      ]
    )
  }

  /// The checksum of the tables that `body` has made in a file of its own, a new one or a copy.
  private func inFile(copying filled: URL?, _ body: (URL) throws -> Void) throws -> Checksum {
    let url = folder.appending(path: "\(UUID()).sqlite")
    if let filled {
      let source = try RawDatabase(path: filled.path)
      try source.execute("VACUUM INTO '\(url.path)'")
    }
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
    }
    try body(url)
    let raw = try RawDatabase(path: url.path)
    let statement = try raw.prepare(
      "SELECT count(*) FROM sqlite_schema WHERE name GLOB 't[0-9]*'"
    )
    defer { sqlite3_finalize(statement) }
    try raw.check(sqlite3_step(statement))
    var checksum = Checksum()
    checksum.add(Int(sqlite3_column_int64(statement, 0)))
    return checksum
  }
}
