import StrataSchema

/// The raw values of an enum that rows have and that are others now, in one column.
struct CaseMapping: Hashable {
  var table: String
  var column: String
  /// Pairs of raw values as SQL spells them.
  var pairs: [Pair]

  struct Pair: Hashable {
    var old: String
    var new: String
  }

  /// All columns of enums, with the raw values that become others.
  static func all(of planner: MigrationPlanner) -> [CaseMapping] {
    columns(of: planner).compactMap { column in
      column.pairs.isEmpty
        ? nil : CaseMapping(table: column.table, column: column.column, pairs: column.pairs)
    }
  }

  /// A column of an enum with what becomes of its old raw values.
  struct EnumColumn {
    var table: String
    var column: String
    var pairs: [Pair]
    /// The old cases without a new one, by raw value.
    var lost: [String: String]
  }

  static func columns(of planner: MigrationPlanner) -> [EnumColumn] {
    let enums = Dictionary(
      planner.schema.enums.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var found: [EnumColumn] = []
    for table in planner.schema.tables {
      for column in table.columns where column.generated == nil {
        guard case .enumeration(let name) = column.type, let model = enums[name],
          let fact = planner.oldFacts.type(of: column.sqlName, in: table.sqlName),
          let old = planner.oldFacts.cases(of: fact.swift)
        else { continue }
        let (pairs, lost) = match(old, model)
        found.append(
          EnumColumn(table: table.sqlName, column: column.sqlName, pairs: pairs, lost: lost)
        )
      }
    }
    return found
  }

  /// What becomes of raw values: a case keeps its name, or says what it was.
  private static func match(
    _ old: [String: String],
    _ model: EnumModel
  ) -> (pairs: [Pair], lost: [String: String]) {
    var new: [String: String] = [:]
    for item in model.cases { new[item.name] = SchemaFacts.raw(item.rawValue, model.rawType) }
    let raws = Set(new.values)
    for item in model.cases {
      for was in item.was where new[was.value] == nil {
        new[was.value] = SchemaFacts.raw(item.rawValue, model.rawType)
      }
    }
    var pairs: [Pair] = []
    var lost: [String: String] = [:]
    for (raw, name) in old {
      if let target = new[name] {
        if target != raw { pairs.append(Pair(old: raw, new: target)) }
      } else if !raws.contains(raw) {
        lost[raw] = name
      }
    }
    return (pairs.sorted { $0.old < $1.old }, lost)
  }

  /// All at once, so that two values can change places.
  var expression: String {
    let column = SQLText.quote(column)
    let cases = pairs.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
    return "CASE \(column) \(cases) ELSE \(column) END"
  }

  var update: MigrationPlan.Statement {
    let values = pairs.map(\.old).joined(separator: ", ")
    return .init(
      "UPDATE \(SQLText.quote(table)) SET \(SQLText.quote(column)) = \(expression)"
        + " WHERE \(SQLText.quote(column)) IN (\(values))"
    )
  }
}
