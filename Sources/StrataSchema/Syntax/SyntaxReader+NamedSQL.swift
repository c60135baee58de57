extension SyntaxReader {
  /// What an entry of `triggers:` or `objects:` may say.
  static let namedSQLKeys = ["sql"]

  mutating func triggers(_ node: YAMLNode?) -> [TriggerModel] {
    namedSQL(
      node,
      "trigger",
      example: "AFTER INSERT ON player BEGIN … END",
      remedy: "what follows CREATE TRIGGER and its name"
    ) { TriggerModel(name: $0, sql: $1) }
  }

  mutating func objects(_ node: YAMLNode?) -> [ObjectModel] {
    namedSQL(
      node,
      "object",
      example: "CREATE VIRTUAL TABLE …",
      remedy: "the statement that creates it"
    ) { ObjectModel(name: $0, sql: $1) }
  }

  private mutating func namedSQL<Model>(
    _ node: YAMLNode?,
    _ kind: String,
    example: String,
    remedy: String,
    model: (Located<String>, SQLFragment) -> Model
  ) -> [Model] {
    named(node, "'\(kind)s'", "SQL") { reader, name, value in
      let place = "\(kind) '\(name.value)'"
      guard
        let mapping = reader.mapping(
          value,
          place,
          keys: Self.namedSQLKeys,
          instead: "a mapping, such as {sql: \(example)}"
        )
      else { return nil }
      guard mapping["sql"] != nil else {
        reader.diagnostics.error(
          .missingKey,
          "\(place) has no SQL; write 'sql:' with \(remedy)",
          at: name.range
        )
        return nil
      }
      return reader.sql(mapping["sql"], mapping.what("sql")).map { model(name, $0) }
    }
  }
}
