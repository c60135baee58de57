extension SQLReader {
  /// What follows the name of a function: arguments, FILTER and OVER.
  mutating func call(_ name: String) throws(Unreadable) -> SQLExpression {
    let range = index > 0 ? tokens[index - 1].range : 0..<0
    try expect(symbol: "(")
    var call = SQLExpression.Call(
      name: name,
      range: range,
      arguments: [],
      isStar: false,
      order: [],
      filter: nil,
      window: nil
    )
    if skip(symbol: "*") {
      call.isStar = true
    } else if !isNext(symbol: ")") {
      _ = skip(word: "distinct") || skip(word: "all")
      call.arguments = try list { reader throws(Unreadable) in try reader.expression() }
      if isNext(word: "order") { call.order = try orderTerms() }
    }
    try expect(symbol: ")")
    if isNext(word: "filter"), isNext(symbol: "(", ahead: 1) {
      index += 2
      try expect(word: "where")
      call.filter = try expression()
      try expect(symbol: ")")
    }
    if skip(word: "over") { call.window = try window() }
    return .call(call)
  }

  private mutating func window() throws(Unreadable) -> SQLExpression.Window {
    guard isNext(symbol: "(") else {
      return .init(expressions: [], holdsOwnRow: true, base: try name())
    }
    return try windowDefinition()
  }

  /// A window in parentheses.
  mutating func windowDefinition() throws(Unreadable) -> SQLExpression.Window {
    try expect(symbol: "(")
    var window = SQLExpression.Window(expressions: [], holdsOwnRow: true)
    let frame = ["rows", "range", "groups"]
    if let token, token.name != nil, !isNext(word: "partition"), !isNext(word: "order"),
      !frame.contains(token.folded)
    {
      window.base = try name()
    }
    if skip(word: "partition") {
      try expect(word: "by")
      window.expressions += try list { reader throws(Unreadable) in try reader.expression() }
    }
    if isNext(word: "order") { window.expressions += try orderTerms() }
    if let token, frame.contains(token.folded) {
      window.holdsOwnRow = false
      try skipToClosingParenthesis()
    } else {
      try expect(symbol: ")")
    }
    return window
  }

  /// `ORDER BY` and its terms.
  mutating func orderTerms() throws(Unreadable) -> [SQLExpression] {
    try expect(word: "order")
    try expect(word: "by")
    return try orderedList()
  }

  /// Terms that may have a direction.
  mutating func orderedList() throws(Unreadable) -> [SQLExpression] {
    try list { reader throws(Unreadable) in
      let term = try reader.expression()
      _ = reader.skip(word: "asc") || reader.skip(word: "desc")
      if reader.skip(word: "nulls") { _ = try reader.name() }
      return term
    }
  }
}
