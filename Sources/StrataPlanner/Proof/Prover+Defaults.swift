import Foundation
import StrataSQLite
import StrataSchema

extension Prover {
  /// Inserts a default into a table of its column alone, so that one that the column refuses is found
  /// before the first row that relies on it.
  mutating func tryDefault(of column: ColumnModel, in table: TableModel) {
    guard let value = column.defaultValue, column.generated == nil else { return }
    switch value {
    case .now: return
    case .literal, .json:
      // The literal is of its type; only a condition may refuse it.
      guard column.check != nil || !table.checks.isEmpty else { return }
    case .sql: break
    }
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
    case .now, .literal, .json:
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
          "SELECT typeof(\(SQLText.quote(column.sqlName))), \(SQLText.quote(column.sqlName))"
            + " FROM \(name)"
        )
        guard try statement.step(), let type = String.fromDatabaseValue(statement.value(0)) else {
          return
        }
        let value = statement.value(1)
        statement.reset()
        if !column.storage.classes.contains(type), type != "null" {
          found = "is \(type), which \(column.type.swiftSpelling) is not stored as"
        } else if type != "null" {
          found = try reason(whyUnreadable: value, of: column, in: name)
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

// MARK: Values

extension Prover {
  /// Why a value that a column takes cannot be read back as its type; nil where it can.
  private func reason(
    whyUnreadable value: DatabaseValue,
    of column: ColumnModel,
    in table: String
  ) throws -> String? {
    let isReadable: Bool
    switch column.type.storedType {
    case .int32: isReadable = Int32.fromDatabaseValue(value) != nil
    case .date: isReadable = Date.fromDatabaseValue(value) != nil
    case .uuid: isReadable = UUID.fromDatabaseValue(value) != nil
    case .decimal: isReadable = Decimal.fromDatabaseValue(value) != nil
    case .url: isReadable = URL.fromDatabaseValue(value) != nil
    case .enumeration(let name):
      guard let model = schema.enums.first(where: { $0.name == name }),
        !schema.faults.types.contains(name)
      else { return nil }
      switch model.rawType {
      case .string:
        let text = String.fromDatabaseValue(value)
        isReadable = model.cases.contains { $0.rawValue == text }
      case .int:
        let number = Int64.fromDatabaseValue(value)
        isReadable = model.cases.contains { Int64($0.rawValue).map { $0 == number } ?? true }
      }
    case .array: isReadable = try jsonType(of: column, in: table) == "array"
    case .structure, .dictionary: isReadable = try jsonType(of: column, in: table) == "object"
    default: isReadable = true
    }
    return isReadable ? nil : "is a value that cannot be read as \(column.type.swiftSpelling)"
  }

  /// What the text of a column is in JSON; nil where it is none.
  private func jsonType(of column: ColumnModel, in table: String) throws -> String? {
    let name = SQLText.quote(column.sqlName)
    let statement = try database.prepare(
      "SELECT CASE WHEN json_valid(\(name)) THEN json_type(\(name)) END FROM \(table)"
    )
    defer { statement.reset() }
    return try statement.step() ? String.fromDatabaseValue(statement.value(0)) : nil
  }
}

extension ColumnStorage {
  /// What `typeof` may say of a value.
  var classes: Set<String> {
    switch self {
    case .integer, .unixMilliseconds: ["integer"]
    case .real, .unixSeconds, .julian: ["real", "integer"]
    case .text, .dateText, .dayText, .secondText: ["text"]
    case .blob: ["blob"]
    case .any: ["integer", "real", "text", "blob"]
    }
  }
}
