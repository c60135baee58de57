import StrataSchema

/// `was:` in schema files, which says nothing once the history knows the new name.
struct OldNames {
  private let files: [SchemaFile]
  private let ranges: [SourceRange]
  private let database: String

  init(of schema: SchemaModel, in files: [SchemaFile]) {
    self.files = files
    database = schema.database.value
    ranges =
      schema.tables.compactMap(\.was?.range)
      + schema.tables.flatMap(\.columns).compactMap(\.was?.range)
  }

  /// The files that have one, without it.
  ///
  /// A file of which the removal would mean anything else stays as it is.
  func removed() -> [(path: String, text: String)] {
    files.compactMap { file in
      let own = ranges.filter { $0.file == file.path }
      guard !own.isEmpty else { return nil }
      var lines = String(decoding: file.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for range in own.sorted(by: { $0.start > $1.start }) { Self.remove(range, from: &lines) }
      let text = lines.joined(separator: "\n")
      return isSame(file, text) ? (file.path, text) : nil
    }
  }

  /// Removes the key with its value: a line of its own, or an entry between commas.
  private static func remove(_ range: SourceRange, from lines: inout [String]) {
    let index = range.start.line - 1
    guard lines.indices.contains(index), range.start.line == range.end.line else { return }
    let scalars = Array(lines[index].unicodeScalars)
    var start = range.start.column - 1
    var end = min(range.end.column - 1, scalars.count)
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " }
    while start > 0, isSpace(scalars[start - 1]) { start -= 1 }
    let key = Array("was:".unicodeScalars)
    guard start >= key.count, Array(scalars[(start - key.count)..<start]) == key else { return }
    start -= key.count
    if scalars[..<start].allSatisfy(isSpace) {
      lines.remove(at: index)
      return
    }
    while start > 0, isSpace(scalars[start - 1]) { start -= 1 }
    if start > 0, scalars[start - 1] == "," {
      start -= 1
    } else {
      while end < scalars.count, isSpace(scalars[end]) { end += 1 }
      if end < scalars.count, scalars[end] == "," { end += 1 }
      while end < scalars.count, isSpace(scalars[end]) { end += 1 }
    }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[..<start])
    line.append(contentsOf: scalars[end...])
    lines[index] = String(line)
  }

  /// Whether the schema means the same with a file's new text, but for the old names.
  private func isSame(_ file: SchemaFile, _ text: String) -> Bool {
    var diagnostics = Diagnostics()
    let changed = files.map {
      $0.path == file.path ? SchemaFile(path: $0.path, text: text) : $0
    }
    let tables = [files, changed].map { files in
      readSchemas(files, &diagnostics).first { $0.database.value == database }?.tables.map(
        Shape.init
      )
    }
    return !diagnostics.hasErrors && tables[0] != nil && tables[0] == tables[1]
  }

  /// A table without its places and old names.
  private struct Shape: Equatable {
    var name: String
    var columns: [[String]]

    init(_ table: TableModel) {
      name = table.name
      columns = table.columns.map {
        [
          $0.name, $0.sqlName, $0.declaredType, "\($0.type)", "\($0.isOptional)", "\($0.storage)",
          "\($0.isUnique)", $0.check?.text ?? "", $0.collation?.value ?? "",
          $0.generated?.sql.text ?? "",
          $0.backfill?.text ?? "", $0.cast?.text ?? "", $0.doc ?? "",
        ]
      }
    }
  }
}
