import StrataSQLite
import StrataSchema

extension Prover {
  /// Holds the plans of a request's SQL against what its author wants of them
  /// (https://sqlite.org/eqp.html).
  ///
  /// `tokens` are those of a SELECT of its author, which may give tables other names.
  mutating func checkPlan(of request: ProvedRequest, _ tokens: [SQLToken] = []) throws {
    guard let wanted = request.model.plan else { return }
    let statements =
      request.pages.isEmpty
      ? request.orders.isEmpty ? [request.sql] : request.orders.map(\.sql)
      : request.pages.flatMap { [$0.first, $0.next] }
    for sql in statements {
      let steps = try plan(of: sql)
      let before = diagnostics.all.count
      if let index = wanted.index { check(index, is: steps, of: request) }
      for table in wanted.unscanned { check(table, isNotScannedBy: steps, tokens) }
      // The plans of several orders mostly have the same fault.
      if diagnostics.all.count > before { return }
    }
  }

  private func plan(of sql: String) throws -> [String] {
    let (statement, _) = try database.prepareReading("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() {
      if case .string(let step) = statement.value(3).storage { steps.append(step) }
    }
    return steps
  }

  private mutating func check(
    _ index: Located<String>,
    is steps: [String],
    of request: ProvedRequest
  ) {
    let collection = schema.collections.first { $0.rowName == request.source }
    let indexes = schema.tables.flatMap { table in
      let isOwn =
        table.name == request.source
        || table.collection == collection?.name
          && collection != nil
      // The runtime has one of its own.
      let indexes = table.indexes.filter {
        collection == nil || $0.sqlName != collection?.expirationIndexName
      }
      return indexes.map { (key: $0.name.value, sqlName: $0.sqlName, isOwn: isOwn) }
    }
    let named =
      indexes.first { $0.isOwn && $0.key == index.value }
      ?? indexes.first { $0.sqlName == index.value }
    guard let named else {
      let own = indexes.filter(\.isOwn).map(\.key)
      let near = nearest(to: index.value, in: own + indexes.map(\.sqlName))
      diagnostics.error(
        "unknown-index",
        "there is no index '\(index.value)'"
          + (near.map { "; did you mean '\($0)'?" }
            ?? (own.isEmpty ? "" : "; the table has \(own.joined(separator: ", "))")),
        at: index.range
      )
      return
    }
    guard !steps.contains(where: { "\($0) ".contains(" INDEX \(named.sqlName) ") }) else { return }
    diagnostics.error(
      "plan",
      "the index '\(index.value)' is not used; the plan is: \(steps.joined(separator: "; "))",
      at: index.range
    )
  }

  private mutating func check(
    _ table: Located<String>,
    isNotScannedBy steps: [String],
    _ tokens: [SQLToken]
  ) {
    let known =
      schema.tables.first { $0.name == table.value || $0.collection == table.value }?.sqlName
      ?? schema.views.first { $0.name == table.value }?.sqlName
    guard let known else {
      let names =
        schema.recordTables.map(\.name) + schema.collections.map(\.name)
        + schema.views.filter { $0.collection == nil }.map(\.name)
      diagnostics.error(
        "unknown-table",
        "no table or view '\(table.value)'"
          + (nearest(to: table.value, in: names).map { "; did you mean '\($0)'?" } ?? ""),
        at: table.range
      )
      return
    }
    // Older libraries say TABLE before the name.
    let beginnings = names(of: known, in: tokens).flatMap { ["SCAN \($0) ", "SCAN TABLE \($0) "] }
    guard steps.contains(where: { step in beginnings.contains { "\(step) ".hasPrefix($0) } }) else {
      return
    }
    diagnostics.error(
      "plan",
      "every row of '\(known)' is looked at; the plan is: \(steps.joined(separator: "; "))",
      at: table.range
    )
  }

  /// The names by which a plan may call a table: its own, and those that follow it in FROM.
  private func names(of table: String, in tokens: [SQLToken]) -> [String] {
    let tokens = tokens.filter { $0.kind != .comment }
    let folded = SQLTokenizer.fold(table)
    let aliases = tokens.indices.compactMap { index -> String? in
      guard tokens[index].name != nil, tokens[index].folded == folded else { return nil }
      let rest = tokens[(index + 1)...]
      return (rest.first?.isWord("as") == true ? rest.dropFirst().first : rest.first)?.name
    }
    // A keyword that follows is the name of no table in a plan.
    return [table] + aliases
  }
}
