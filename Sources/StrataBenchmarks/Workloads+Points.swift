import CSQLite
import Strata

// Rows by their key, in one access and in an access each.
extension Workloads {
  var fetchOneByKey: Workload {
    Workload(
      name: "fetchOne by key",
      count: 50_000,
      variants: [
        heldStatement,
        inOneRead("generated") { db, key in try ByIDRequest<Player>(id: key).fetch(db) },
        inOneRead("generated, fetchOne(key:)") { db, key in try Player.fetchOne(db, key: key) },
        inOneRead("generated, find(id:)") { db, key in try Player.find(db, id: key) },
      ]
    )
  }

  var fetchOneInQueueRead: Workload { accessEach("fetchOne in DatabaseQueue.read", queue) }

  var fetchOneInPoolRead: Workload { accessEach("fetchOne in DatabasePool.read", pool) }

  /// A read access for each fetch, against a held statement in one transaction.
  private func accessEach(_ name: String, _ reader: some DatabaseReader) -> Workload {
    Workload(
      name: name,
      count: 20_000,
      variants: [
        heldStatement,
        .init(name: "generated") { count, meter in
          try fetch(count, meter) { key in
            try reader.read { db in try ByIDRequest<Player>(id: key).fetch(db) }
          }
        },
      ]
    )
  }

  var heldStatement: Workload.Variant {
    .init(name: "raw") { count, meter in
      let statement = try raw.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
      defer { sqlite3_finalize(statement) }
      try raw.execute("BEGIN")
      defer { try? raw.execute("COMMIT") }
      return try fetch(count, meter) { key in
        sqlite3_bind_int64(statement, 1, Int64(key))
        defer { sqlite3_reset(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? Raw.player(statement) : nil
      }
    }
  }

  func inOneRead(
    _ name: String,
    _ body: @escaping (Database, Int) throws -> Player?
  ) -> Workload.Variant {
    .init(name: name) { count, meter in
      try queue.read { db in try fetch(count, meter) { key in try body(db, key) } }
    }
  }

  private func fetch(
    _ count: Int,
    _ meter: Meter,
    _ fetchOne: (Int) throws -> Player?
  ) throws -> Checksum {
    let keys = (0..<count).map { Dataset.key($0, rows: rows) }
    var players: [Player] = []
    players.reserveCapacity(count)
    try meter.measure {
      for key in keys {
        if let player = try fetchOne(key) { players.append(player) }
      }
    }
    return Checksum(players)
  }
}
