/// What may stand at a place of a schema, as far as an editor can know.
indirect enum LanguageShape: Sendable {
  /// Text, which YAML may take for a number or a bool.
  case text
  case bool
  /// A whole number.
  case number(ClosedRange<Int>)
  case words([String])
  /// Text of a form, as a regular expression.
  case form(String)
  /// One of these values.
  case values([JSONValue])
  /// Whatever is a value.
  case anything
  /// A Swift type.
  case type
  /// A list, or its only entry.
  case list(LanguageShape)
  case strictList(LanguageShape)
  /// A mapping with the keys of a table.
  case mapping(LanguageTable)
  /// A mapping whose keys the author chooses.
  case named(LanguageShape)
  /// The first where there is a mapping, else the second.
  case either(LanguageShape, else: LanguageShape)
  /// A struct, in its long form where there is a mapping `properties`.
  case structure
  /// A collection, in its long form where there is a mapping `fields`.
  case documents

  /// The JSON Schema of the shape.
  var json: JSONValue {
    switch self {
    case .text:
      .object(["type": .array([.string("string"), .string("number"), .string("boolean")])])
    case .bool: .object(["type": .string("boolean")])
    case .number(let range):
      .object([
        "type": .string("integer"), "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ])
    case .words(let words): .object(["enum": .array(words.map { .string($0) })])
    case .form(let pattern):
      .object(["type": .string("string"), "pattern": .string(pattern)])
    case .values(let values): .object(["enum": .array(values)])
    case .anything: .object(["not": .object(["type": .string("null")])])
    case .type: .object(["$ref": .string("#/definitions/type")])
    case .list(let entry):
      .object(["anyOf": .array([entry.json, LanguageShape.strictList(entry).json])])
    case .strictList(let entry): .object(["type": .string("array"), "items": entry.json])
    case .mapping(let table): .object(["$ref": .string("#/definitions/\(table.name)")])
    case .named(let entry):
      .object(["type": .string("object"), "additionalProperties": entry.json])
    case .either(let mapping, let other):
      .object([
        "if": .object(["type": .string("object")]), "then": mapping.json, "else": other.json,
      ])
    case .structure: Self.long(.structure, where: "properties", else: LanguageTable.properties)
    case .documents: Self.long(.collection, where: "fields", else: LanguageTable.fields)
    }
  }

  /// A mapping in its long form where a key of it has a mapping, else in its short one.
  private static func long(
    _ table: LanguageTable,
    where key: String,
    else short: LanguageShape
  ) -> JSONValue {
    .object([
      "if": .object([
        "required": .array([.string(key)]),
        "properties": .object([
          JSONValue.Member(key: key, value: .object(["type": .string("object")]))
        ]),
      ]),
      "then": LanguageShape.mapping(table).json,
      "else": short.json,
    ])
  }
}

/// The keys of one kind of mapping, as the reader takes them, with what editors say of each.
struct LanguageTable: Sendable {
  var name: String
  /// Those that the reader of the place knows.
  var keys: [String]
  var required: [String] = []
  var entries: [String: Entry]

  struct Entry: Sendable {
    var shape: LanguageShape
    var doc: String

    init(_ shape: LanguageShape, _ doc: String) {
      self.shape = shape
      self.doc = doc
    }
  }

  /// The JSON Schema of a mapping with these keys and no others.
  var json: JSONValue { .object(members) }

  var members: [JSONValue.Member] {
    let properties = keys.map { key -> JSONValue.Member in
      guard let entry = entries[key], case .object(var members) = entry.shape.json else {
        return JSONValue.Member(key: key, value: .object([:]))
      }
      if members.first?.key == "$ref" {
        // Beside a reference a description would not count.
        members = [.init(key: "allOf", value: .array([.object(members)]))]
      }
      let doc = JSONValue.Member(key: "description", value: .string(entry.doc))
      return JSONValue.Member(key: key, value: .object([doc] + members))
    }
    return [
      .init(key: "type", value: .string("object")),
      .init(key: "properties", value: .object(properties)),
      .init(key: "required", value: .array(required.map { .string($0) })),
      .init(key: "additionalProperties", value: .bool(false)),
    ]
  }
}
