import CSQLite
import Strata

// Rows that are written one by one in one transaction, which is then rolled back.
extension Workloads {
  var insert: Workload {
    Workload(
      name: "insert",
      count: 50_000,
      variants: [
        rawVariant(
          "INSERT INTO player (\(Raw.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
          newPlayers
        ),
        generatedVariant(newPlayers) { db, player in try player.insert(db) },
      ]
    )
  }

  var update: Workload {
    Workload(
      name: "update by key",
      count: 50_000,
      variants: [
        rawVariant(Raw.update, changedPlayers),
        generatedVariant(changedPlayers) { db, player in try player.update(db) },
      ]
    )
  }

  private func newPlayers(_ count: Int) -> [Player] {
    (1...count).map { Dataset.player(rows + $0) }
  }

  private func changedPlayers(_ count: Int) -> [Player] {
    (0..<count).map { index in
      var player = Dataset.player(Dataset.key(index, rows: rows))
      player.name += "!"
      return player
    }
  }

  private static let summary = "SELECT total(length(name)) + count(*) FROM player"

  private func rawVariant(
    _ sql: String,
    _ makePlayers: @escaping (Int) -> [Player]
  ) -> Workload.Variant {
    .init(name: "raw") { count, meter in
      let players = makePlayers(count)
      try raw.execute("BEGIN IMMEDIATE")
      defer { try? raw.execute("ROLLBACK") }
      let statement = try raw.prepare(sql)
      defer { sqlite3_finalize(statement) }
      try meter.measure {
        for player in players { try raw.check(Raw.run(statement, with: player)) }
      }
      let total = try raw.prepare(Self.summary)
      defer { sqlite3_finalize(total) }
      var checksum = Checksum()
      try raw.check(sqlite3_step(total))
      checksum.add(Int(sqlite3_column_int64(total, 0)))
      return checksum
    }
  }

  private func generatedVariant(
    _ makePlayers: @escaping (Int) -> [Player],
    _ write: @escaping (Database, Player) throws -> Void
  ) -> Workload.Variant {
    .init(name: "generated") { count, meter in
      let players = makePlayers(count)
      var checksum = Checksum()
      try queue.writeWithoutTransaction { db in
        try db.inTransaction {
          try meter.measure { for player in players { try write(db, player) } }
          checksum.add(try Int.fetchOne(db, sql: Self.summary) ?? 0)
          return .rollback
        }
      }
      return checksum
    }
  }
}
