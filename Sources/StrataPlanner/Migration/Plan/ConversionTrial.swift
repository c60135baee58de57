import StrataSQLite
import StrataSchema

/// What `backfill:` or `cast:` of a column gives on rows made up for it: with a value in every column,
/// and with each column NULL that may be.
struct ConversionTrial {
  let column: StoredColumn
  let fragment: SQLFragment
  /// The key in the schema.
  let key: String
  /// Whether it gives NULL for any of the rows, which the column never takes.
  let givesNull: Bool
  /// Whether it gives what a STRICT table does not store in the column.
  let misfits: Bool
  /// Whether it gives the same for all rows.
  let isConstant: Bool

  /// The conversions that a step needs; not those that call functions of the app, of which nobody knows
  /// what they give.
  static func all(of planner: MigrationPlanner) -> [(
    table: TableDifference, trial: ConversionTrial
  )] {
    planner.commonTables.flatMap { table in
      table.new.columns.flatMap { column -> [(TableDifference, ConversionTrial)] in
        guard column.generated == nil,
          let model = planner.tables.column(column.foldedName, of: table.new.foldedName)
        else { return [] }
        let old = table.old.column(column.foldedName)
        let isFilled = model.backfill != nil && (old.map { !$0.isNotNull } ?? true)
        var trials: [ConversionTrial?] = []
        if let backfill = model.backfill, old == nil || (column.isNotNull && isFilled) {
          trials.append(Self(backfill, "backfill", column, column.isNotNull, table, planner))
        }
        if let cast = model.cast, old != nil, planner.changesType(of: column, in: table) {
          trials.append(
            Self(cast, "cast", column, column.isNotNull && !isFilled, table, planner)
          )
        }
        return trials.compactMap { trial in trial.map { (table, $0) } }
      }
    }
  }

  private init?(
    _ fragment: SQLFragment,
    _ key: String,
    _ column: StoredColumn,
    _ isNotNull: Bool,
    _ table: TableDifference,
    _ planner: MigrationPlanner
  ) {
    let tokens = SQLTokenizer.tokens(of: fragment.text).filter { $0.kind != .comment }
    let functions = Set(planner.schema.functions.map { SQLTokenizer.fold($0.name.value) })
    let names = Set(tokens.filter { $0.name != nil }.map(\.folded))
    guard functions.isDisjoint(with: names) else { return nil }
    self.column = column
    self.fragment = fragment
    self.key = key
    isConstant = planner.isConstant(fragment, in: table)
    var misfits = table.new.isStrict ? HazardFinder.misfits(of: column)?("x") : nil
    if isConstant, let cases = planner.cases(of: column, in: table.new) {
      misfits = "x NOT IN (\(cases.keys.sorted().joined(separator: ", ")))"
    }
    var givesNull = false
    var isMisfit = false
    for row in Self.rows(of: table.old, planner) {
      let sql =
        "SELECT x IS NULL, x IS NOT NULL AND (\(misfits ?? "0")) FROM"
        + " (SELECT (\(SQLText(expression: fragment).sql)) AS x FROM (\(row)) AS"
        + " \(SQLText.quote(table.old.name)))"
      guard let found = try? planner.scratch.connection.rows(sql).first else { return nil }
      if isNotNull, found[0] == .init(storage: .int64(1)) { givesNull = true }
      if found[1] == .init(storage: .int64(1)) { isMisfit = true }
    }
    self.givesNull = givesNull
    self.misfits = isMisfit
  }

  private static func rows(of table: StoredTable, _ planner: MigrationPlanner) -> [String] {
    let nullable = table.columns.filter { !$0.isNotNull && $0.generated == nil }.map(\.foldedName)
    return ([nil] + nullable.map(Optional.some)).map { missing in
      let values = table.columns.map { column in
        let type = planner.oldFacts.type(of: column.name, in: table.name)
        let value =
          column.foldedName == missing ? "NULL" : sample(of: column.type, type, planner.oldParts)
        return "\(value) AS \(SQLText.quote(column.name))"
      }
      return "SELECT " + values.joined(separator: ", ")
    }
  }

  private static func sample(
    of type: String,
    _ known: (swift: String, storage: String)?,
    _ parts: FactParts
  ) -> String {
    switch known {
    case ("Date", "dateText")?: return "'2001-02-03 04:05:06.007'"
    case ("Decimal", _)?: return "'1'"
    case (let swift, _)? where swift.hasPrefix("[String:"): return "'{}'"
    case (let swift, _)? where swift.hasPrefix("["): return "'[]'"
    case (let swift, _)?:
      if let raw = parts.cases[swift]?.keys.min() { return raw }
      if parts.properties[swift] != nil { return "'{}'" }
    case nil: break
    }
    return switch Affinity(type) {
    case .text: "'a'"
    case .blob where type == "BLOB": "x'00'"
    case .real: "1.5"
    default: "1"
    }
  }
}

extension HazardFinder {
  /// Conversions that give what a column does not take.
  func conversions() -> [Hazard] {
    ConversionTrial.all(of: planner).flatMap { table, trial -> [Hazard] in
      let name = table.new.name
      let value = "(\(SQLText(expression: trial.fragment).sql))"
      let hasRenames = planner.renames.renamesColumns(of: table.new.foldedName)
      let count = { (condition: String) in
        // It names columns as they are called after the step.
        hasRenames ? nil : "SELECT count(*) FROM \(self.old(name)) WHERE \(condition)"
      }
      var hazards: [Hazard] = []
      if trial.givesNull {
        hazards.append(
          Hazard(
            code: .notNullWithoutBackfill,
            subject: "\(name).\(trial.column.name)",
            message:
              "the step fails where '\(trial.key):' gives NULL, which '\(trial.column.name)' never is",
            count: count("\(value) IS NULL")
          )
        )
      }
      if trial.misfits, let misfits = Self.misfits(of: trial.column)?(value) {
        hazards.append(
          Hazard(
            code: .typeNarrowed,
            subject: "\(name).\(trial.column.name)",
            message:
              "'\(trial.key):' may give what is no \(trial.column.type): the step fails there",
            count: count("\(value) IS NOT NULL AND (\(misfits))")
          )
        )
      }
      return hazards
    }
  }
}

extension MigrationPlanner {
  /// Reports conversions that no row survives.
  mutating func checkConstants() {
    for (_, trial) in ConversionTrial.all(of: self)
    where trial.isConstant && (trial.givesNull || trial.misfits) {
      let what = trial.givesNull ? "is NULL" : "is no \(trial.column.type)"
      diagnostics.error(
        "conversion",
        "'\(trial.key)' of column '\(trial.column.name)' \(what), which the column never is; write SQL for"
          + " a value that it takes",
        at: trial.fragment.range
      )
    }
  }
}

extension MigrationPlanner {
  /// The cases of the enum that a column is of after the step; nil for any other.
  fileprivate func cases(of column: StoredColumn, in table: StoredTable) -> [String: String]? {
    facts.type(of: column.name, in: table.name).flatMap { FactParts(facts).cases[$0.swift] }
  }
}
