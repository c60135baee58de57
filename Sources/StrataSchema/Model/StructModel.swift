/// A struct of the schema, stored as JSON in one column.
package struct StructModel: Hashable, Sendable {
  /// A property, of which JSON has the name as its key.
  package struct Property: Hashable, Sendable {
    package var name: String
    package var range: SourceRange
    package var type: ValueType
    package var isOptional: Bool
    /// What stands for a value that is not given, also in JSON that was written without the key.
    package var defaultValue: JSONDefault?
    package var doc: String?

    package init(
      name: String,
      range: SourceRange,
      type: ValueType,
      isOptional: Bool,
      defaultValue: JSONDefault? = nil,
      doc: String? = nil
    ) {
      self.name = name
      self.range = range
      self.type = type
      self.isOptional = isOptional
      self.defaultValue = defaultValue
      self.doc = doc
    }
  }

  /// The key in the schema, which is the Swift name.
  package var name: String
  package var range: SourceRange
  package var doc: String?
  package var properties: [Property]

  package init(name: String, range: SourceRange, doc: String? = nil, properties: [Property]) {
    self.name = name
    self.range = range
    self.doc = doc
    self.properties = properties
  }
}
