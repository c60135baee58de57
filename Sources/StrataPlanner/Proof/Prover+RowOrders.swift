import StrataSQLite
import StrataSchema

// Orders and pages of requests in SQL, whose rows stand for a table.
extension Prover {
  /// The terms of all orders of a request in SQL, without those of which an error was reported.
  mutating func orderClauses(
    of request: RequestModel,
    _ select: SelectStatement?,
    _ resolution: inout ParameterResolution
  ) -> [ReadClause] {
    let terms = request.orders.isEmpty ? request.order : request.orders.flatMap(\.terms)
    guard !terms.isEmpty || request.pageSize != nil else { return [] }
    if let select, !select.order.isEmpty, select.limit == nil {
      diagnostics.error(
        "second-order",
        "the SQL has an ORDER BY of its own, which would be lost; write it under 'order:'",
        at: request.sql?.range ?? request.name.range
      )
    }
    var clauses: [ReadClause] = []
    for fragment in terms {
      if let tokens = check(fragment, as: .orderTerm, allowsParameters: true) {
        clauses.append(ReadClause(clause: .order, fragment: fragment, tokens: tokens))
      } else {
        resolution.use(SQLTokenizer.tokens(of: fragment.text), of: fragment)
      }
    }
    return clauses
  }

  /// What the orders of a request read.
  func rowSource(
    of request: RequestModel,
    _ statement: SQLiteStatement,
    _ body: SQLText? = nil
  ) -> RequestSQL.Source {
    RequestSQL.Source(
      key: request.name.value,
      sqlName: "rows of " + request.name.value,
      columnNames: statement.columnNames,
      body: body
    )
  }

  /// Notes the parameters of the orders.
  mutating func readOrders(
    _ clauses: [ReadClause],
    of request: RequestModel,
    _ statement: SQLiteStatement,
    _ columns: [TypeInference.ResultColumn]?,
    _ resolution: inout ParameterResolution
  ) {
    let source = rowSource(of: request, statement)
    catalog.add(rowsOf: source.sqlName, results(of: statement, columns))
    resolution.catalog = catalog
    resolution.read(clauses, on: source)
    for range in resolution.misuses { reportDecimal(at: range) }
    for (mismatch, fragment) in resolution.mismatches { report(mismatch, in: fragment) }
  }

  /// Writes the SQL of the orders and the pages, where all terms of the orders are well written.
  mutating func proveRowOrders(
    of request: inout ProvedRequest,
    _ clauses: [ReadClause],
    over source: RequestSQL.Source,
    _ resolution: ParameterResolution,
    isOrdered: Bool
  ) throws {
    let model = request.model
    var writer = RequestSQL(request: model, source: source)
    writer.numbers = resolution.numbers
    writer.stars = resolution.stars
    for clause in clauses {
      writer.request.order = [clause.fragment]
      do {
        _ = try database.prepareReading(writer.text().sql)
      } catch {
        _ = try explain(writer, clauses)
        return
      }
    }
    guard isOrdered else { return try provePages(of: &request, writer, isOrdered: false) }
    writer.request.order = model.order
    if !model.order.isEmpty { request.sql = writer.text().sql }
    proveOrders(of: &request, writer)
    try provePages(of: &request, writer)
  }

  /// The columns that its author says tell the rows apart; nil where an error was reported.
  mutating func rowKey(
    of request: RequestModel,
    _ source: RequestSQL.Source
  ) -> [(String, Bool)]? {
    guard let relation = catalog[SQLTokenizer.fold(source.sqlName)] else { return nil }
    var key: [(String, Bool)] = []
    for name in request.primaryKey {
      let index = relation.columns.firstIndex {
        $0.type.swiftName == name.value || $0.name == SQLTokenizer.fold(name.value)
      }
      guard let index else {
        reportUnknown(name, "the request '\(request.name.value)' gives", relation.columnNames)
        continue
      }
      key.append((relation.columnNames[index], relation.columns[index].type.isOptional))
    }
    return key.count == request.primaryKey.count ? key : nil
  }
}
