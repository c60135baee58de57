/// A type that the app declares, stored in one column by its own conversion.
package struct AppTypeModel: Hashable, Sendable {
  /// The key in the schema, which is the Swift name.
  package var name: String
  package var range: SourceRange
  /// The type of the language as which it is stored.
  package var stored: ValueType
  package var storage: ColumnStorage
  /// The module that declares it, where that is not the module of the schema.
  package var module: String?
  /// Whether the type has to be `Codable`: it stands in JSON, or in a Codable record.
  package var isCodable: Bool

  package init(
    name: String,
    range: SourceRange,
    stored: ValueType,
    storage: ColumnStorage,
    module: String? = nil,
    isCodable: Bool = false
  ) {
    self.name = name
    self.range = range
    self.stored = stored
    self.storage = storage
    self.module = module
    self.isCodable = isCodable
  }
}
