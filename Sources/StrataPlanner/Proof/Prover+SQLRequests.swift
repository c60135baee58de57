import StrataSQLite
import StrataSchema

extension Prover {
  /// Proves the requests that stand on no table.
  mutating func proveSQLRequests() throws -> [ProvedRequest] {
    try schema.requests.compactMap { request in
      try request.sql.flatMap { try prove(request, $0) }
    }
  }

  private mutating func prove(
    _ model: RequestModel,
    _ sql: SQLFragment
  ) throws -> ProvedRequest? {
    guard let tokens = check(sql, as: .request, allowsParameters: true) else { return nil }
    var request = model
    let select = SQLReader.select(tokens)
    let relations =
      select.map { $0.tables.sorted() } ?? tokens.compactMap(\.name).map(SQLTokenizer.fold)
    var resolution = ParameterResolution(request.parameters, catalog: catalog)
    let start = diagnostics.all.count
    let orders = orderClauses(of: model, select, &resolution)
    let isOrdered = diagnostics.all.count == start
    resolution.read(tokens, of: sql)
    let body = SQLText(body: sql, numbers: resolution.numbers)
    let text = SQLText(counting: body, as: request.returns)
    do {
      let (rows, _) = try database.prepareReading(body.sql)
      let (_, reads) = try database.prepareReading(text.sql)
      let isUncertain =
        isUncertain(tokens, reading: relations)
        || schema.faults.requests.contains(request.name.range)
      let found = try reporting(types: !isUncertain) { prover in
        try prover.prove(&request, sql, select, orders, rows, &resolution)
      }
      guard let found, !isUncertain else { return nil }
      var proved = ProvedRequest(
        model: request,
        source: nil,
        typeName: Identifier.requestTypeName(of: request.name.value),
        sql: SQLText(
          counting: expanded(sql, resolution, found.stars, rows),
          as: request.returns
        ).sql,
        parameters: found.parameters,
        result: found.result,
        footprint: footprint(of: reads, tokens, naming: relations, joining: found.joined)
      )
      switch found.rows {
      case .record(let key): proved.source = key
      case .row(let row): proved.row = row
      case nil: break
      }
      let before = diagnostics.all.count
      if !orders.isEmpty || model.pageSize != nil {
        let body = expanded(sql, resolution, found.stars, rows)
        let source = rowSource(of: model, rows, body)
        try proveRowOrders(
          of: &proved,
          orders,
          over: source,
          resolution,
          isOrdered: isOrdered
        )
      }
      guard isOrdered else { return nil }
      try checkPlan(of: proved, tokens)
      return diagnostics.all.count == before ? proved : nil
    } catch {
      try reportAll(
        error,
        in: body,
        fragment: sql,
        at: request.name.range,
        reading: relations
      ) { database, sql in _ = try database.prepareReading(sql) }
      return nil
    }
  }

  /// What types say of a request that SQLite takes.
  private struct Found {
    var parameters: [ProvedParameter]
    var result: ProvedRequest.Result
    var rows: Rows?
    /// The columns of tables that it joins without naming them; nil where they are not known.
    var joined: Set<ProofDatabase.Read>?
    /// What its `*` stand for.
    var stars: [Range<Int>: String?]
  }

  /// The SQL with the columns in the place of its `*`; as it was where that is not the same.
  func expanded(
    _ sql: SQLFragment,
    _ resolution: ParameterResolution,
    _ stars: [Range<Int>: String?],
    _ statement: SQLiteStatement
  ) -> SQLText {
    let plain = SQLText(body: sql, numbers: resolution.numbers)
    let known = stars.compactMapValues(\.self)
    guard !known.isEmpty else { return plain }
    let text = SQLText(body: sql, numbers: resolution.numbers, expanding: known)
    guard let prepared = try? database.prepare(text.sql),
      prepared.columnNames.map(SQLTokenizer.fold) == statement.columnNames.map(SQLTokenizer.fold)
    else { return plain }
    return text
  }

  /// Types the parameters and the columns; nil where an error was reported.
  private mutating func prove(
    _ request: inout RequestModel,
    _ sql: SQLFragment,
    _ select: SelectStatement?,
    _ orders: [ReadClause],
    _ statement: SQLiteStatement,
    _ resolution: inout ParameterResolution
  ) throws -> Found? {
    let before = diagnostics.all.count
    var (inference, columns) = infer(select, resolution.declaredTypes)
    resolution.add(inference, of: sql)
    if !orders.isEmpty || request.pageSize != nil {
      var (_, known) = infer(select, resolution.knownTypes)
      if known?.count != statement.columnCount { known = nil }
      readOrders(orders, of: request, statement, known, &resolution)
    }
    let parameters = resolution.resolve(&diagnostics)
    if let parameters, parameters.count > request.parameters.count {
      (inference, columns) = infer(select, ParameterResolution.types(of: parameters))
    }
    reportMisuse(inference, in: sql)
    if columns?.count != statement.columnCount { columns = nil }
    guard let parameters, diagnostics.all.count == before else { return nil }
    let owner = ColumnOwner(
      what: "request '\(request.name.value)'",
      sql: sql,
      declared: request.columns,
      takenNames: ["self"]
    )
    let result = result(
      of: &request,
      owner,
      results(of: statement, columns),
      givesOneRow: select?.givesOneRow(catalog.aggregates) == true,
      misused: inference.misused
    )
    return result.map { result, rows in
      var rows = rows
      makeCodable(&rows, request.isCodable, "request '\(request.name.value)'")
      return Found(
        parameters: parameters,
        result: result,
        rows: rows,
        joined: columns == nil ? nil : inference.joinedColumns,
        stars: inference.stars
      )
    }
  }

  /// Infers the columns of a select; nil where they are not known.
  private func infer(
    _ select: SelectStatement?,
    _ parameters: [String: InferredType]
  ) -> (TypeInference, [TypeInference.ResultColumn]?) {
    var inference = TypeInference(catalog, parameters: parameters)
    let columns = select.flatMap { inference.columns(of: $0) }
    return (inference, columns)
  }

  /// Reports columns of which SQL asks what they cannot give.
  mutating func reportMisuse(_ inference: TypeInference, in sql: SQLFragment) {
    for column in inference.misused { reportDecimal(at: sql.range(ofUTF8: column.range)) }
    for mismatch in inference.mismatches { report(mismatch, in: sql) }
    reportRefusals(inference, in: sql)
  }

  /// Reports what a statement stores that a column does not take.
  mutating func reportRefusals(_ inference: TypeInference, in sql: SQLFragment) {
    for refusal in inference.refusals {
      diagnostics.error("wrong-storage", refusal.message, at: sql.range(ofUTF8: refusal.range))
    }
  }

  /// What the request gives, with its rows where it gives some; nil where an error was reported.
  private mutating func result(
    of request: inout RequestModel,
    _ owner: ColumnOwner,
    _ results: [ResultColumn],
    givesOneRow: Bool,
    misused: [SQLExpression.ColumnName]
  ) -> (ProvedRequest.Result, Rows?)? {
    switch request.returns {
    case .many, .first:
      let rows = proveRows(
        of: owner,
        named: Identifier.rowTypeName(ofRequest: request.name.value),
        nested: request.row,
        results,
        misused: misused
      )
      return rows.map { (request.returns == .many ? .many : .first, $0) }
    case .count, .exists:
      guard !givesOneRow else {
        diagnostics.error(
          "always-one-row",
          "this gives one row, whatever is stored; write 'returns: value' for its value",
          at: owner.sql.range
        )
        return nil
      }
      return (request.returns == .count ? .count : .exists, nil)
    case .value:
      guard results.count == 1 else {
        diagnostics.error(
          "several-columns",
          "a value is one column, and this gives \(results.count); write 'returns: first' for a row",
          at: owner.sql.range
        )
        return nil
      }
      let before = diagnostics.all.count
      let column = value(of: request, results[0].type, isRowCertain: givesOneRow)
      if let column { readDefault(of: &request, as: column) }
      guard let column, diagnostics.all.count == before else { return nil }
      return (.value(column), nil)
    }
  }
}

extension ParameterResolution {
  /// The types of resolved parameters by their names.
  static func types(of parameters: [ProvedParameter]) -> [String: InferredType] {
    Dictionary(
      parameters.map { parameter in
        let type = InferredType(
          type: parameter.type,
          storage: parameter.storage,
          isOptional: parameter.isOptional
        )
        return (parameter.name, type)
      },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension SQLText {
  /// A whole statement with its parameters numbered.
  init(body: SQLFragment, numbers: [String: Int], expanding stars: [Range<Int>: String] = [:]) {
    self.init()
    append(body: body, expanding: stars) { parameter in
      numbers[parameter.parameterName].map { "?\($0)" }
    }
  }

  /// A SELECT, or one of how many rows it has, or of whether it has one.
  init(counting body: SQLText, as returns: RequestModel.Returns) {
    self.init()
    switch returns {
    case .many, .first, .value: append(body)
    case .count:
      append("SELECT COUNT(*) FROM (")
      append(body)
      append(")")
    case .exists:
      append("SELECT EXISTS (")
      append(body)
      append(")")
    }
  }
}
