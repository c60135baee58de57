import Foundation

/// The checkout that these tests are about.
enum Checkout {
  /// The folder of `Package.swift`.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all Swift files below a folder, relative to it, sorted.
  static func swiftFiles(below folder: String) throws -> [URL] {
    let url = root.appending(path: folder)
    guard let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    else { return [] }
    return files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" && !$0.path.contains("/.build/") }
      .sorted { $0.path < $1.path }
  }

  static func text(_ url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }
}
