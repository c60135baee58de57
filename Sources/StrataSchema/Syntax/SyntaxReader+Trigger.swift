extension SyntaxReader {
  static let triggerKeys = ["sql"]

  mutating func triggers(_ node: YAMLNode?) -> [TriggerModel] {
    named(node, "'triggers'", "SQL") { reader, name, value in
      let place = "trigger '\(name.value)'"
      guard
        let mapping = reader.mapping(
          value,
          place,
          keys: Self.triggerKeys,
          instead: "a mapping, such as {sql: AFTER INSERT ON player BEGIN … END}"
        )
      else { return nil }
      guard mapping["sql"] != nil else {
        reader.diagnostics.error(
          .missingKey,
          "\(place) has no SQL; write 'sql:' with what follows CREATE TRIGGER and its name",
          at: name.range
        )
        return nil
      }
      return reader.sql(mapping["sql"], mapping.what("sql")).map {
        TriggerModel(name: name, sql: $0)
      }
    }
  }
}
