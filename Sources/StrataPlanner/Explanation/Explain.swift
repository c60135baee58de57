import StrataSQLite
import StrataSchema

/// Explains a proof: types and why they are what they are, plans, and what is read.
///
/// - Throws: `DatabaseError` where SQLite does not take what it has taken before.
package func explain(_ proof: Proof) throws -> Explanation {
  try Explainer(proof: proof, database: proof.makeDatabase()).explanation()
}

/// The work of one explanation.
struct Explainer {
  let proof: Proof
  let database: ProofDatabase
  let catalog: Catalog

  init(proof: Proof, database: ProofDatabase) throws {
    self.proof = proof
    self.database = database
    database.installAuthorizer()
    try database.execute("PRAGMA foreign_keys = ON")
    catalog = Catalog(proof)
  }

  func explanation() throws -> Explanation {
    Explanation(
      database: proof.schema.database.value,
      views: try proof.views.map { try explain($0) },
      requests: try proof.requests.map { try explain($0) },
      statements: try proof.statements.map { try explain($0) },
      tablesWithoutRows: proof.tablesWithoutRows
    )
  }

  private func explain(_ view: ProvedView) throws -> Explanation.View {
    let sql = "SELECT * FROM " + SQLText.quote(view.model.sqlName)
    let statement = try database.prepare(sql)
    let columns = view.columns.enumerated().map { index, column in
      let declared = view.model.columns.contains {
        $0.name.value == column.name || $0.name.value == column.sqlName
      }
      let origin = statement.columnOrigin(index).map { "\($0.table).\($0.column)" }
      return Explanation.Value(
        name: column.name,
        type: column.type.spelling(column.isOptional, column.storage),
        reason: declared ? "declared" : origin.map { "the column \($0)" } ?? "inferred from the SQL"
      )
    }
    return Explanation.View(
      name: view.model.name,
      sql: view.model.sql.text,
      columns: columns,
      plan: try plan(of: sql),
      reads: tables(view.footprint)
    )
  }

  private func explain(_ request: ProvedRequest) throws -> Explanation.Request {
    Explanation.Request(
      name: request.typeName,
      source: request.source,
      sql: request.sql,
      parameters: parameters(
        request.parameters,
        declared: request.model.parameters,
        meetings: meetings(in: request.sql)
      ),
      result: result(of: request),
      columns: try columns(of: request.row, declared: request.model.columns, in: request.sql),
      plan: try plan(of: request.sql),
      reads: tables(request.footprint)
    )
  }

  private func explain(_ statement: ProvedStatement) throws -> Explanation.Statement {
    Explanation.Statement(
      name: statement.typeName,
      sql: statement.sql,
      parameters: parameters(
        statement.parameters,
        declared: statement.model.parameters,
        meetings: meetings(in: statement.sql)
      ),
      columns: try columns(
        of: statement.row,
        declared: statement.model.columns,
        in: statement.sql
      ),
      conflict: conflict(of: statement),
      writes: try writes(of: statement),
      plan: try plan(of: statement.sql)
    )
  }

  private func parameters(
    _ parameters: [ProvedParameter],
    declared: [ParameterModel],
    meetings: [TypeInference.Meeting]
  ) -> [Explanation.Value] {
    let declared = Set(declared.map(\.name.value))
    return parameters.enumerated().map { index, parameter in
      Explanation.Value(
        name: parameter.name,
        type: parameter.isList
          ? "[\(parameter.type.spelling(parameter.isOptional, parameter.storage))]"
          : parameter.type.spelling(parameter.isOptional, parameter.storage),
        reason: declared.contains(parameter.name)
          ? "declared" : reason(meetings.filter { $0.parameter.name == "\(index + 1)" })
      )
    }
  }

  private func columns(
    of row: ProvedRow?,
    declared: [DeclaredColumn],
    in sql: String
  ) throws -> [Explanation.Value] {
    guard let row else { return [] }
    let statement = try database.prepare(sql)
    return row.parts.map { part in
      switch part {
      case .column(let column, let index):
        let isDeclared = declared.contains {
          [column.name, column.sqlName].contains($0.name.value)
        }
        return Explanation.Value(
          name: column.name,
          type: column.type.spelling(column.isOptional, column.storage),
          reason: isDeclared ? "declared" : origin(of: column, index, in: statement)
        )
      case .record(let record):
        return Explanation.Value(
          name: record.name,
          type: record.record + (record.isOptional ? "?" : ""),
          reason: record.isOptional ? "a record, which a join may leave out" : "a record"
        )
      }
    }
  }

  /// What a column shows, and why that may be missing.
  private func origin(
    of column: ProvedColumn,
    _ index: Int,
    in statement: SQLiteStatement
  ) -> String {
    guard let origin = statement.columnOrigin(index) else { return "inferred from the SQL" }
    let known = catalog[SQLTokenizer.fold(origin.table)]?
      .column(named: SQLTokenizer.fold(origin.column))
    let isMissing = column.isOptional && known?.type.isOptional == false
    return "the column \(origin.table).\(origin.column)"
      + (isMissing ? ", whose row may be missing" : "")
  }

  private func result(of request: ProvedRequest) -> Explanation.Value {
    let source = request.source.map { "'\($0)'" } ?? "the SQL"
    let row = request.source ?? request.row?.typeName ?? "Row"
    let (type, reason) =
      switch request.result {
      case .many: ("[\(row)]", "the rows of \(source)")
      case .first: ("\(row)?", "the first row of \(source), if there is one")
      case .count: ("Int", "the number of rows")
      case .exists: ("Bool", "whether there is a row")
      case .value(let column):
        (
          column.type.spelling(column.isOptional, column.storage),
          request.model.valueType == nil ? "inferred from the SQL" : "declared"
        )
      }
    return Explanation.Value(name: nil, type: type, reason: reason)
  }

  private func meetings(in sql: String) -> [TypeInference.Meeting] {
    let tokens = SQLTokenizer.tokens(of: sql)
    var inference = TypeInference(catalog)
    if let select = SQLReader.select(tokens) {
      _ = inference.columns(of: select)
    } else if let write = SQLReader.write(tokens) {
      _ = inference.columns(of: write)
    }
    return inference.meetings.filter { $0.type.type != nil }
  }

  private func reason(_ meetings: [TypeInference.Meeting]) -> String {
    guard let first = meetings.first(where: { $0.type.swiftName != nil }) ?? meetings.first else {
      return "inferred from the SQL"
    }
    if first.kind == .limit { return "a limit" }
    if first.kind == .pattern { return "a pattern" }
    if first.kind == .assignment {
      return first.type.swiftName.map { "stored in the column '\($0)'" } ?? "stored in a column"
    }
    return first.type.swiftName.map { "compared with the column '\($0)'" }
      ?? "as what it is compared with"
  }

  private func tables(_ footprint: Footprint) -> [Explanation.Table] {
    footprint.tables.map { .init(name: $0.name, columns: $0.columns) }
  }

  private func plan(of sql: String) throws -> [Explanation.Step] {
    let statement = try database.prepare("EXPLAIN QUERY PLAN " + sql)
    var depths: [Int64: Int] = [0: -1]
    var steps: [Explanation.Step] = []
    while try statement.step() {
      guard let id = Int64.fromDatabaseValue(statement.value(0)),
        let parent = Int64.fromDatabaseValue(statement.value(1)),
        let text = String.fromDatabaseValue(statement.value(3))
      else { continue }
      let depth = depths[parent, default: -1] + 1
      depths[id] = depth
      steps.append(.init(depth: depth, text: text))
    }
    return steps
  }
}
