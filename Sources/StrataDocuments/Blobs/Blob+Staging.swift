internal import Foundation
internal import Strata

extension Blob {
  /// How many bytes are staged in memory.
  private static let memorySize = 1 << 20

  /// The same blob, with bytes that can be had while the database of a store is written.
  ///
  /// Two threads that each save a blob of the other's database would wait for each other if they read it
  /// inside of their transactions. Where the thread is in a transaction already, nothing can be done but to
  /// notice that they do; see ``DatabaseWaits``.
  func staged(for store: DocumentStore) throws -> Blob {
    guard case .stored(let other) = source, other.writer is DatabaseQueue,
      other.writer !== store.writer, DatabaseWaits.isThreadFree, !store.isWriting
    else { return self }
    let digest = digest ?? ""
    if try store.read({ db in try store.hasBlob(digest, db) }) { return self }
    if let length, length <= Self.memorySize {
      var data = Data()
      try readChunks { data.append($0) }
      return Blob(self, at: .data(data))
    }
    let file = try StagedFile()
    try readChunks { try file.append($0) }
    return Blob(self, at: .staged(file))
  }
}

/// A file without a name, which goes with the process at the latest.
final class StagedFile: Sendable {
  private let handle: FileHandle

  init() throws {
    let directory = FileManager.default.temporaryDirectory
    let url = directory.appendingPathComponent("strata-\(DocumentName.generate(20))")
    // Nobody else may read what may be secret.
    let isMade = FileManager.default.createFile(
      atPath: url.path,
      contents: nil,
      attributes: [.posixPermissions: 0o600]
    )
    guard isMade else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
    defer { try? FileManager.default.removeItem(at: url) }
    handle = try FileHandle(forUpdating: url)
  }

  deinit { try? handle.close() }

  func append(_ chunk: Data) throws { try handle.write(contentsOf: chunk) }

  func readChunks(_ size: Int, _ body: (Data) throws -> Void) throws {
    try handle.seek(toOffset: 0)
    while let chunk = try handle.read(upToCount: size), !chunk.isEmpty { try body(chunk) }
  }
}
