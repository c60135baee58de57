import StrataSchema

extension Prover {
  /// Writes the SQL of each order that can be chosen; the parameters are those of all of them.
  mutating func proveOrders(of request: inout ProvedRequest, _ writer: RequestSQL) {
    for order in request.model.orders {
      if request.parameters.contains(where: { $0.name == "order" }) {
        diagnostics.error(
          "reserved-name",
          "the orders that can be chosen are the parameter 'order'; choose another name for the"
            + " parameter of that name",
          at: request.model.name.range
        )
        return
      }
      var writer = writer
      writer.request.order = order.terms
      let sql = writer.text().sql
      request.orders.append(ProvedOrder(name: order.name.value, sql: sql))
      if order.name.value == request.model.defaultOrder || request.orders.count == 1 {
        request.sql = sql
      }
    }
  }

  /// Writes and prepares the SQL of the pages in each order.
  ///
  /// Where an order has an error that was reported, only the key is checked.
  mutating func provePages(
    of request: inout ProvedRequest,
    _ writer: RequestSQL,
    isOrdered: Bool = true
  ) throws {
    let model = request.model
    guard let size = model.pageSize else { return }
    let isRow = writer.source.body != nil
    guard let key = isRow ? rowKey(of: model, writer.source) : pageKey(of: writer.source) else {
      if isRow { return }
      reportPageKey(writer.source, at: size.range)
      return
    }
    guard !key.isEmpty else { return reportPageKey(writer.source, at: size.range) }
    guard isOrdered else { return }
    for terms in model.orders.isEmpty ? [model.order] : model.orders.map(\.terms) {
      var parts: [OrderTerm] = []
      for fragment in terms {
        guard let found = OrderTerm.terms(of: fragment) else {
          diagnostics.error(
            "page-order",
            "pages cannot be cut by this order; write each term as an item of its own, and name a"
              + " column rather than its number",
            at: fragment.range
          )
          return
        }
        if let term = found.first(where: { isRandom($0) }) {
          diagnostics.error(
            "page-order",
            "pages cannot be cut by an order that is another one each time, as that of"
              + " '\(term.text)'",
            at: fragment.range
          )
          return
        }
        parts += found
      }
      var page = PageSQL(writer: writer, parameterCount: request.parameters.count, size: size.value)
      for part in parts {
        page.add(part, isOptional: isOptional(part, in: writer.source))
      }
      for (name, isOptional) in key { page.add(column: name, isOptional: isOptional) }
      let proved = page.proved()
      // The terms have been checked with the request.
      for sql in [proved.first, proved.next] { _ = try database.prepareReading(sql) }
      request.pages.append(proved)
    }
  }

  private mutating func reportPageKey(_ source: RequestSQL.Source, at range: SourceRange) {
    diagnostics.error(
      "page-key",
      "pages need a key that tells rows of the same order apart; write 'primaryKey:' on"
        + " '\(source.key)'",
      at: range
    )
  }

  /// Whether a term calls a function whose results change.
  private func isRandom(_ term: OrderTerm) -> Bool {
    let changing =
      ["random", "randomblob"]
      + schema.functions.filter { !$0.isDeterministic }.map { SQLTokenizer.fold($0.name.value) }
    return zip(term.tokens, term.tokens.dropFirst()).contains { token, next in
      token.name != nil && next.isSymbol("(") && changing.contains(token.folded)
    }
  }

  /// The columns in SQL that tell the rows apart, and whether each may be NULL.
  private func pageKey(of source: RequestSQL.Source) -> [(String, Bool)]? {
    if let table = schema.tables.first(where: { $0.name == source.key }) {
      let key = table.primaryKey.compactMap { table.column(named: $0) }
      if !key.isEmpty { return key.map { ($0.sqlName, $0.isOptional) } }
      let names = Set(table.columns.map { SQLTokenizer.fold($0.sqlName) })
      return ["rowid", "oid", "_rowid_"].first { !names.contains($0) }.map { [($0, false)] }
    }
    guard let view = schema.views.first(where: { $0.name == source.key }),
      let relation = catalog[SQLTokenizer.fold(view.sqlName)]
    else { return nil }
    let key = view.primaryKey.compactMap { name -> (String, Bool)? in
      let index = relation.columns.firstIndex {
        $0.type.swiftName == name.value || $0.name == SQLTokenizer.fold(name.value)
      }
      return index.map { (relation.columnNames[$0], relation.columns[$0].type.isOptional) }
    }
    return key.isEmpty ? nil : key
  }

  private func isOptional(_ term: OrderTerm, in source: RequestSQL.Source) -> Bool {
    let name = SQLTokenizer.fold(source.sqlName)
    guard let expression = SQLReader.expression(term.tokens), let relation = catalog[name] else {
      return true
    }
    var inference = TypeInference(catalog)
    var frame = TypeInference.Frame()
    frame.sources = [.init(name: name, columns: relation.columns, rowID: relation.rowID)]
    inference.frames = [frame]
    return inference.type(of: expression).isOptional
  }
}
