/// A file as it was read from the disk.
package struct SchemaFile: Hashable, Sendable {
  /// The path as it was given to the tool, and as diagnostics name it.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The last component of the path.
  package var baseName: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
