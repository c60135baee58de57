import Foundation

/// A file that is written whole or not at all.
struct WholeFile {
  var path: String

  /// Writes the text beside the file, and then puts it into the place of the file.
  ///
  /// A file that is there
  /// keeps its permissions, and a link stays a link to it.
  func write(_ text: String) throws(Problem) {
    let final = URL(filePath: path).resolvingSymlinksInPath()
    let temporary = final.deletingLastPathComponent()
      .appending(path: ".\(final.lastPathComponent).\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    let present = try? FileManager.default.attributesOfItem(atPath: final.path)
    let attributes = present.map {
      [FileAttributeKey.posixPermissions: $0[.posixPermissions] ?? 0o644]
    }
    let isMade = FileManager.default.createFile(
      atPath: temporary.path,
      contents: Data(text.utf8),
      attributes: attributes
    )
    guard isMade, rename(temporary.path, final.path) == 0 else {
      throw .output("'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
