extension SyntaxReader {
  static let objectKeys = ["sql"]

  mutating func objects(_ node: YAMLNode?) -> [ObjectModel] {
    named(node, "'objects'", "SQL") { reader, name, value in
      let place = "object '\(name.value)'"
      guard
        let mapping = reader.mapping(
          value,
          place,
          keys: Self.objectKeys,
          instead: "a mapping, such as {sql: CREATE VIRTUAL TABLE …}"
        )
      else { return nil }
      if mapping["sql"] == nil {
        reader.diagnostics.error(
          .missingKey,
          "\(place) has no SQL; write 'sql:' with the statement that creates it",
          at: name.range
        )
      }
      return reader.sql(mapping["sql"], mapping.what("sql")).map {
        ObjectModel(name: name, sql: $0)
      }
    }
  }
}
