import CSQLite
import Foundation
import Strata

/// A small program from its start to its end: it opens the filled database and reads one row.
enum ColdStart {
  private static let key = 4711

  /// What the program does; prints the name that it has read.
  static func run(_ variant: String, path: String) throws {
    switch variant {
    case "raw":
      let raw = try RawDatabase(path: path)
      try raw.configure()
      let statement = try raw.prepare("SELECT \(Raw.columns) FROM player WHERE id = ?")
      defer { sqlite3_finalize(statement) }
      sqlite3_bind_int64(statement, 1, Int64(key))
      try raw.check(sqlite3_step(statement))
      print(Raw.player(statement).name)
    case "generated":
      let pool = try BenchmarkDatabase.open(at: URL(filePath: path))
      let player = try pool.read { db in try ByIDRequest<Player>(id: key).fetch(db) }
      print(player?.name ?? "")
    default:
      throw Options.Misuse(description: "no variant '\(variant)'")
    }
  }
}

extension Workloads {
  /// A process is an operation.
  var coldStart: Workload {
    let path = BenchmarkFolder.database(in: folder).path
    return Workload(
      name: "cold start",
      count: 20,
      instructionCounts: nil,
      process: { ["--cold", $0, path] },
      variants: ["raw", "generated"].map { variant in
        .init(name: variant) { count, meter in
          var checksum = Checksum()
          try meter.measure {
            for _ in 0..<count {
              checksum.add(try Solo.launch(CommandLine.arguments[0], ["--cold", variant, path]).0)
            }
          }
          return checksum
        }
      }
    )
  }
}
