/// An enum of the schema, stored by its raw values.
package struct EnumModel: Hashable, Sendable {
  package enum RawType: String, Hashable, Sendable, CaseIterable {
    case string = "String"
    case int = "Int"
  }

  package struct Case: Hashable, Sendable {
    package var name: String
    package var range: SourceRange
    /// The raw value: text for `String`, a decimal numeral for `Int`.
    package var rawValue: String
    /// The cases whose rows are of this one now.
    package var was: [Located<String>]

    package init(
      name: String,
      range: SourceRange,
      rawValue: String,
      was: [Located<String>] = []
    ) {
      self.name = name
      self.range = range
      self.rawValue = rawValue
      self.was = was
    }
  }

  package var name: String
  package var range: SourceRange
  package var rawType: RawType
  package var cases: [Case]
  package var doc: String?
  /// Whether the enum has to be `Codable`: it stands in JSON.
  package var isCodable: Bool

  package init(
    name: String,
    range: SourceRange,
    rawType: RawType,
    cases: [Case],
    doc: String? = nil,
    isCodable: Bool = false
  ) {
    self.name = name
    self.range = range
    self.rawType = rawType
    self.cases = cases
    self.doc = doc
    self.isCodable = isCodable
  }
}
