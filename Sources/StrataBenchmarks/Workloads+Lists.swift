import CSQLite
import Strata

// Rows that a list of keys names; a list is an operation.
extension Workloads {
  var lists: [Workload] { [1, 100, 10_000].map(list) }

  private func list(of length: Int) -> Workload {
    Workload(
      name: "list of \(length)",
      count: max(50_000 / length, 5),
      instructionCounts: (max(2000 / length, 1), max(10_000 / length, 3)),
      variants: [
        .init(name: "raw") { count, meter in
          let marks = Array(repeating: "?", count: length).joined(separator: ", ")
          let statement = try raw.prepare(
            "SELECT \(Raw.columns) FROM player WHERE id IN (\(marks))"
          )
          defer { sqlite3_finalize(statement) }
          return try fetchLists(length, count, meter) { keys in
            for (index, key) in keys.enumerated() {
              sqlite3_bind_int64(statement, Int32(index + 1), Int64(key))
            }
            return Self.players(statement)
          }
        },
        .init(name: "raw, row by row") { count, meter in
          let statement = try raw.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
          defer { sqlite3_finalize(statement) }
          return try fetchLists(length, count, meter) { keys in
            var players: [Player] = []
            for key in keys {
              sqlite3_bind_int64(statement, 1, Int64(key))
              players += Self.players(statement)
            }
            return players
          }
        },
        .init(name: "generated") { count, meter in
          try queue.read { db in
            try fetchLists(length, count, meter) { keys in
              try PlayersOfListRequest(ids: keys).fetch(db)
            }
          }
        },
      ]
    )
  }

  private static func players(_ statement: OpaquePointer) -> [Player] {
    var players: [Player] = []
    while sqlite3_step(statement) == SQLITE_ROW { players.append(Raw.player(statement)) }
    sqlite3_reset(statement)
    return players
  }

  private func fetchLists(
    _ length: Int,
    _ count: Int,
    _ meter: Meter,
    _ fetch: ([Int]) throws -> [Player]
  ) throws -> Checksum {
    // In order, as the rows are given.
    let lists = (0..<min(count, 100)).map { list in
      (0..<length).map { Dataset.key(list &* 31 &+ $0, rows: rows) }.sorted()
    }
    var checksum = Checksum()
    for index in 0..<count {
      var players: [Player] = []
      try meter.measure { players = try fetch(lists[index % lists.count]) }
      for player in players { player.add(to: &checksum) }
    }
    return checksum
  }
}
