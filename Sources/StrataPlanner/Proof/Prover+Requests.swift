import StrataSQLite
import StrataSchema

extension Prover {
  mutating func proveRequests() throws -> [ProvedRequest] {
    var proved: [ProvedRequest] = []
    for table in schema.tables {
      let source = RequestSQL.Source(
        key: table.name,
        sqlName: table.sqlName,
        columnNames: table.columns.map(\.sqlName)
      )
      for request in table.requests {
        if let request = try prove(request, on: source) { proved.append(request) }
      }
    }
    for view in schema.views {
      let name = SQLTokenizer.fold(view.sqlName)
      let readings = view.columns.compactMap { column in
        column.reading.map { (column.name.value, $0) }
      }
      let source = RequestSQL.Source(
        key: view.name,
        sqlName: view.sqlName,
        columnNames: catalog[name]?.columnNames ?? [],
        readings: Dictionary(readings) { first, _ in first }
      )
      for request in view.requests {
        if let request = try prove(request, on: source) { proved.append(request) }
      }
    }
    return proved
  }

  private mutating func prove(
    _ model: RequestModel,
    on source: RequestSQL.Source
  ) throws -> ProvedRequest? {
    var request = model
    // Parameters and columns are those of all orders.
    if !model.orders.isEmpty { request.order = model.orders.flatMap(\.terms) }
    let before = diagnostics.all.count
    var writer = RequestSQL(request: request, source: source)
    writer.aggregates = catalog.aggregates
    var clauses: [ReadClause] = []
    for (fragment, clause) in writer.fragments {
      let place: FragmentPlace =
        switch clause {
        case .value, .condition: .expression
        case .order: .orderTerm
        case .limit: .limit
        }
      guard let tokens = check(fragment, as: place, allowsParameters: true) else { continue }
      clauses.append(ReadClause(clause: clause, fragment: fragment, tokens: tokens))
    }
    var resolution = ParameterResolution(request.parameters, catalog: catalog)
    resolution.read(clauses, on: source)
    for range in resolution.misuses { reportDecimal(at: range) }
    for (mismatch, fragment) in resolution.mismatches { report(mismatch, in: fragment) }
    guard clauses.count == writer.fragments.count,
      !broken.contains(SQLTokenizer.fold(source.sqlName)),
      !schema.faults.requests.contains(model.name.range)
    else {
      _ = try explain(writer, clauses)
      return nil
    }
    writer.numbers = resolution.numbers
    writer.stars = resolution.stars
    let text = writer.text()
    do {
      let (_, reads) = try database.prepareReading(text.sql)
      let tokens = clauses.flatMap(\.tokens)
      let relations =
        clauses.flatMap { self.relations(of: $0, on: source) } + [SQLTokenizer.fold(source.sqlName)]
      let isUncertain =
        isUncertain(tokens, reading: relations) || !resolution.misuses.isEmpty
      let (parameters, result) = reporting(types: !isUncertain) { prover in
        let parameters = resolution.resolve(&prover.diagnostics)
        let result = prover.result(
          of: request,
          resolution.valueType,
          isAggregate: writer.isAggregate
        )
        if case .value(let column) = result { prover.readDefault(of: &request, as: column) }
        return (parameters, result)
      }
      guard diagnostics.all.count == before, let parameters, let result else { return nil }
      request.order = model.order
      var proved = ProvedRequest(
        model: request,
        source: source.key,
        typeName: Identifier.requestTypeName(of: request.name.value),
        sql: text.sql,
        parameters: parameters,
        result: result,
        footprint: footprint(
          of: reads,
          tokens,
          naming: relations,
          joining: resolution.joinedColumns
        )
      )
      proveOrders(of: &proved, writer)
      try provePages(of: &proved, writer)
      try checkPlan(of: proved)
      return diagnostics.all.count == before ? proved : nil
    } catch {
      if try !explain(writer, clauses) {
        try report(
          error,
          in: text,
          at: request.name.range,
          reading: [SQLTokenizer.fold(source.sqlName)]
        )
      }
      return nil
    }
  }

  /// Tries each fragment alone, so that every mistake is reported.
  ///
  /// - Returns: Whether SQLite refused one of them.
  mutating func explain(_ writer: RequestSQL, _ clauses: [ReadClause]) throws -> Bool {
    var isExplained = false
    for clause in clauses {
      let alone = writer.text(of: clause.fragment, as: clause.clause)
      do {
        _ = try database.prepareReading(alone.sql)
      } catch {
        isExplained = true
        try reportAll(
          error,
          in: alone,
          fragment: clause.fragment,
          at: writer.request.name.range,
          reading: relations(of: clause, on: writer.source)
        ) { database, sql in _ = try database.prepareReading(sql) }
      }
    }
    return isExplained
  }

  /// The folded names of the tables that a clause may read.
  private func relations(of clause: ReadClause, on source: RequestSQL.Source) -> [String] {
    var names = [SQLTokenizer.fold(source.sqlName)]
    for token in clause.tokens where token.name != nil {
      if catalog[token.folded] != nil, !names.contains(token.folded) { names.append(token.folded) }
    }
    return names
  }

  private mutating func result(
    of request: RequestModel,
    _ type: InferredType?,
    isAggregate: Bool
  ) -> ProvedRequest.Result? {
    switch request.returns {
    case .many: .many
    case .first: .first
    case .count: .count
    case .exists: .exists
    case .value:
      value(
        of: request,
        type ?? .unknown,
        isRowCertain: isAggregate && request.limit == nil
      )
      .map { .value($0) }
    }
  }

  mutating func value(
    of request: RequestModel,
    _ inferred: InferredType,
    isRowCertain: Bool
  ) -> ProvedColumn? {
    let isMissingPossible = !request.hasDefault && !isRowCertain
    var column = ProvedColumn(
      name: "value",
      sqlName: "value",
      type: inferred.type ?? .any,
      isOptional: !request.hasDefault && (inferred.isOptional || isMissingPossible),
      storage: inferred.storage
    )
    guard let declared = request.valueType else {
      guard inferred.type != nil else {
        diagnostics.error(
          "unknown-type",
          "the type of this value cannot be known from the SQL; declare it, such as 'type: Int?'",
          at: request.value?.range ?? request.sql?.range ?? request.name.range
        )
        return nil
      }
      return column
    }
    if let type = inferred.type, !inferred.canBeRead(as: declared) {
      diagnostics.error(
        "type-mismatch",
        "the value is \(type.swiftSpelling), which cannot be read as"
          + " \(declared.type.swiftSpelling)",
        at: declared.range
      )
      return nil
    }
    if !declared.isOptional, isMissingPossible {
      let spelling = declared.spelling.isEmpty ? declared.type.swiftSpelling : declared.spelling
      diagnostics.error(
        "value-may-be-missing",
        "there may be no row; write '\(spelling)?' or give a 'default:'",
        at: declared.range,
        fixIts: declared.optionalFixIts
      )
      return nil
    }
    column.type = declared.type
    column.isOptional = !request.hasDefault && declared.isOptional
    column.storage = inferred.type == declared.type ? inferred.storage : declared.storage
    return column
  }
}

extension Prover {
  /// Reads a default by the type that was inferred for its value.
  mutating func readDefault(of request: inout RequestModel, as column: ProvedColumn) {
    guard let written = request.untypedDefault else { return }
    var reader = DefaultReader(schema)
    request.defaultValue = reader.value(
      of: written,
      as: DeclaredType(
        type: column.type,
        isOptional: false,
        storage: column.storage,
        range: written.range
      ),
      "'default' of request '\(request.name.value)'",
      allowsSQL: false
    )
    request.untypedDefault = nil
    guard !schema.faults.concern(column.type) else { return }
    diagnostics.append(contentsOf: reader.diagnostics)
  }
}

/// A clause of a request with its tokens.
struct ReadClause {
  var clause: RequestSQL.Clause
  var fragment: SQLFragment
  var tokens: [SQLToken]

  /// The expressions of the clause; nil where they are not understood.
  var expressions: [SQLExpression]? {
    var reader = SQLReader(tokens)
    do {
      switch clause {
      case .value, .condition:
        let expression = try reader.expression()
        return reader.token == nil ? [expression] : nil
      case .order: return try orderTerms(&reader)
      case .limit:
        let limit = try reader.expression()
        guard reader.skip(word: "offset") || reader.skip(symbol: ",") else {
          return reader.token == nil ? [limit] : nil
        }
        let offset = try reader.expression()
        return reader.token == nil ? [limit, offset] : nil
      }
    } catch {
      return nil
    }
  }

  private func orderTerms(_ reader: inout SQLReader) throws -> [SQLExpression]? {
    let terms = try reader.list { reader throws(SQLReader.Unreadable) in
      let term = try reader.expression()
      _ = reader.skip(word: "asc") || reader.skip(word: "desc")
      if reader.skip(word: "nulls") { _ = try reader.name() }
      return term
    }
    return reader.token == nil ? terms : nil
  }
}
