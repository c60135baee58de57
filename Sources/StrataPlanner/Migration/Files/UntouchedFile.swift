import Foundation
import StrataSQLite

/// A database file of any origin that is read so that neither it nor its folder is changed.
final class UntouchedFile {
  let connection: SQLiteConnection
  private let copy: TemporaryCopy?

  /// Opens a file.
  ///
  /// - Throws: `FileProblem` where it is no database, or cannot be read.
  init(path: String) throws(FileProblem) {
    do {
      (connection, copy) = try Self.open(path, try FileHeader(path: path))
    } catch let problem as FileProblem {
      throw problem
    } catch {
      throw Self.problem(error, path)
    }
  }

  /// Opens a file so that nothing is written beside it: SQLite makes two files more for one with a
  /// write-ahead log, where it is not told that nobody writes
  /// (https://sqlite.org/wal.html#read_only_databases).
  private static func open(
    _ path: String,
    _ header: FileHeader
  ) throws -> (SQLiteConnection, TemporaryCopy?) {
    guard header.hasLog else { return (try SQLiteConnection(path: path, flags: .readOnly), nil) }
    let size = (try? FileManager.default.attributesOfItem(atPath: path + "-wal"))?[.size] as? Int
    guard let size, size > 0 else {
      let url = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
      return (try SQLiteConnection(path: url, flags: [.readOnly, .uri]), nil)
    }
    if FileManager.default.fileExists(atPath: path + "-shm"),
      let connection = try? SQLiteConnection(path: path, flags: .readOnly),
      (try? connection.number("PRAGMA schema_version")) != nil
    {
      return (connection, nil)
    }
    // Nobody has it open, or nobody may: its last changes are in the log, which is read on a copy.
    let copy = try TemporaryCopy(of: path)
    return (try SQLiteConnection(path: copy.path), copy)
  }

  /// What an error of SQLite means for a file.
  static func problem(_ error: any Error, _ path: String) -> FileProblem {
    let message = (error as? DatabaseError)?.message ?? "\(error)"
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_NOTADB:
      return FileProblem(
        "'\(path)' is damaged in its first page, or encrypted: SQLite says '\(message)'"
      )
    case .SQLITE_CORRUPT:
      return FileProblem(
        "'\(path)' is damaged: SQLite says '\(message)'; get out of it what can be read with"
          + " \"sqlite3 FILE .recover\""
      )
    case .SQLITE_READONLY, .SQLITE_CANTOPEN:
      return FileProblem(
        "'\(path)' cannot be read without being written: SQLite says '\(message)'; a program was ended"
          + " while it wrote, or has it open in a folder that is not yours. Open it once with that"
          + " program, or copy it with all files whose names begin with its name to a folder of yours"
      )
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return FileProblem("'\(path)' is locked by another program; end its transaction, or wait")
    default: return FileProblem("'\(path)' cannot be read: \(message)")
    }
  }
}

/// What the first bytes of a file say (https://sqlite.org/fileformat.html#the_database_header).
private struct FileHeader {
  /// Whether changes are kept in a write-ahead log.
  var hasLog: Bool

  init(path: String) throws(FileProblem) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileProblem("there is no file '\(path)'")
    }
    guard !isFolder.boolValue else {
      throw FileProblem("'\(path)' is a folder; name a database file")
    }
    // Reading from a pipe waits for somebody to write.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type]
    if let type = type as? FileAttributeType, type != .typeRegular {
      throw FileProblem("'\(path)' is a pipe or a device and no file; name a database file")
    }
    guard let handle = FileHandle(forReadingAtPath: path),
      let bytes = try? handle.read(upToCount: 100) ?? Data()
    else { throw FileProblem("the file '\(path)' cannot be read; you may not have the right to") }
    try? handle.close()
    guard !bytes.isEmpty else {
      throw FileProblem("'\(path)' is empty: it has no tables", .empty)
    }
    guard bytes.starts(with: Data("SQLite format 3\0".utf8)), bytes.count == 100 else {
      throw FileProblem(
        "'\(path)' is no SQLite database; if it is encrypted (SQLCipher, SEE), decrypt it first and"
          + " name the decrypted file"
      )
    }
    hasLog = bytes[bytes.startIndex + 18] == 2 || bytes[bytes.startIndex + 19] == 2
  }
}
