import Foundation

/// A copy of a file and its log, removed with the value.
///
/// SQLite finds the log by the name of the file, so that the copy has to have one. Beside it stands a file
/// that is locked as long as the process lives: what a process has left that was killed is known by a
/// lock that nobody holds, and is removed when the next copy is made.
final class TemporaryCopy {
  let path: String
  private let lock: Lock

  init(of source: String) throws(FileProblem) {
    Self.removeAbandoned()
    var lock: Lock?
    while lock == nil {
      let folder = FileManager.default.temporaryDirectory
      let place = folder.appending(path: "\(Self.prefix)\(UUID().uuidString)\(Self.suffix)").path
      let descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.problem(source, String(cString: strerror(errno))) }
      // Nil where another process has just taken it for one that was left.
      lock = Lock(descriptor, path: place)
    }
    guard let lock else { throw Self.problem(source, "it cannot be locked") }
    self.lock = lock
    path = lock.copy
    do {
      for suffix in ["", "-wal"] {
        try Data(contentsOf: URL(fileURLWithPath: source + suffix), options: .mappedIfSafe)
          .write(to: URL(fileURLWithPath: path + suffix))
      }
    } catch {
      lock.remove()
      throw Self.problem(source, error.localizedDescription)
    }
  }

  deinit { lock.remove() }

  private static let prefix = "strata-"
  private static let suffix = ".lock"

  private static func problem(_ source: String, _ reason: String) -> FileProblem {
    FileProblem(
      "'\(source)' has changes in a write-ahead log, which are read on a copy, and it cannot be"
        + " copied: \(reason)"
    )
  }

  /// Removes the copies of processes that are gone.
  private static func removeAbandoned() {
    let folder = FileManager.default.temporaryDirectory
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let place = folder.appending(path: name).path
      let descriptor = open(place, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      if descriptor >= 0 { Lock(descriptor, path: place)?.remove() }
    }
  }

  /// The file beside a copy, locked.
  private struct Lock {
    let descriptor: CInt
    let path: String

    /// Nil, with the file closed, where another process holds the lock.
    init?(_ descriptor: CInt, path: String) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      self.descriptor = descriptor
      self.path = path
    }

    /// The copy.
    var copy: String { path.dropLast(TemporaryCopy.suffix.count) + ".sqlite" }

    /// Removes the copy, and then the file itself.
    func remove() {
      for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
      unlink(path)
      close(descriptor)
    }
  }
}
