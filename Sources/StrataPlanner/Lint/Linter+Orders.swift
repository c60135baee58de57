import StrataSQLite
import StrataSchema

extension Linter {
  /// Warns of requests that take some of several rows and do not say which.
  mutating func checkOrders() throws {
    for request in proof.requests {
      let model = request.model
      guard let place = try placeOfChoice(in: request), try givesSeveralRows(request.sql) else {
        continue
      }
      diagnostics.warning(
        "missing-order",
        "which rows the request '\(model.name.value)' gives is not said; write "
          + (model.sql == nil
            ? "'order:', such as 'order: [\(key(of: request))]'" : "ORDER BY in its SQL"),
        at: place
      )
    }
  }

  /// The columns that tell the rows of a request apart, as far as its table says them.
  private func key(of request: ProvedRequest) -> String {
    let source = request.source ?? ""
    if let table = tables[source] {
      return table.primaryKey.isEmpty
        ? table.columns.first?.name ?? "id" : table.primaryKey.joined(separator: ", ")
    }
    return catalog.relation(ofKey: source)?.columns.first?.type.swiftName
      ?? "id"
  }

  /// Where a request takes some of its rows without an order; nil where it takes all of them, or where
  /// their number only matters.
  private func placeOfChoice(in request: ProvedRequest) throws -> SourceRange? {
    let model = request.model
    guard model.orders.isEmpty, model.order.isEmpty, request.pages.isEmpty else { return nil }
    switch model.returns {
    case .count, .exists: return nil
    case .many, .first, .value: break
    }
    guard let sql = model.sql else {
      if model.returns == .value, model.limit == nil,
        model.value.flatMap({ SQLReader.expression(SQLTokenizer.tokens(of: $0.text)) })?
          .isAggregate(catalog.aggregates) == true
      {
        return nil
      }
      if let limit = model.limit { return limit.range }
      // A view mostly has one row for each of something, of which its plan says nothing.
      return model.returns == .many || tables[request.source ?? ""] == nil ? nil : model.name.range
    }
    guard let select = SQLReader.select(SQLTokenizer.tokens(of: sql.text)), select.order.isEmpty,
      !select.unlimited.givesOneRow(catalog.aggregates),
      select.first.from != nil || !select.others.isEmpty
    else { return nil }
    let isGroup = !select.first.groups.isEmpty
    return select.limit != nil || model.returns != .many && !isGroup ? model.name.range : nil
  }

  /// Whether SQLite may find more than one row: something is scanned, or searched by less than a whole
  /// key.
  private func givesSeveralRows(_ sql: String) throws -> Bool {
    try plan(of: sql).contains { step in
      if step.hasPrefix("SCAN ") { return step != "SCAN CONSTANT ROW" }
      return try step.hasPrefix("SEARCH ") && !isWholeKey(step)
    }
  }

  private func isWholeKey(_ step: String) throws -> Bool {
    guard let open = step.lastIndex(of: "(") else { return false }
    let terms = step[step.index(after: open)...].prefix { $0 != ")" }.split(separator: " AND ")
    let names = Set(terms.map { $0.dropLast(2) }.map(String.init))
    guard terms.allSatisfy({ $0.hasSuffix("=?") }), !names.contains(where: { $0.hasSuffix(">") })
    else { return false }
    // The row itself.
    if names.contains("rowid") { return true }
    let words = step[..<open].split(separator: " ").map(String.init)
    if words.suffix(2) == ["PRIMARY", "KEY"] {
      return schema.tables.contains { table in
        let key = table.primaryKey.compactMap { table.column(named: $0)?.sqlName }
        return table.isWithoutRowID && Set(key) == names
      }
    }
    guard let index = words.last else { return false }
    let columns = try database.prepare(
      """
      SELECT count(*) FROM pragma_index_info(?1) WHERE EXISTS (
        SELECT 1 FROM sqlite_master AS m, pragma_index_list(m.tbl_name) AS l
        WHERE m.name = ?1 AND l.name = ?1 AND l."unique"
      )
      """
    )
    try columns.bind([index])
    return try columns.step() && Int.fromDatabaseValue(columns.value(0)) == names.count
  }
}

extension SelectStatement {
  /// All of its rows.
  fileprivate var unlimited: SelectStatement {
    var copy = self
    copy.limit = nil
    copy.offset = nil
    return copy
  }
}
