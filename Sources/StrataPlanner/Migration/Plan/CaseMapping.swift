import StrataSchema

/// The raw values of enums that rows have and that are others now, in one column.
struct CaseMapping: Hashable {
  var table: String
  var column: String
  /// What the column becomes, in SQL.
  var expression: String
  /// The rows that have such values, and maybe others, in SQL.
  var condition: String
  /// Whether values that were different may be the same afterwards.
  var merges = false
  /// Whether a value becomes one that another row may still have while rows are changed one by one.
  var collides = false

  /// All columns with raw values that become others, of enums and of JSON.
  static func all(of planner: MigrationPlanner) -> [CaseMapping] {
    let plain = columns(of: planner).filter { !$0.changes.pairs.isEmpty }.map { column in
      let name = SQLText.quote(column.column)
      let values = column.changes.pairs.map(\.old).joined(separator: ", ")
      return CaseMapping(
        table: column.table,
        column: column.column,
        expression: column.changes.expression(name),
        condition: "\(name) IN (\(values))",
        merges: column.changes.merges,
        collides: column.changes.collides
      )
    }
    return plain + JSONCases.columns(of: planner).compactMap(\.mapping)
  }

  /// A column of an enum with what becomes of its old raw values.
  struct EnumColumn {
    var table: String
    var column: String
    var changes: CaseChanges
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
          let old = planner.oldParts.cases[fact.swift]
        else { continue }
        found.append(
          EnumColumn(
            table: table.sqlName,
            column: column.sqlName,
            changes: CaseChanges(from: old, to: model, done: planner.history.swaps)
          )
        )
      }
    }
    return found
  }

  /// Changes the rows of the table, which is as `stored` says.
  func update(_ stored: StoredTable?) -> MigrationPlan.Statement {
    .init(
      "UPDATE \(stored?.sql.orAbort ?? "")\(SQLText.quote(table)) SET \(SQLText.quote(column)) = \(expression)"
        + " WHERE \(condition)"
    )
  }
}

/// What becomes of the raw values of an enum.
struct CaseChanges {
  /// Pairs of raw values as SQL spells them.
  var pairs: [(old: String, new: String)] = []
  /// The old cases without a new one, by raw value.
  var lost: [String: String] = [:]
  /// All old cases, by raw value.
  let names: [String: String]

  /// The names that move on from one case to another one that was there before.
  let moves: [PendingRenames.Move]

  /// A case keeps its name, or says what it was; `old` are the names of the old cases by raw value, and
  /// `done` the names that have changed places already.
  init(from old: [String: String], to model: EnumModel, done: Set<String>) {
    names = old
    var raws: [String: String] = [:]
    for item in model.cases { raws[item.name] = SchemaFacts.raw(item.rawValue, model.rawType) }
    var new = Dictionary(raws.map { ($0.key, $0.key) }, uniquingKeysWith: { first, _ in first })
    let all = model.cases.flatMap { item in
      item.was.map { PendingRenames.Move(old: $0.value, new: item.name) }
    }
    moves = PendingRenames.pending(all, present: Set(old.values)) { move in
      done.contains(Renames.swap(move.old, move.new, of: model.name))
    }.filter { raws[$0.old] != nil }
    for move in all where new[move.old] == nil { new[move.old] = move.new }
    for move in moves { new[move.old] = move.new }
    let kept = Set(raws.values)
    for (raw, name) in old {
      if let target = new[name].flatMap({ raws[$0] }) {
        if target != raw { pairs.append((raw, target)) }
      } else if !kept.contains(raw) {
        lost[raw] = name
      }
    }
    pairs.sort { $0.old < $1.old }
  }

  var isEmpty: Bool { pairs.isEmpty && lost.isEmpty }

  /// Whether two old values become the same one.
  var merges: Bool {
    let changed = Dictionary(
      pairs.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first }
    )
    return Set(names.keys.map { changed[$0] ?? $0 }).count < names.count
  }

  /// Whether a value becomes one that was there before.
  var collides: Bool { pairs.contains { names[$0.new] != nil } }

  /// The new raw value of a value in SQL, all at once, so that two can change places.
  func expression(_ value: String) -> String {
    let cases = pairs.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
    return "CASE \(value) \(cases) ELSE \(value) END"
  }
}
