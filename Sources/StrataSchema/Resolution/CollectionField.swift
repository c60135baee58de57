/// A field of a collection, with the column that the view has for it.
struct CollectionField {
  var property: StructModel.Property
  /// Whether it is stored aside.
  var isBlob: Bool
  /// The place of its type.
  var typeRange: SourceRange
  /// How SQL has its values.
  var storage: ColumnStorage

  /// The type of the column: the field as SQL has it.
  var columnType: DeclaredType {
    var type = property.type
    // Only the app knows what a type of its own is in JSON.
    if case .app = type { type = .any }
    return DeclaredType(
      type: type,
      isOptional: property.isOptional,
      storage: storage,
      range: typeRange
    )
  }

  /// The expression of the column, the same one in the view and in indexes.
  var expression: String {
    let path = DocumentPath(field: property.name)
    if isBlob { return DocumentPath(field: property.name, steps: [.name("digest")]).expression }
    switch property.type {
    case .structure, .array, .dictionary, .data: return filled("nullif(\(path.json), 'null')")
    // A number with all of its digits.
    case .decimal where storage == .text: return filled("nullif(\(path.json), 'null')")
    case .date: return "strftime('%Y-%m-%d %H:%M:%f', \(path.expression))"
    default:
      guard let json = property.defaultValue?.json else { return path.expression }
      return "coalesce(\(path.expression), \(Literal.sqlText(json)) ->> '$')"
    }
  }

  /// The text of a date as the document has it, for which SQLite need not compute.
  ///
  /// Swift reads a date in either form. Comparisons and orders take the column, where all dates have one.
  var reading: String? {
    property.type == .date ? DocumentPath(field: property.name).expression : nil
  }

  /// With the default where a document has no such field.
  private func filled(_ json: String) -> String {
    property.defaultValue.map { "coalesce(\(json), \(Literal.sqlText($0.json)))" } ?? json
  }
}

/// The way to a value in a document: `title`, `home.city`, `lines[0].price`.
struct DocumentPath {
  /// A step into a value.
  enum Step: Hashable, CustomStringConvertible {
    case name(String)
    case index(Int)

    var description: String {
      switch self {
      case .name(let name): ".\(name)"
      case .index(let index): "[\(index)]"
      }
    }
  }

  /// The field of the document.
  var field: String
  /// What follows.
  var steps: [Step] = []

  init(field: String, steps: [Step] = []) {
    self.field = field
    self.steps = steps
  }

  /// Reads a path; nil where it is none.
  init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), let (field, indexes) = Self.part(first) else { return nil }
    self.field = field
    steps = indexes.map { .index($0) }
    for part in parts {
      guard let (name, indexes) = Self.part(part) else { return nil }
      steps.append(.name(name))
      steps += indexes.map { .index($0) }
    }
  }

  /// A name, and the numbers of elements after it.
  private static func part(_ text: Substring) -> (name: String, indexes: [Int])? {
    let name = text.prefix { $0 != "[" }
    guard Identifier.isValid(String(name)) else { return nil }
    var rest = text.dropFirst(name.count)
    var indexes: [Int] = []
    while !rest.isEmpty {
      guard rest.hasPrefix("["), let end = rest.firstIndex(of: "]") else { return nil }
      let digits = rest[..<end].dropFirst()
      guard digits.utf8.count < 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let index = Int(digits)
      else { return nil }
      indexes.append(index)
      rest = rest[rest.index(after: end)...]
    }
    return (String(name), indexes)
  }

  /// Whether it leads to a field and no further.
  var isWhole: Bool { steps.isEmpty }

  /// As JSON paths have it (https://sqlite.org/json1.html#path_arguments).
  private var literal: String {
    let rest = steps.map { step in
      switch step {
      case .name(let name): ".\"\(name)\""
      case .index(let index): "[\(index)]"
      }
    }
    return "'$.\"\(field)\"\(rest.joined())'"
  }

  /// The value as SQL has it.
  var expression: String { "body ->> \(literal)" }

  /// The value as JSON.
  var json: String { "body -> \(literal)" }
}

extension TableModel {
  /// The table in which the runtime keeps the documents of a collection.
  ///
  /// It is the one that `StrataDocuments` makes for a collection that no schema declares.
  init(documentsOf collection: CollectionModel) {
    let range = collection.range
    func column(
      _ name: String,
      _ type: ValueType,
      _ storage: ColumnStorage,
      isOptional: Bool = true
    ) -> ColumnModel {
      let types: [ColumnStorage: String] = [.integer: "INTEGER", .real: "REAL"]
      return ColumnModel(
        name: name,
        range: range,
        sqlName: name,
        declaredType: types[storage] ?? "TEXT",
        type: type,
        isOptional: isOptional,
        storage: storage
      )
    }
    var id = column("id", .string, .text, isOptional: false)
    id.isUnique = true
    self.init(
      name: collection.tableName,
      range: range,
      sqlName: collection.tableName,
      doc: nil,
      was: nil,
      columns: [
        column("sequence", .int64, .integer, isOptional: false), id,
        column("revision", .string, .text, isOptional: false),
        column("ancestors", .string, .text), column("created", .int64, .integer),
        column("expiration", .double, .real), column("body", .string, .text),
        column("baseRevision", .string, .text), column("base", .string, .text),
      ],
      primaryKey: ["sequence"],
      primaryKeyRange: nil,
      uniques: [],
      isStrict: true,
      isWithoutRowID: false,
      constraints: [],
      checks: [],
      indexes: [
        IndexModel(
          name: Located("expiration", at: range),
          sqlName: CollectionModel.expirationIndexName(collection.sqlName),
          entries: [.made("expiration", at: range)],
          condition: .made("expiration IS NOT NULL", at: range),
          isUnique: false
        )
      ],
      requests: [],
      generatesStandardRequests: false,
      isCodable: false
    )
    self.collection = collection.name
  }
}

extension ViewModel {
  /// The view of a collection: its documents, with a column for each field.
  init(documentsOf collection: CollectionModel, _ fields: [CollectionField]) {
    let columns = fields.map { ", (\($0.expression)) AS \"\($0.property.name)\"" }
    self.init(
      name: collection.rowName,
      range: collection.range,
      sqlName: collection.sqlName,
      doc: "A document of the collection `\(collection.sqlName)`, as SQL sees it.",
      sql: .made(
        "SELECT id, revision\(columns.joined()), body FROM \"\(collection.tableName)\""
          + " WHERE body IS NOT NULL",
        at: collection.range
      ),
      columns: fields.map { field in
        DeclaredColumn(
          name: Located(field.property.name, at: field.property.range),
          type: field.columnType,
          reading: field.reading
        )
      },
      primaryKey: [Located("id", at: collection.range)],
      requests: []
    )
    self.collection = collection.name
  }
}

extension SQLFragment {
  /// SQL that nobody wrote, of something that stands at a place.
  static func made(_ text: String, at range: SourceRange) -> SQLFragment {
    SQLFragment(
      text: text,
      range: range,
      origins: [TextOrigin(utf8Offset: 0, position: range.start)]
    )
  }
}
