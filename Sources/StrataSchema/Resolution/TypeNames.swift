/// The names of the types that are generated into one module.
package struct TypeNames {
  /// What is nested in generated types, so that a type of that name could not be reached from there.
  private static let nested: Set<String> = [
    "Columns", "Draft", "Fetch", "ID", "Observation", "Presence", "Value",
  ]
  /// The modules by which generated code says where a name is from.
  private static let modules: Set<String> = [
    "Foundation", "Strata", "StrataDocuments", "Swift",
  ]
  /// The requests and statements of the runtime, which a type of the schema would hide from the app.
  private static let requests: Set<String> = [
    "AllRequest", "ByIDRequest", "CountRequest", "DerivableRequest", "ExistsRequest",
    "ChangesStatement", "FetchRequest", "FirstRequest", "FirstStatement", "LastIDStatement",
    "ManyRequest", "ManyStatement", "ObservedRequest", "PossibleLastIDStatement",
    "PreparedRequest", "QueryInterfaceRequest",
    "RequestRow", "SQLRequest", "SearchCountRequest", "SearchMatchesRequest", "SearchRequest",
    "TypedRequest", "TypedStatement", "ValueRequest",
  ]
  /// What Swift does not let a type be called.
  private static let grammar: Set<String> = ["Any", "Protocol", "Self", "Type", "self"]

  /// Whether no type of a schema can have the name.
  package static func isReserved(_ name: String) -> Bool {
    [nested, modules, requests, grammar].contains { $0.contains(name) }
      || SchemaResolver.scalars[name] != nil
  }

  /// The database whose names are being taken.
  var database = ""
  private var owners: [String: (what: String, database: String, range: SourceRange)] = [:]

  /// Reports a name that generated code could not use.
  mutating func claim(
    _ name: String,
    for what: String,
    at range: SourceRange,
    remedy: String,
    _ diagnostics: inout Diagnostics
  ) {
    let reason =
      Self.nested.contains(name)
      ? "a type nested in generated types has"
      : Self.modules.contains(name)
        ? "a module has"
        : Self.requests.contains(name)
          ? "a type of Strata has" : Self.grammar.contains(name) ? "Swift itself has" : nil
    let first = owners[name]
    if first == nil { owners[name] = (what, database, range) }
    if let reason {
      diagnostics.error(
        .reservedName,
        "\(what) cannot have the name '\(name)', which \(reason); \(remedy)",
        at: range
      )
    } else if let first {
      diagnostics.error(
        .duplicateName,
        first.what == what
          ? first.database == database
            ? "\(what) stands here a second time; keep one of them"
            : "\(what) is in database '\(first.database)' too; \(remedy)"
          : "\(what) and \(first.what) are both the type '\(name)' in Swift; \(remedy)",
        at: range,
        notes: [.init("\(first.what) is here", at: first.range)]
      )
    }
  }
}
