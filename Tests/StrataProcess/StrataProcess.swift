import Foundation
import Strata

/// Another process that uses a database file, for tests of what two of them do to each other.
@main
enum StrataProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(2) }
    switch arguments[1] {
    case "create": return try Museum.migrate(arguments[2], upTo: "0001-create", waits: false)
    case "migrate": return try Museum.migrate(arguments[2], upTo: nil, waits: false)
    case "migrate-slowly": return try Museum.migrate(arguments[2], upTo: nil, waits: true)
    default: break
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    let pool = try DatabasePool(path: arguments[2], configuration: configuration)
    switch arguments[1] {
    case "write": try write(pool)
    case "count": try count(pool, arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0)
    case "hold": try hold(pool)
    default: exit(2)
    }
  }

  /// Commits transactions of ten rows without an end, and says the number of each when it is done.
  private static func write(_ pool: DatabasePool) throws {
    let first = try pool.read { try Int.fetchOne($0, sql: "SELECT max(number) FROM entry") } ?? 0
    for number in (first + 1)... {
      try pool.write { db in
        for row in 0..<10 {
          try db.execute(
            sql: "INSERT INTO entry (number, row, text) VALUES (?, ?, ?)",
            arguments: [number, row, String(repeating: "x", count: 300)]
          )
        }
      }
      if number % 50 == 0 { try? pool.checkpoint(.passive) }
      say(number)
    }
  }

  /// Reads a number and writes the next one, so many times.
  private static func count(_ pool: DatabasePool, _ times: Int) throws {
    for _ in 0..<times {
      try pool.write { db in
        let count = try Int.fetchOne(db, sql: "SELECT count FROM counter") ?? 0
        try db.execute(sql: "UPDATE counter SET count = ?", arguments: [count + 1])
      }
    }
  }

  /// Keeps the lock for writing until a line comes in.
  private static func hold(_ pool: DatabasePool) throws {
    try pool.write { db in
      try db.execute(sql: "UPDATE counter SET count = count + 100")
      say(0)
      _ = readLine()
    }
    say(1)
    _ = readLine()
  }

  static func say(_ number: Int) {
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
  }
}
