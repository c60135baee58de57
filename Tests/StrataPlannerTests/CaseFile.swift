import Foundation
import StrataSchema
import Testing

/// A case in one file: words about it, the schema files, and what the planner makes of them, each
/// after a line `-- name --`.
struct CaseFile {
  static let resultName = "result"
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "Cases")

  let name: String
  private(set) var comment = ""
  private(set) var files: [SchemaFile] = []
  private(set) var result: String?

  /// Every case, sorted by name.
  static let all: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  init(named name: String) throws {
    self.name = name
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    var sections: [(name: String?, body: String)] = [(nil, "")]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        sections.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else {
        sections[sections.count - 1].body += line + "\n"
      }
    }
    // The text ends with a line end, after which there is one more, empty line.
    if sections[sections.count - 1].body.hasSuffix("\n") {
      sections[sections.count - 1].body.removeLast()
    }
    for section in sections {
      switch section.name {
      case nil: comment = section.body
      case Self.resultName: result = section.body
      case .some(let name): files.append(SchemaFile(path: name, text: section.body))
      }
    }
  }

  /// The case with its files in the opposite order.
  var reversed: CaseFile {
    var copy = self
    copy.files.reverse()
    return copy
  }

  func record(_ result: String) throws {
    var text = comment
    for file in files {
      text += "-- \(file.path) --\n" + String(decoding: file.bytes, as: UTF8.self)
    }
    text += "-- \(Self.resultName) --\n" + result
    try text.write(to: Self.folder.appending(path: name), atomically: true, encoding: .utf8)
  }
}
