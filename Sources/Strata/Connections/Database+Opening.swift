internal import Foundation

/// A file that is being opened: its errors name it, and say what to do.
struct DatabaseOpening {
  var path: String
  var isReadOnly: Bool

  /// Runs a step of opening.
  ///
  /// - Throws: `DatabaseError` with the code of the step's own, without its SQL, which nobody wrote.
  func callAsFunction<T>(_ step: () throws -> T) throws -> T {
    do { return try step() } catch let error as DatabaseError {
      let reason = error.message.map { ": \($0)" } ?? ""
      let remedy = remedy(error.extendedResultCode).map { "; \($0)" } ?? ""
      throw DatabaseError(
        resultCode: error.extendedResultCode,
        message: "could not open the database at \(path)\(reason)\(remedy)"
      )
    }
  }

  /// Refuses a file of one byte, which SQLite would overwrite.
  ///
  /// It takes such a file for an empty database, because on some file systems it makes one itself, of
  /// the letter S.
  ///
  /// - Throws: `DatabaseError` with SQLITE_NOTADB.
  func checkFile() throws {
    var status = stat()
    guard !path.isEmpty, stat(path, &status) == 0, status.st_size == 1,
      FileManager.default.contents(atPath: path) != Data("S".utf8)
    else { return }
    throw DatabaseError(resultCode: .SQLITE_NOTADB)
  }

  private func remedy(_ code: ResultCode) -> String? {
    switch code.primaryResultCode {
    case .SQLITE_CANTOPEN: missing
    case .SQLITE_NOTADB:
      "it is a file of another kind, encrypted or damaged: open another path, or move the file away"
    case .SQLITE_CORRUPT: "the file is damaged: move it away, and restore a copy"
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      "another connection holds its lock: wait for it by Configuration.busyMode"
    case .SQLITE_READONLY, .SQLITE_PERM:
      "it cannot be written: change its permissions, or set Configuration.readonly"
    case .SQLITE_FULL: "the disk is full: make room"
    default: nil
    }
  }

  private var missing: String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue { return "this is a folder: add the name of a file" }
    if exists { return "check that this process may read and write the file and its folder" }
    if !FileManager.default.fileExists(atPath: folder) {
      return "there is no folder \(folder): create it first"
    }
    return isReadOnly
      ? "there is no such file, and Configuration.readonly does not let it be created"
      : "check that this process may create files in the folder"
  }
}
