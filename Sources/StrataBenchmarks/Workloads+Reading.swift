import CSQLite
import Strata

// Whole tables, and two tables at once.
extension Workloads {
  var fetchAll: Workload {
    Workload(
      name: "fetchAll",
      count: rows,
      variants: [
        rawVariant("SELECT \(Raw.columns) FROM player", Raw.player),
        .init(name: "generated") { count, meter in
          try read(meter) { db in
            count == rows
              ? try AllRequest<Player>().fetch(db)
              : try Player.fetchAll(
                db,
                sql: "SELECT \(Raw.columns) FROM player LIMIT ?",
                arguments: [count]
              )
          }
        },
      ]
    )
  }

  var fetchAllTextDates: Workload {
    Workload(
      name: "fetchAll, dates as text",
      count: rows,
      variants: [
        rawVariant("SELECT \(Raw.columns) FROM visit", Raw.visit),
        .init(name: "generated") { count, meter in
          try read(meter) { db in
            count == rows
              ? try AllRequest<Visit>().fetch(db)
              : try Visit.fetchAll(
                db,
                sql: "SELECT \(Raw.columns) FROM visit LIMIT ?",
                arguments: [count]
              )
          }
        },
      ]
    )
  }

  var join: Workload {
    Workload(
      name: "join of two records",
      count: rows * 6 / 7,
      variants: [
        rawVariant(Raw.joined, Raw.playerWithTeam),
        .init(name: "generated") { count, meter in
          try read(meter) { db in
            try PlayerWithTeam.fetchAll(
              db,
              Player.including(required: Player.team).limit(count)
            )
          }
        },
      ]
    )
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

  func read<Value: Checked>(
    _ meter: Meter,
    _ fetch: (Database) throws -> [Value]
  ) throws -> Checksum {
    var values: [Value] = []
    try meter.measure { values = try queue.read(fetch) }
    return Checksum(values)
  }
}
