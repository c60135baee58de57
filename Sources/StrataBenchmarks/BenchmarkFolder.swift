import Foundation
import Strata

/// A folder with the filled database, which goes with this value.
final class BenchmarkFolder {
  let url: URL

  init() throws {
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    url = parent.appending(path: "strata-benchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The database of a folder.
  static func database(in folder: URL) -> URL { folder.appending(path: "benchmark.sqlite") }

  func fill(rows: Int) throws {
    let pool = try BenchmarkDatabase.open(at: Self.database(in: url))
    try Dataset.fill(pool, rows: rows)
  }

  func workloads(rows: Int) throws -> Workloads {
    try fill(rows: rows)
    return try Workloads(url, rows: rows)
  }
}
