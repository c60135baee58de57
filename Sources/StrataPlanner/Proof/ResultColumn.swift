import StrataSQLite
import StrataSchema

/// What gives result columns: a view, a request or a statement.
struct ColumnOwner {
  /// Words for it, such as `view 'Standing'`.
  var what: String
  var sql: SQLFragment
  /// The types that its author declares.
  var declared: [DeclaredColumn]
  /// Names that the type of its rows has already.
  var takenNames: Set<String>
}

/// A column as SQLite names it, with what was inferred for it.
struct ResultColumn {
  /// The place among the columns.
  var index: Int
  var sqlName: String
  var type: InferredType
  /// The UTF-8 offsets of the expression in the SQL.
  var range: Range<Int>?
  var origin: TypeInference.Origin?
}

/// A result column that was typed, with its place in the schema.
struct PlacedColumn {
  var column: ProvedColumn
  var index: Int
  var range: SourceRange
}

extension Prover {
  /// The columns of a statement; nothing is known of their types where `inferred` is nil.
  func results(
    of statement: SQLiteStatement,
    _ inferred: [TypeInference.ResultColumn]?
  ) -> [ResultColumn] {
    (0..<statement.columnCount).map { index in
      let result = inferred?[index]
      return ResultColumn(
        index: index,
        sqlName: statement.columnName(index),
        type: type(of: index, in: statement, inferred: result?.type),
        range: result?.range,
        origin: result?.origin
      )
    }
  }

  /// What was inferred, else the type of the column that SQLite says is shown; whether a row of it
  /// may be missing is then not known.
  private func type(
    of index: Int,
    in statement: SQLiteStatement,
    inferred: InferredType?
  ) -> InferredType {
    if let inferred { return inferred }
    // A compound select shows the columns of its first term only.
    let compounds: Set<String> = ["union", "intersect", "except"]
    let tokens = SQLTokenizer.tokens(of: statement.sql)
    guard !tokens.contains(where: { $0.kind == .word && compounds.contains($0.folded) }),
      let origin = statement.columnOrigin(index),
      let relation = catalog[SQLTokenizer.fold(origin.table)], relation.isTable,
      let column = relation.columns.first(where: { $0.name == SQLTokenizer.fold(origin.column) })
    else { return .unknown }
    return column.type.computed.optional()
  }

  /// Types the columns, and names those of which nothing is known; what cannot be known is reported,
  /// unless another report is the reason.
  mutating func proveColumns(
    of owner: ColumnOwner,
    _ results: [ResultColumn],
    misused: [SQLExpression.ColumnName]
  ) -> (columns: [PlacedColumn], uncertain: [String]) {
    var columns: [PlacedColumn] = []
    var uncertain: [String] = []
    for result in results {
      if result.type.type == nil, let range = result.range,
        misused.contains(where: { range.contains($0.range.lowerBound) })
      {
        uncertain.append(result.sqlName)
        continue
      }
      let place = result.range.map { owner.sql.range(ofUTF8: $0) } ?? owner.sql.range
      if let column = proveColumn(result, of: owner, at: place) {
        columns.append(PlacedColumn(column: column, index: result.index, range: place))
      } else {
        uncertain.append(result.type.swiftName ?? result.sqlName)
      }
    }
    return (columns, uncertain)
  }

  private mutating func proveColumn(
    _ result: ResultColumn,
    of owner: ColumnOwner,
    at place: SourceRange
  ) -> ProvedColumn? {
    let (sqlName, type) = (result.sqlName, result.type)
    let name = type.swiftName ?? sqlName
    guard Identifier.isValid(name), !owner.takenNames.contains(name) else {
      diagnostics.error(
        "unnamed-column",
        "the column '\(sqlName)' of the \(owner.what) cannot be a name in Swift; give it another name with AS",
        at: place
      )
      return nil
    }
    let declared = owner.declared.first { $0.name.value == name || $0.name.value == sqlName }
    if let declared {
      guard type.canBeRead(as: declared.type) else {
        diagnostics.error(
          "type-mismatch",
          "'\(sqlName)' is \(type.spelling), which cannot be read as"
            + " \(declared.type.type.swiftSpelling)",
          at: declared.type.range
        )
        return nil
      }
      let storage = type.type == declared.type.type ? type.storage : declared.type.storage
      var column = ProvedColumn(
        name: name,
        sqlName: sqlName,
        type: declared.type.type,
        isOptional: declared.type.isOptional,
        storage: storage
      )
      if column.type == .date {
        column.dateForm = type.form ?? (type.type == .date ? nil : .other)
      }
      return column
    }
    guard let valueType = type.type else {
      diagnostics.error(
        "unknown-type",
        "the type of '\(sqlName)' cannot be known from the SQL; declare it in the \(owner.what)"
          + " under columns:, such as 'columns: {\(name): Int?}'",
        at: place
      )
      return nil
    }
    var column = ProvedColumn(
      name: name,
      sqlName: sqlName,
      type: valueType,
      isOptional: type.isOptional,
      storage: type.storage
    )
    column.dateForm = type.form
    return column
  }

  /// Reports declared columns that do not exist, where the names of all columns are known.
  mutating func checkDeclared(
    _ owner: ColumnOwner,
    _ columns: [ProvedColumn],
    _ uncertain: [String]
  ) {
    // A column may be the one that has yet to be named.
    guard uncertain.allSatisfy(Identifier.isValid) else { return }
    for declared in owner.declared where !columns.contains(where: { declared.names($0) }) {
      guard !uncertain.contains(declared.name.value) else { continue }
      reportUnknown(declared.name, "the \(owner.what) gives", columns.map(\.name))
    }
  }

  mutating func checkNames(of columns: [PlacedColumn], in owner: ColumnOwner) {
    var seen: [String: Int] = [:]
    for (index, placed) in columns.enumerated() {
      let column = placed.column
      for name in Set([column.name, SQLTokenizer.fold(column.sqlName)]).sorted() {
        guard let first = seen[name], first != index else {
          seen[name] = index
          continue
        }
        diagnostics.error(
          "duplicate-column",
          "the \(owner.what) gives two columns named '\(column.name)'; name one with AS",
          at: placed.range,
          notes: [.init("the first is here", at: columns[first].range)]
        )
        break
      }
    }
  }
}

extension DeclaredColumn {
  func names(_ column: ProvedColumn) -> Bool {
    name.value == column.name || name.value == column.sqlName
  }
}
