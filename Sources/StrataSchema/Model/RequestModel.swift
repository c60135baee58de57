/// A named, typed read: of one table or view, or in SQL of any shape.
package struct RequestModel: Hashable, Sendable {
  /// The key in the schema.
  package var name: Located<String>
  package var doc: String?
  package var parameters: [ParameterModel]
  package var condition: SQLFragment?
  package var order: [SQLFragment]
  package var limit: SQLFragment?
  package var returns: Returns
  /// The expression that `returns: value` gives, in SQL.
  package var value: SQLFragment?
  /// The declared type of `value`, where the author gives one.
  package var valueType: DeclaredType?
  /// What `returns: value` gives where there is no row.
  package var defaultValue: ColumnModel.DefaultValue?
  /// The same as it was written, where the value's type has yet to be inferred.
  package var untypedDefault: DefaultSyntax?
  /// The whole SELECT of a request that stands on no table.
  package var sql: SQLFragment?
  /// Result columns of `sql` whose type the author declares, by name.
  package var columns: [DeclaredColumn] = []
  /// The records among the result columns of `sql`.
  package var row: [NestedRecord] = []
  /// The columns of `sql`, by their names in Swift, that tell its rows apart.
  package var primaryKey: [Located<String>] = []
  /// Whether rows of `sql` that no record has are `Codable`; nil for what the whole schema says.
  package var isCodable: Located<Bool>?
  /// The orders that can be chosen, in place of `order`.
  package var orders: [OrderModel] = []
  /// The name of the order that is taken where none is chosen.
  package var defaultOrder: String?
  /// The number of rows of a page, where the request is read page by page.
  package var pageSize: Located<Int>?
  package var plan: PlanModel?

  /// The variants of the request that there are; nil for all that make sense.
  package var variants: Set<Variant>?

  /// A way in which apps use a request.
  package enum Variant: String, Hashable, Sendable, CaseIterable {
    case fetch, observe, presence
  }

  package enum Returns: String, Hashable, Sendable, CaseIterable {
    case many, first, count, exists, value
  }

  package init(
    name: Located<String>,
    doc: String?,
    parameters: [ParameterModel],
    condition: SQLFragment?,
    order: [SQLFragment],
    limit: SQLFragment?,
    returns: Returns,
    value: SQLFragment?,
    valueType: DeclaredType?,
    defaultValue: ColumnModel.DefaultValue?,
    untypedDefault: DefaultSyntax? = nil,
    variants: Set<Variant>? = nil
  ) {
    self.name = name
    self.doc = doc
    self.parameters = parameters
    self.condition = condition
    self.order = order
    self.limit = limit
    self.returns = returns
    self.value = value
    self.valueType = valueType
    self.defaultValue = defaultValue
    self.untypedDefault = untypedDefault
    self.variants = variants
  }

  /// Whether `returns: value` has something to give where there is no row.
  package var hasDefault: Bool { defaultValue != nil || untypedDefault != nil }
}

/// A record that is a part of a row: `team: team.*`.
package struct NestedRecord: Hashable, Sendable {
  /// The name of the property.
  package var name: Located<String>
  /// The name or alias of the table in SQL, without `.*`.
  package var source: SQLFragment

  package init(name: Located<String>, source: SQLFragment) {
    self.name = name
    self.source = source
  }
}

/// A type that an author wrote, with its place.
package struct DeclaredType: Hashable, Sendable {
  package var type: ValueType
  package var isOptional: Bool
  package var storage: ColumnStorage
  package var range: SourceRange
  /// The type as it is written, without quotation marks; empty where it is not.
  package var spelling: String

  package init(
    type: ValueType,
    isOptional: Bool,
    storage: ColumnStorage,
    range: SourceRange,
    spelling: String = ""
  ) {
    self.type = type
    self.isOptional = isOptional
    self.storage = storage
    self.range = range
    self.spelling = spelling
  }

  /// The fix that makes it optional; none where that is not known.
  package var optionalFixIts: [Diagnostic.FixIt] {
    guard !isOptional, !spelling.isEmpty else { return [] }
    let optional = spelling + "?"
    // A list is no text for YAML.
    let text = spelling.hasPrefix("[") ? "\"\(optional)\"" : optional
    return [.init("write '\(optional)'", replacing: range, with: text)]
  }
}

/// A parameter of a request.
///
/// A parameter that only occurs in SQL is not listed here; the planner
/// infers it from the column that it meets.
package struct ParameterModel: Hashable, Sendable {
  package var name: Located<String>
  package var type: DeclaredType
  package var defaultValue: ColumnModel.DefaultValue?

  package init(
    name: Located<String>,
    type: DeclaredType,
    defaultValue: ColumnModel.DefaultValue?
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
  }
}
