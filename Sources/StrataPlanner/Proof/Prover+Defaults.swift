import StrataSQLite
import StrataSchema

extension Prover {
  /// Inserts a default into a table of its column alone, so that one that the column refuses is found
  /// before the first row that relies on it.
  mutating func tryDefault(of column: ColumnModel, in table: TableModel) {
    guard let value = column.defaultValue, column.generated == nil else { return }
    let others = Set(
      table.columns.filter { $0 != column }.map { SQLTokenizer.fold($0.sqlName) }
    )
    let isAlone = { (fragment: SQLFragment) in
      !SQLTokenizer.tokens(of: fragment.text).contains {
        $0.name != nil && others.contains($0.folded)
      }
    }
    var alone = column
    if let check = column.check, !isAlone(check) { alone.check = nil }
    let checks = table.checks.filter { isAlone($0.sql) }
    let range: SourceRange
    switch value {
    case .now: return
    case .literal, .json:
      // The literal is of its type; only a condition may refuse it.
      guard alone.check != nil || !checks.isEmpty else { return }
      range = column.range
    case .sql(let fragment): range = fragment.range
    }
    alone.isUnique = false
    alone.foreignKey = nil
    alone.isAutoincrement = false
    var part = table
    part.sqlName = "strata default"
    part.columns = [alone]
    part.primaryKey = []
    part.uniques = []
    part.constraints = []
    part.checks = checks
    part.isWithoutRowID = false
    guard let problem = problem(ofDefaultIn: part) else { return }
    diagnostics.error(
      "default-value",
      "the default of column '\(column.name)' \(problem)",
      at: range
    )
  }

  /// What SQLite has against a row of defaults; nil where it takes it, or where something else is
  /// wrong, which is reported elsewhere.
  private func problem(ofDefaultIn table: TableModel) -> String? {
    guard let column = table.columns.first else { return nil }
    var found: String?
    let name = SQLText.quote(table.sqlName)
    do {
      try database.trying {
        try database.execute(TableWriter(table: table, tables: tables).statement().sql)
        try database.execute("INSERT INTO \(name) DEFAULT VALUES")
        let statement = try database.prepare(
          "SELECT typeof(\(SQLText.quote(column.sqlName))) FROM \(name)"
        )
        guard try statement.step(), let type = String.fromDatabaseValue(statement.value(0)) else {
          return
        }
        statement.reset()
        if !column.storage.classes.contains(type), type != "null" {
          found = "is \(type), which \(column.type.swiftSpelling) is not stored as"
        }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      switch error.extendedResultCode {
      case .SQLITE_CONSTRAINT_CHECK: return "does not meet the check of the column"
      case .SQLITE_CONSTRAINT_NOTNULL: return "is NULL, which the column never is"
      case .SQLITE_CONSTRAINT_DATATYPE:
        return "is not \(column.declaredType), as which \(column.type.swiftSpelling) is stored"
      default: return nil
      }
    } catch {
      return nil
    }
    return found
  }
}

extension ColumnStorage {
  /// What `typeof` may say of a value.
  fileprivate var classes: Set<String> {
    switch self {
    case .integer, .unixMilliseconds: ["integer"]
    case .real, .unixSeconds, .julian: ["real", "integer"]
    case .text, .dateText: ["text"]
    case .blob: ["blob"]
    case .any: ["integer", "real", "text", "blob"]
    }
  }
}
