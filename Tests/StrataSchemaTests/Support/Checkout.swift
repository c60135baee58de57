import Foundation

/// The files of this package that hold schemas.
enum Checkout {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all schema files, sorted.
  static let schemas: [String] = {
    ["Schemas", "Tests"].flatMap { folder -> [String] in
      let place = root.appending(path: folder).resolvingSymlinksInPath()
      let files = FileManager.default.enumerator(atPath: place.path)
      return (files?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".yaml") && !$0.contains(".build") }.map { "\(folder)/\($0)" }
    }.sorted()
  }()

  /// The texts of the Swift files in a folder.
  static func sources(below folder: String) throws -> [String] {
    let place = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { try text("\(folder)/\($0)") }
  }

  /// The contents of all fenced code blocks of a language, each with its last line feed.
  static func blocks(of language: String, in markdown: String) -> [String] {
    var blocks: [String] = []
    var current: String?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let text = current {
        current = line.hasPrefix("```") ? nil : text + line + "\n"
        if current == nil { blocks.append(text) }
      } else if line == "```\(language)" {
        current = ""
      }
    }
    return blocks
  }
}
