import StrataSchema

/// The cases of enums in the JSON of a column, of which some are gone or have other raw values.
struct JSONCases {
  /// The column, with the names that it has now.
  let table: String
  let column: String
  /// What is done about it; nil where nothing can be.
  let mapping: CaseMapping?
  /// The raw values that nothing reads any more, with the names of their cases.
  let lost: [String: String]

  /// The columns of a schema that are concerned.
  static func columns(of planner: MigrationPlanner) -> [JSONCases] {
    let reach = JSONCaseReach(planner: planner)
    if reach.changes.isEmpty { return [] }
    var found: [JSONCases] = []
    for table in planner.schema.tables {
      for column in table.columns where column.generated == nil && column.type.isJSON {
        let key = SchemaFacts.column(table.sqlName, column.sqlName)
        guard let fact = planner.oldFacts.values[key], fact == planner.facts.values[key] else {
          continue
        }
        let enums = reach.enums(in: column.type)
        if !enums.isEmpty { found.append(JSONCases(table, column, enums, reach)) }
      }
    }
    return found
  }

  private init(
    _ table: TableModel,
    _ column: ColumnModel,
    _ enums: Set<String>,
    _ reach: JSONCaseReach
  ) {
    self.table = table.sqlName
    self.column = column.sqlName
    let name = SQLText.quote(column.sqlName)
    let pairs = enums.flatMap { reach.changes[$0]?.pairs ?? [] }
    let expression = pairs.isEmpty ? nil : reach.expression(column.type, of: name)
    mapping = expression.map { expression in
      CaseMapping(
        table: table.sqlName,
        column: column.sqlName,
        expression: "CASE WHEN json_valid(\(name)) THEN \(expression) ELSE \(name) END",
        condition: Self.holds(name, pairs.map(\.old))
      )
    }
    var lost: [String: String] = [:]
    for changes in enums.compactMap({ reach.changes[$0] }) {
      lost.merge(changes.lost) { first, _ in first }
      if expression == nil {
        for pair in changes.pairs { lost[pair.old] = changes.names[pair.old] }
      }
    }
    self.lost = lost
  }

  /// A condition for JSON in which any of some values stands.
  static func holds(_ column: String, _ values: [String]) -> String {
    let values = Set(values).sorted().joined(separator: ", ")
    return "CASE WHEN json_valid(\(column)) THEN EXISTS"
      + " (SELECT 1 FROM json_tree(\(column)) WHERE atom IN (\(values))) END"
  }
}

/// Where in types the changed cases of enums stand.
struct JSONCaseReach {
  private let structs: [String: StructModel]
  private let isSupported: Bool
  /// The enums of which old JSON may have cases that are others now.
  let changes: [String: CaseChanges]
  /// The properties that were of the same type before, as `Paint.color`.
  private let kept: Set<String>

  init(planner: MigrationPlanner) {
    let schema = planner.schema
    structs = Dictionary(
      schema.structs.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    isSupported = schema.sqliteVersion >= SQLiteVersion(3, 38)
    var changes: [String: CaseChanges] = [:]
    for model in schema.enums {
      guard let old = planner.oldParts.cases[model.name] else { continue }
      let change = CaseChanges(from: old, to: model, done: planner.history.swaps)
      if !change.isEmpty { changes[model.name] = change }
    }
    self.changes = changes
    var kept: Set<String> = []
    for model in schema.structs {
      for property in model.properties {
        let key = "value \(model.name).\(property.name)"
        guard let old = planner.oldFacts.values[key], let new = planner.facts.values[key] else {
          continue
        }
        if old.replacing("?", with: "") == new.replacing("?", with: "") {
          kept.insert("\(model.name).\(property.name)")
        }
      }
    }
    self.kept = kept
  }

  /// The changed enums that stand in a type.
  func enums(in type: ValueType) -> Set<String> {
    var known: Set<String> = []
    return enums(in: type, &known)
  }

  private func enums(in type: ValueType, _ known: inout Set<String>) -> Set<String> {
    switch type {
    case .enumeration(let name): return changes[name] == nil ? [] : [name]
    case .structure(let name):
      guard known.insert(name).inserted else { return [] }
      var found: Set<String> = []
      for property in properties(of: name) { found.formUnion(enums(in: property.type, &known)) }
      return found
    default:
      return type.parts.reduce(into: []) { $0.formUnion(enums(in: $1, &known)) }
    }
  }

  /// The properties of a struct that it had before.
  private func properties(of name: String) -> [StructModel.Property] {
    (structs[name]?.properties ?? []).filter { kept.contains("\(name).\($0.name)") }
  }

  // MARK: SQL

  /// JSON with the new raw values.
  ///
  /// - Returns: nil where SQL cannot say it: for a struct that holds itself, and for a SQLite without
  ///   the functions for JSON (https://sqlite.org/json1.html).
  func expression(_ type: ValueType, of json: String) -> String? {
    guard isSupported else { return nil }
    var writer = Writer(reach: self)
    let value = writer.value(type, json, "$")
    return writer.isEndless ? nil : value
  }

  private struct Writer {
    let reach: JSONCaseReach
    /// Whether a struct holds itself, with cases that change.
    var isEndless = false
    private var depth = 0
    private var open: Set<String> = []

    init(reach: JSONCaseReach) { self.reach = reach }

    /// What a value becomes that stands at a place of JSON; nil where nothing changes in it.
    mutating func value(_ type: ValueType, _ root: String, _ path: String) -> String? {
      switch type {
      case .enumeration(let name):
        guard let changes = reach.changes[name], !changes.pairs.isEmpty else { return nil }
        return changes.expression(path == "$" ? root : "json_extract(\(root), \(quote(path)))")
      case .array(let element, _):
        return collection(element, root, path, "array") { "json_group_array(\($1))" }
      case .dictionary(let element, _):
        return collection(element, root, path, "object") { "json_group_object(\($0).key, \($1))" }
      case .structure:
        // Structs inside of structs are changed with the outer one, by their place in it.
        let changed = changes(type, root, path)
        guard !changed.isEmpty else { return nil }
        let arguments = changed.map { "\(quote($0.path)), \($0.value)" }.joined(separator: ", ")
        return "CASE json_type(\(root)) WHEN 'object'"
          + " THEN json(json_replace(\(root), \(arguments))) ELSE \(root) END"
      default:
        return nil
      }
    }

    /// What changes inside a struct, with its places; those in structs inside it too.
    private mutating func changes(
      _ type: ValueType,
      _ root: String,
      _ path: String
    ) -> [(path: String, value: String)] {
      guard case .structure(let name) = type else {
        return value(type, root, path).map { [(path, $0)] } ?? []
      }
      guard open.insert(name).inserted else {
        if !reach.enums(in: type).isEmpty { isEndless = true }
        return []
      }
      defer { open.remove(name) }
      return reach.properties(of: name).flatMap { property in
        changes(property.type, root, "\(path).\"\(property.name)\"")
      }
    }

    /// What an array or an object of like values becomes.
    private mutating func collection(
      _ element: ValueType,
      _ root: String,
      _ path: String,
      _ kind: String,
      _ group: (_ element: String, _ value: String) -> String
    ) -> String? {
      depth += 1
      defer { depth -= 1 }
      let name = "e\(depth)"
      guard let value = value(element, "\(name).value", "$") else { return nil }
      let place = path == "$" ? root : "\(root), \(quote(path))"
      let other = path == "$" ? root : "json_extract(\(place))"
      // What comes of a query is a text again, until it is said to be JSON.
      return "CASE json_type(\(place)) WHEN '\(kind)' THEN json((SELECT \(group(name, value))"
        + " FROM json_each(\(place)) AS \(name))) ELSE \(other) END"
    }

    private func quote(_ path: String) -> String { Literal.sqlText(path) }
  }
}
