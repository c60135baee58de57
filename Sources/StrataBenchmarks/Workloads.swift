import Foundation
import Strata

/// The workloads on one database file that both sides have open.
struct Workloads {
  let raw: RawDatabase
  let queue: DatabaseQueue
  let pool: DatabasePool
  let folder: URL
  let rows: Int

  /// Opens the filled database of a folder.
  init(_ folder: URL, rows: Int) throws {
    self.folder = folder
    let path = BenchmarkFolder.database(in: folder).path
    var configuration = Configuration()
    configuration.journalMode = .wal
    queue = try DatabaseQueue(path: path, configuration: configuration)
    pool = try DatabasePool(path: path)
    raw = try RawDatabase(path: path)
    try raw.configure()
    self.rows = rows
  }

  var all: [Workload] {
    [
      fetchAll, fetchAllTextDates, fetchAllCodable, join, joinCodable, toMany, fetchOneByKey,
      requestByKey, insert, update, fetchOneInQueueRead, fetchOneInPoolRead, readersBesideWriter,
      migrations, migrationsBesideRows, opening, coldStart,
    ] + lists + observation + documents
  }
}
