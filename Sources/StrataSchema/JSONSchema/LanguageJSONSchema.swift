extension LanguageTable {
  /// Every kind of mapping below the top of a schema that has keys of its own.
  static let all: [LanguageTable] = [
    generate, allow, enumeration, enumCase, structure, property, appType, table, column,
    generated, index, request, sqlRequest, statement, view, parameter, resultColumn, plan, search,
    trigger, object, function, collection, field, collectionIndex,
  ]
}

/// The language as a JSON Schema, by which editors complete and check schema files.
///
/// It is draft-07, the newest one that YAML plugins of editors know. Keys are those of the reader; what
/// only the compiler can know, such as whether a name is declared, is not checked.
package func languageJSONSchema() -> String {
  let types = SchemaResolver.scalars.keys.sorted()
  let type = JSONValue.object([
    "description": .string("A Swift type; '?' marks what may be missing."),
    "anyOf": .array([
      .object(["enum": .array((types + types.map { $0 + "?" }).map { .string($0) })]),
      .object([
        "type": .string("string"),
        "pattern": .string(#"^(\[.+\]|([A-Za-z_]|[^\x00-\x7f])(\w|[^\x00-\x7f])*(\.ID)?)\??$"#),
      ]),
      .object([
        "type": .string("array"), "minItems": .number(1), "maxItems": .number(1),
        "items": .object([
          "if": .object(["type": .string("object")]),
          "then": .object([
            "properties": .object(["String": LanguageShape.type.json]),
            "required": .array([.string("String")]), "additionalProperties": .bool(false),
          ]),
          "else": .object([
            "anyOf": .array([LanguageShape.type.json, LanguageShape.form("^String:.").json])
          ]),
        ]),
      ]),
    ]),
  ])
  let tables = LanguageTable.all.map { JSONValue.Member(key: $0.name, value: $0.json) }
  let top = LanguageTable.schema.members
  let schema = JSONValue.object(
    [
      JSONValue.Member(key: "$schema", value: .string("http://json-schema.org/draft-07/schema#")),
      JSONValue.Member(key: "title", value: .string("A schema of Strata")),
    ] + top + [
      JSONValue.Member(
        key: "definitions",
        value: .object([JSONValue.Member(key: "type", value: type)] + tables)
      )
    ]
  )
  return schema.text + "\n"
}
