import CSQLite
import Strata

// Whole tables, and two tables at once.
extension Workloads {
  var fetchAll: Workload {
    reading(
      "fetchAll",
      rawVariant("SELECT \(Raw.columns) FROM player", Raw.player),
      fetching("generated") { db, count in
        count == rows
          ? try AllRequest<Player>().fetch(db)
          : try Player.fetchAll(db, sql: first("player"), arguments: [count])
      }
    )
  }

  var fetchAllTextDates: Workload {
    reading(
      "fetchAll, dates as text",
      rawVariant("SELECT \(Raw.columns) FROM visit", Raw.visit),
      fetching("generated") { db, count in
        count == rows
          ? try AllRequest<Visit>().fetch(db)
          : try Visit.fetchAll(db, sql: first("visit"), arguments: [count])
      }
    )
  }

  var fetchAllCodable: Workload {
    reading(
      "fetchAll of Codable",
      rawVariant("SELECT \(Raw.columns) FROM player", Raw.player),
      fetching("hand-written Codable") { db, count in
        try CodablePlayer.fetchAll(db, sql: first("player"), arguments: [count])
      }
    )
  }

  var join: Workload {
    reading(
      "join of two records",
      share: (6, 7),
      rawVariant(Raw.joined, Raw.playerWithTeam),
      fetching("generated") { db, count in
        try PlayerWithTeam.fetchAll(db, Player.including(required: Player.team).limit(count))
      }
    )
  }

  var joinCodable: Workload {
    reading(
      "join of two Codable",
      share: (6, 7),
      rawVariant(Raw.joined, Raw.playerWithTeam),
      fetching("hand-written Codable") { db, count in
        let team = CodablePlayer.belongsTo(CodableTeam.self, key: "team")
        return try CodablePlayerWithTeam.fetchAll(
          db,
          CodablePlayer.including(required: team).limit(count)
        )
      }
    )
  }

  /// Rows that are read one after the other, each an operation; a share of all.
  private func reading(
    _ name: String,
    share: (Int, Int) = (1, 1),
    _ variants: Workload.Variant...
  ) -> Workload {
    Workload(name: name, count: rows * share.0 / share.1, variants: variants)
  }

  private func first(_ table: String) -> String {
    "SELECT \(Raw.columns) FROM \(table) LIMIT ?"
  }

  /// A loop over all rows of a query.
  func rawVariant<Value: Checked>(
    _ sql: String,
    _ value: @escaping (OpaquePointer) -> Value
  ) -> Workload.Variant {
    .init(name: "raw") { count, meter in
      var values: [Value] = []
      try meter.measure {
        let statement = try raw.prepare("\(sql) LIMIT \(count)")
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW { values.append(value(statement)) }
      }
      return Checksum(values)
    }
  }

  private func fetching<Value: Checked>(
    _ name: String,
    _ fetch: @escaping (Database, Int) throws -> [Value]
  ) -> Workload.Variant {
    .init(name: name) { count, meter in try read(meter) { db in try fetch(db, count) } }
  }

  func read<Value: Checked>(
    _ meter: Meter,
    _ fetch: (Database) throws -> [Value]
  ) throws -> Checksum {
    var values: [Value] = []
    try meter.measure { values = try queue.read(fetch) }
    return Checksum(values)
  }
}
