/// A file of a scaffolded package.
package struct AppFile: Hashable, Sendable {
  /// The path in the package.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  package init(_ path: String, _ text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
