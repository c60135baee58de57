import Foundation
import Strata

/// A folder with the filled database, which goes with this value.
final class BenchmarkFolder {
  let url: URL
  var path: String { url.appending(path: "benchmark.sqlite").path }

  init() throws {
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    url = parent.appending(path: "strata-benchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func fill(rows: Int) throws {
    let pool = try BenchmarkDatabase.open(at: URL(filePath: path))
    try Dataset.fill(pool, rows: rows)
  }

  func workloads(rows: Int) throws -> Workloads {
    try fill(rows: rows)
    return try Workloads(path: path, rows: rows)
  }
}
