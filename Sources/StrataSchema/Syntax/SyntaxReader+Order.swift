extension SyntaxReader {
  static let planKeys = ["uses", "noScan"]

  /// Reads `order:`, which is one order or several with names.
  mutating func readOrder(_ mapping: Mapping, into request: inout RequestSyntax) {
    if let order = mapping["order"], case .mapping = order.content {
      readOrders(order, mapping.place, into: &request)
    } else {
      let what = mapping.what("order")
      request.order = terms(mapping["order"], what, remedy: "remove 'order'")
    }
    request.orderRange = mapping.keyRange("order")
  }

  /// Reads orders with names, of which `default:` names one.
  mutating func readOrders(_ node: YAMLNode, _ place: String, into request: inout RequestSyntax) {
    let what = "'order' of \(place)"
    let instead = "a list of SQL, or a mapping from names to such lists"
    let before = diagnostics.all.count
    for pair in pairs(node, what, instead: instead) ?? [] {
      if pair.key.value == "default" {
        request.defaultOrder = text(
          pair.value,
          "'default' of \(what)",
          instead: "the name of one of the orders"
        )
        continue
      }
      guard checkName(pair.key, "an order", remedy: "choose another name") else { continue }
      if Identifier.enumMembers.contains(pair.key.value) {
        diagnostics.error(
          .reservedName,
          "every enum of orders has '\(pair.key.value)' already; choose another name",
          at: pair.key.range
        )
      }
      let terms = terms(
        pair.value,
        "order '\(pair.key.value)' of \(place)",
        remedy: "remove the order"
      )
      request.orders.append(OrderModel(name: pair.key, terms: terms))
    }
    guard diagnostics.all.count == before else { return }
    guard !request.orders.isEmpty else {
      diagnostics.error(.emptyValue, "\(what) has no orders; write at least one", at: node.range)
      return
    }
    guard let chosen = request.defaultOrder,
      !request.orders.contains(where: { $0.name.value == chosen.value })
    else { return }
    reportUnknownWord(chosen, "'default' of \(what)", request.orders.map(\.name.value))
  }

  /// What rows are ordered by, at least one thing.
  private mutating func terms(_ node: YAMLNode?, _ what: String, remedy: String) -> [SQLFragment] {
    if let node, case .sequence(let items) = node.content, items.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(what) is by nothing; write at least one column, or \(remedy)",
        at: node.range
      )
    }
    return sqlList(node, what) ?? []
  }

  /// The number of rows of a page.
  mutating func page(_ node: YAMLNode?, _ what: String) -> Located<Int>? {
    guard let node, let size = count(node, what, in: 1...100_000) else { return nil }
    return Located(size, at: node.range)
  }

  /// What the plan of a request has to be like.
  mutating func plan(_ node: YAMLNode?, _ place: String) -> PlanModel? {
    let what = "'plan' of \(place)"
    guard let node,
      let mapping = mapping(
        node,
        what,
        keys: Self.planKeys,
        instead: "a mapping, such as {uses: byTeam} or {noScan: [Player]}"
      )
    else { return nil }
    let tables = list(mapping["noScan"], mapping.what("noScan"), instead: "a list of tables") ?? []
    return PlanModel(
      index: text(mapping["uses"], mapping.what("uses"), instead: "the name of an index"),
      unscanned: tables.compactMap {
        text($0, "an entry of \(mapping.what("noScan"))", instead: "the key of a table")
      }
    )
  }
}
