import Foundation

/// A file that is written whole or not at all.
struct WholeFile {
  var path: String

  func write(_ text: String) throws(Problem) {
    try write(Data(text.utf8))
  }

  /// Replaces what is there, keeping its permissions; a link is followed, not replaced.
  ///
  /// - Throws: A problem of the call where the file cannot be written.
  func write(_ content: Data) throws(Problem) {
    let final = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = final.deletingLastPathComponent()
    let temporary = folder.appending(path: ".\(final.lastPathComponent).\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    let files = FileManager.default
    do {
      try content.write(to: temporary)
      if let mode = try? files.attributesOfItem(atPath: final.path)[.posixPermissions] {
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary.path)
      }
    } catch {
      throw .output("'\(path)' cannot be written: \(OutputFolder.reason(error))")
    }
    guard rename(temporary.path, final.path) == 0 else {
      throw .output("'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
