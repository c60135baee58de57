/// A default of a type that is stored as JSON, as JSON and as Swift spell it.
package struct JSONDefault: Hashable, Sendable {
  package indirect enum Value: Hashable, Sendable {
    /// Nil of an optional type.
    case null
    /// An expression of a type that JSON holds as one scalar.
    case scalar(swift: String, ValueType, isOptional: Bool)
    case list([Value])
    case dictionary([Entry])
    /// A struct of the schema with the properties that are given, in the order of the struct.
    case structure(String, [Entry])
  }

  package struct Entry: Hashable, Sendable {
    package var name: String
    package var value: Value

    package init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The text that the runtime writes for an equal value: keys sorted, no white space.
  package var json: String
  package var value: Value

  package init(json: String, value: Value) {
    self.json = json
    self.value = value
  }
}
