import StrataSQLite
import StrataSchema

extension Prover {
  /// Proves the statements that write.
  mutating func proveStatements() throws -> [ProvedStatement] {
    try schema.statements.compactMap { try prove($0) }
  }

  private mutating func prove(_ statement: StatementModel) throws -> ProvedStatement? {
    let sql = statement.sql
    guard let tokens = check(sql, as: .statement, allowsParameters: true) else { return nil }
    let relations = Set(tokens.compactMap(\.name).map(SQLTokenizer.fold))
      .filter { catalog[$0] != nil || broken.contains($0) }.sorted()
    var resolution = ParameterResolution(
      statement.parameters,
      taken: ParameterResolution.statementNames,
      catalog: catalog
    )
    resolution.read(tokens, of: sql)
    let text = SQLText(body: sql, numbers: resolution.numbers)
    do {
      let prepared = try database.prepareWriting(text.sql)
      let isUncertain =
        isUncertain(tokens, reading: relations)
        || schema.faults.requests.contains(statement.name.range)
      let proved = reporting(types: !isUncertain) { prover in
        prover.prove(statement, tokens, prepared, &resolution)
      }
      return isUncertain ? nil : proved
    } catch {
      try reportAll(
        error,
        in: text,
        fragment: sql,
        at: statement.name.range,
        reading: relations
      ) { database, sql in _ = try database.prepareWriting(sql) }
      return nil
    }
  }

  /// Types the parameters and what the statement gives; nil where an error was reported.
  private mutating func prove(
    _ statement: StatementModel,
    _ tokens: [SQLToken],
    _ prepared: SQLiteStatement,
    _ resolution: inout ParameterResolution
  ) -> ProvedStatement? {
    let before = diagnostics.all.count
    let write = SQLReader.write(tokens)
    var (inference, columns) = infer(write, resolution.declaredTypes)
    resolution.add(inference, of: statement.sql)
    let parameters = resolution.resolve(&diagnostics)
    if let parameters, parameters.count > statement.parameters.count {
      (inference, columns) = infer(write, ParameterResolution.types(of: parameters))
    }
    reportMisuse(inference, in: statement.sql)
    if columns?.count != prepared.columnCount { columns = nil }
    guard let parameters, diagnostics.all.count == before else { return nil }
    let results = results(of: prepared, columns)
    guard let (result, found) = result(of: statement, write, results, misused: inference.misused)
    else { return nil }
    var rows = found
    makeCodable(&rows, statement.isCodable, "statement '\(statement.name.value)'")
    if let wanted = statement.isCodable, rows == nil {
      diagnostics.error(
        .idleKey,
        "'codable' says nothing in statement '\(statement.name.value)', which gives no rows; remove it",
        at: wanted.range
      )
    }
    guard diagnostics.all.count == before else { return nil }
    var proved = ProvedStatement(
      model: statement,
      typeName: Identifier.capitalizingStart(of: statement.name.value),
      sql: expanded(statement.sql, resolution, inference.stars, prepared).sql,
      parameters: parameters,
      result: result
    )
    switch rows {
    case .record(let key): proved.source = key
    case .row(let row): proved.row = row
    case nil: break
    }
    return proved
  }

  private func infer(
    _ write: WriteStatement?,
    _ parameters: [String: InferredType]
  ) -> (TypeInference, [TypeInference.ResultColumn]?) {
    var inference = TypeInference(catalog, parameters: parameters)
    let columns = write.flatMap { inference.columns(of: $0) }
    return (inference, columns)
  }

  /// What running the statement gives, with its rows where it gives some; nil where an error was
  /// reported.
  private mutating func result(
    of statement: StatementModel,
    _ write: WriteStatement?,
    _ results: [ResultColumn],
    misused: [SQLExpression.ColumnName]
  ) -> (ProvedStatement.Result, Rows?)? {
    let returns = statement.returns?.value ?? (results.isEmpty ? .changes : .many)
    let place = statement.returns?.range ?? statement.name.range
    switch returns {
    case .changes, .lastID:
      guard results.isEmpty else {
        diagnostics.error(
          "returning",
          "RETURNING gives rows, which 'returns: \(returns.rawValue)' does not; write"
            + " 'returns: many' or 'returns: first', or remove RETURNING",
          at: place
        )
        return nil
      }
      let before = diagnostics.all.count
      checkDeclared(owner(of: statement), [], [])
      guard diagnostics.all.count == before else { return nil }
      return returns == .changes
        ? (.changes, nil) : lastID(of: write, at: place).map { (.lastID($0), nil) }
    case .many, .first:
      guard !results.isEmpty else {
        diagnostics.error(
          "returning",
          "'returns: \(returns.rawValue)' needs a RETURNING clause, such as 'RETURNING *', in the SQL",
          at: place
        )
        return nil
      }
      let rows = proveRows(
        of: owner(of: statement),
        named: Identifier.rowTypeName(ofStatement: statement.name.value),
        results,
        misused: misused
      )
      return rows.map { (returns == .many ? .many : .first, $0) }
    }
  }

  private func owner(of statement: StatementModel) -> ColumnOwner {
    ColumnOwner(
      what: "statement '\(statement.name.value)'",
      sql: statement.sql,
      declared: statement.columns,
      takenNames: ["self"]
    )
  }

  /// The key of the row that an INSERT makes (https://sqlite.org/c3ref/last_insert_rowid.html).
  private mutating func lastID(
    of write: WriteStatement?,
    at place: SourceRange
  ) -> ProvedColumn? {
    guard let write, case .insert(_, let rows, let upserts, _) = write.action,
      let relation = catalog[write.table], let table = tables[relation.key]
    else {
      reportLastID("only an INSERT into a table makes a row", at: place)
      return nil
    }
    if upserts.contains(where: { !$0.assignments.isEmpty }) {
      reportLastID("a row that DO UPDATE updates is not inserted", at: place)
      return nil
    }
    guard let rowID = relation.rowID, table.rowIDColumn != nil || table.primaryKey.isEmpty else {
      reportLastID("the key of '\(table.name)' is no rowid", at: place)
      return nil
    }
    let isValues = rows.map { !$0.first.values.isEmpty && $0.others.isEmpty } ?? true
    let isCertain = isValues && upserts.isEmpty && write.conflict != "ignore"
    return ProvedColumn(
      name: "id",
      sqlName: table.rowIDColumn?.sqlName ?? "rowid",
      type: rowID.type ?? .int,
      isOptional: !isCertain,
      storage: rowID.storage
    )
  }

  private mutating func reportLastID(_ reason: String, at place: SourceRange) {
    diagnostics.error(
      "last-id",
      "there is no 'lastID': \(reason); write 'RETURNING' with the key, and 'returns: first'",
      at: place
    )
  }
}
