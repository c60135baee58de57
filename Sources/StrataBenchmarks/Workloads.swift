import CSQLite
import Foundation
import Strata

/// The workloads on one database file that both sides have open.
struct Workloads {
  let raw: RawDatabase
  let queue: DatabaseQueue
  let pool: DatabasePool
  let rows: Int

  init(path: String, rows: Int) throws {
    var configuration = Configuration()
    configuration.journalMode = .wal
    queue = try DatabaseQueue(path: path, configuration: configuration)
    pool = try DatabasePool(path: path)
    raw = try RawDatabase(path: path)
    try raw.execute("PRAGMA cache_size = -32768; PRAGMA synchronous = NORMAL")
    self.rows = rows
  }

  var all: [Workload] {
    [
      fetchAll, fetchAllTextDates, fetchOneByKey, insert, update, fetchOneInQueueRead,
      fetchOneInPoolRead,
    ]
  }

  private var fetchAll: Workload {
    Workload(
      name: "fetchAll",
      count: rows,
      variants: [
        .init(name: "raw") { count in
          let statement = try raw.prepare("SELECT \(Raw.columns) FROM player LIMIT \(count)")
          defer { sqlite3_finalize(statement) }
          var players: [Player] = []
          while sqlite3_step(statement) == SQLITE_ROW { players.append(Raw.player(statement)) }
          return sum(players)
        },
        .init(name: "generated") { count in
          sum(
            try queue.read { db in
              count == rows
                ? try AllRequest<Player>().fetch(db)
                : try Player.fetchAll(
                  db,
                  sql: "SELECT \(Raw.columns) FROM player LIMIT ?",
                  arguments: [count]
                )
            }
          )
        },
      ]
    )
  }

  private var fetchAllTextDates: Workload {
    Workload(
      name: "fetchAll, dates as text",
      count: rows,
      variants: [
        .init(name: "raw") { count in
          let statement = try raw.prepare("SELECT \(Raw.columns) FROM visit LIMIT \(count)")
          defer { sqlite3_finalize(statement) }
          var visits: [Visit] = []
          while sqlite3_step(statement) == SQLITE_ROW { visits.append(Raw.visit(statement)) }
          return sum(visits)
        },
        .init(name: "generated") { count in
          sum(
            try queue.read { db in
              count == rows
                ? try AllRequest<Visit>().fetch(db)
                : try Visit.fetchAll(
                  db,
                  sql: "SELECT \(Raw.columns) FROM visit LIMIT ?",
                  arguments: [count]
                )
            }
          )
        },
      ]
    )
  }

  private var fetchOneByKey: Workload {
    Workload(
      name: "fetchOne by key",
      count: 50_000,
      variants: [
        .init(name: "raw") { count in
          let statement = try raw.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
          defer { sqlite3_finalize(statement) }
          try raw.execute("BEGIN")
          defer { try? raw.execute("COMMIT") }
          return rawFetches(statement, count)
        },
        .init(name: "generated") { count in
          try queue.read { db in
            var checksum = Checksum()
            for index in 0..<count {
              let key = Dataset.key(index, rows: rows)
              if let player = try ByIDRequest<Player>(id: key).fetch(db) { checksum.add(player) }
            }
            return checksum
          }
        },
        .init(name: "generated, fetchOne(key:)") { count in
          try queue.read { db in
            var checksum = Checksum()
            for index in 0..<count {
              let key = Dataset.key(index, rows: rows)
              if let player = try Player.fetchOne(db, key: key) { checksum.add(player) }
            }
            return checksum
          }
        },
      ]
    )
  }

  private var fetchOneInQueueRead: Workload {
    pointFetch("fetchOne in DatabaseQueue.read", queue)
  }

  private var fetchOneInPoolRead: Workload {
    pointFetch("fetchOne in DatabasePool.read", pool)
  }

  /// A read access for each fetch, against a held statement without one.
  private func pointFetch(_ name: String, _ reader: some DatabaseReader) -> Workload {
    Workload(
      name: name,
      count: 20_000,
      variants: [
        .init(name: "raw") { count in
          let statement = try raw.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
          defer { sqlite3_finalize(statement) }
          try raw.execute("BEGIN")
          defer { try? raw.execute("COMMIT") }
          return rawFetches(statement, count)
        },
        .init(name: "generated") { count in
          var checksum = Checksum()
          for index in 0..<count {
            let request = ByIDRequest<Player>(id: Dataset.key(index, rows: rows))
            if let player = try reader.read({ db in try request.fetch(db) }) {
              checksum.add(player)
            }
          }
          return checksum
        },
      ]
    )
  }

  private func rawFetches(_ statement: OpaquePointer, _ count: Int) -> Checksum {
    var checksum = Checksum()
    for index in 0..<count {
      sqlite3_bind_int64(statement, 1, Int64(Dataset.key(index, rows: rows)))
      if sqlite3_step(statement) == SQLITE_ROW { checksum.add(Raw.player(statement)) }
      sqlite3_reset(statement)
    }
    return checksum
  }

  private var insert: Workload {
    let placeholders = "VALUES (?, ?, ?, ?, ?, ?, ?)"
    return Workload(
      name: "insert",
      count: 50_000,
      variants: [
        .init(name: "raw") { count in
          let players = newPlayers(count)
          try raw.execute("BEGIN IMMEDIATE")
          let statement = try raw.prepare("INSERT INTO player (\(Raw.columns)) \(placeholders)")
          for player in players {
            Raw.bind(player, to: statement)
            try raw.check(sqlite3_step(statement))
            sqlite3_reset(statement)
          }
          sqlite3_finalize(statement)
          let checksum = try inserted()
          try raw.execute("ROLLBACK")
          return checksum
        },
        .init(name: "generated") { count in
          let players = newPlayers(count)
          var checksum = Checksum()
          try queue.writeWithoutTransaction { db in
            try db.inTransaction {
              for player in players { try player.insert(db) }
              checksum.add(
                try Int.fetchOne(db, sql: "SELECT total(length(name)) + count(*) FROM player") ?? 0
              )
              return .rollback
            }
          }
          return checksum
        },
      ]
    )
  }

  private var update: Workload {
    Workload(
      name: "update by key",
      count: 50_000,
      variants: [
        .init(name: "raw") { count in
          try raw.execute("BEGIN IMMEDIATE")
          let statement = try raw.prepare(
            """
            UPDATE player SET name = ?2, score = ?3, "teamID" = ?4, created = ?5, rating = ?6, \
            photo = ?7 WHERE id = ?1
            """
          )
          for index in 0..<count {
            Raw.bind(changed(index), to: statement)
            try raw.check(sqlite3_step(statement))
            sqlite3_reset(statement)
          }
          sqlite3_finalize(statement)
          let checksum = try inserted()
          try raw.execute("ROLLBACK")
          return checksum
        },
        .init(name: "generated") { count in
          var checksum = Checksum()
          try queue.writeWithoutTransaction { db in
            try db.inTransaction {
              for index in 0..<count { try changed(index).update(db) }
              checksum.add(
                try Int.fetchOne(db, sql: "SELECT total(length(name)) + count(*) FROM player") ?? 0
              )
              return .rollback
            }
          }
          return checksum
        },
      ]
    )
  }

  private func inserted() throws -> Checksum {
    let statement = try raw.prepare("SELECT total(length(name)) + count(*) FROM player")
    defer { sqlite3_finalize(statement) }
    var checksum = Checksum()
    if sqlite3_step(statement) == SQLITE_ROW {
      checksum.add(Int(sqlite3_column_int64(statement, 0)))
    }
    return checksum
  }

  private func newPlayers(_ count: Int) -> [Player] {
    (1...count).map { Dataset.player(rows + $0) }
  }

  private func changed(_ index: Int) -> Player {
    var player = Dataset.player(Dataset.key(index, rows: rows))
    player.name += "!"
    return player
  }

  private func sum(_ players: [Player]) -> Checksum {
    var checksum = Checksum()
    for player in players { checksum.add(player) }
    return checksum
  }

  private func sum(_ visits: [Visit]) -> Checksum {
    var checksum = Checksum()
    for visit in visits { checksum.add(visit) }
    return checksum
  }
}
