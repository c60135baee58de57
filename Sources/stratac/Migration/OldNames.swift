import StrataSchema

/// `was:` in schema files, which says nothing once the history knows the new name.
struct OldNames {
  private let files: [SchemaFile]
  private let ranges: [SourceRange]
  private let database: String

  /// A file without its old names.
  struct Edit {
    var path: String
    var text: String
  }

  init(of schema: SchemaModel, in files: [SchemaFile]) {
    self.files = files
    database = schema.database.value
    let cases = schema.enums.flatMap(\.cases).compactMap { oldNames in
      oldNames.was.first.map { first in
        SourceRange(
          file: first.range.file,
          start: first.range.start,
          end: oldNames.was.last?.range.end ?? first.range.end
        )
      }
    }
    ranges =
      schema.tables.compactMap(\.was?.range)
      + schema.tables.flatMap(\.columns).compactMap(\.was?.range) + cases
  }

  /// The files that have old names, without those, and the places of those that have to be removed by
  /// hand: where the removal would mean anything else.
  func removed() -> (edits: [Edit], left: [SourceRange]) {
    // All at once: of names that have changed places none can stay without the other.
    var all: [String: YAMLText] = [:]
    let areRemoved = ranges.sorted { $0.start > $1.start }.allSatisfy { remove($0, from: &all) }
    if areRemoved, isSame(all) { return (edits(all), []) }
    var texts: [String: YAMLText] = [:]
    var left: [SourceRange] = []
    for range in ranges.sorted(by: { $0.start > $1.start }) {
      var shorter = texts
      if remove(range, from: &shorter), isSame(shorter) {
        texts = shorter
      } else {
        left.append(range)
      }
    }
    return (edits(texts), left.sorted { ($0.file, $0.start) < ($1.file, $1.start) })
  }

  private func remove(_ range: SourceRange, from texts: inout [String: YAMLText]) -> Bool {
    guard let file = files.first(where: { $0.path == range.file }) else { return false }
    var text = texts[file.path] ?? YAMLText(String(decoding: file.bytes, as: UTF8.self))
    guard text.removeEntry(key: "was", value: range) else { return false }
    texts[file.path] = text
    return true
  }

  private func edits(_ texts: [String: YAMLText]) -> [Edit] {
    files.compactMap { file in texts[file.path].map { Edit(path: file.path, text: $0.text) } }
  }

  /// Whether the schema means the same with the files' new texts, but for the old names.
  private func isSame(_ texts: [String: YAMLText]) -> Bool {
    var diagnostics = Diagnostics()
    let changed = files.map { file in
      texts[file.path].map { SchemaFile(path: file.path, text: $0.text) } ?? file
    }
    let shapes = [files, changed].map { files in
      readSchemas(files, &diagnostics).first { $0.database.value == database }.map(Shape.init)
    }
    return !diagnostics.hasErrors && shapes[0] != nil && shapes[0] == shapes[1]
  }

  /// Tables and enums without their places and old names.
  private struct Shape: Equatable {
    var tables: [Table]
    var enums: [[String]]

    init(_ schema: SchemaModel) {
      tables = schema.tables.map(Table.init)
      enums = schema.enums.map { model in
        [model.name, model.rawType.rawValue, model.doc ?? ""]
          + model.cases.flatMap { [$0.name, $0.rawValue] }
      }
    }
  }

  private struct Table: Equatable {
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
