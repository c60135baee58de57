import Foundation
import Strata
import TestSupport

/// Database files: a damaged one gives errors or data, and never stops the program.
final class DatabaseFuzz: Fuzz {
  private let folder: URL
  private let samples: [Data]
  private var opened = 0
  private var failed = 0

  var summary: String { "\(opened) could be opened, \(failed) uses of them were errors" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-fuzz-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let folder = folder
    samples = try [512, 1024, 4096].flatMap { pageSize in
      try ["NONE", "FULL", "INCREMENTAL"].map { mode in
        try Self.makeSample(in: folder, pageSize, mode)
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var path: String { folder.appending(path: "fuzz.sqlite").path }

  // MARK: - Inputs

  private static func makeSample(in folder: URL, _ pageSize: Int, _ vacuum: String) throws -> Data {
    let url = folder.appending(path: "sample-\(pageSize)-\(vacuum).sqlite")
    let library = try LibraryDatabase.open(at: url)
    try library.write { try LibraryContent.fill($0) }
    try library.close()
    let queue = try DatabaseQueue(path: url.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(vacuum); VACUUM")
    }
    try queue.close()
    return try Data(contentsOf: url)
  }

  func makeInput(_ generator: inout SeededGenerator) -> Data {
    var bytes = samples[generator.below(samples.count)]
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    for _ in 0...generator.below(6) { change(&bytes, pageSize, &generator) }
    return bytes
  }

  private func change(_ bytes: inout Data, _ pageSize: Int, _ generator: inout SeededGenerator) {
    let pages = max(bytes.count / pageSize, 1)
    let page = generator.below(pages) * pageSize
    guard bytes.count >= pageSize else { return }
    switch generator.below(10) {
    case 0: bytes.removeSubrange(generator.below(bytes.count)...)
    case 1: bytes.append(contentsOf: bytes[page..<min(bytes.count, page + pageSize)])
    case 2:
      let other = generator.below(pages) * pageSize
      let copy = Data(bytes[other..<other + pageSize])
      bytes.replaceSubrange(page..<page + pageSize, with: copy)
    case 3: bytes.replaceSubrange(page..<page + pageSize, with: Data(count: pageSize))
    case 4: bytes[generator.below(100)] = interesting(&generator)
    case 5, 6:
      // Mostly where the structure of a page is: at its begin.
      for _ in 0...generator.below(8) {
        bytes[page + generator.below(16)] = interesting(&generator)
      }
    case 7:
      for _ in 0...generator.below(20) {
        bytes[page + generator.below(pageSize)] = interesting(&generator)
      }
    default:
      for _ in 0...generator.below(4) {
        bytes[generator.below(bytes.count)] = interesting(&generator)
      }
    }
  }

  private func interesting(_ generator: inout SeededGenerator) -> UInt8 {
    let bytes: [UInt8] = [0, 1, 2, 5, 10, 13, 0x20, 0x27, 0x7F, 0x80, 0xFF]
    return Bool.random(using: &generator)
      ? bytes[generator.below(bytes.count)] : UInt8(generator.below(256))
  }

  // MARK: - Uses

  func tryInput(_ input: Data) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try input.write(to: URL(fileURLWithPath: path))
    try attempt {
      let library = try LibraryDatabase.open(at: URL(fileURLWithPath: path))
      opened += 1
      try LibraryContent.readings.forEach { use in try attempt { try library.read(use) } }
      try attempt { try library.read { try $0.dumpContent(format: .json(), to: Nowhere()) } }
      try LibraryContent.writings.forEach { use in try attempt { try library.write(use) } }
      try attempt { try library.backup(to: DatabaseQueue(), pagesPerStep: 3) }
      try attempt { try library.vacuum() }
      try attempt { try library.checkpoint(.truncate) }
      try attempt { try library.close() }
    }
    try attempt {
      let queue = try DatabaseQueue(path: path)
      try attempt { try queue.read { try $0.dumpContent(to: Nowhere()) } }
      try attempt {
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA integrity_check; REINDEX") }
      }
      try queue.close()
    }
  }

  /// Lets those errors pass that say what is wrong with a database.
  private func attempt(_ body: () throws -> Void) throws {
    do { try body() } catch {
      failed += 1
      switch error {
      case is DatabaseError, is RowDecodingError, is RecordError, is MigrationError:
        if "\(error)".isEmpty { throw Finding(description: "an error without words") }
      default: throw error
      }
    }
  }
}

/// Where a dump is lost.
private struct Nowhere: TextOutputStream {
  mutating func write(_ string: String) {}
}
