extension SQLReader {
  /// An expression; operators bind as https://sqlite.org/lang_expr.html#operators says.
  mutating func expression() throws(Unreadable) -> SQLExpression {
    try nested { reader throws(Unreadable) in try reader.disjunction() }
  }

  private mutating func disjunction() throws(Unreadable) -> SQLExpression {
    let first = try conjunction()
    var links: [SQLExpression.Link] = []
    while skip(word: "or") { links.append(.init(sign: "or", operand: try conjunction())) }
    return try chain(first, links)
  }

  private mutating func conjunction() throws(Unreadable) -> SQLExpression {
    let first = try negation()
    var links: [SQLExpression.Link] = []
    while skip(word: "and") { links.append(.init(sign: "and", operand: try negation())) }
    return try chain(first, links)
  }

  private mutating func chain(
    _ first: SQLExpression,
    _ links: [SQLExpression.Link]
  ) throws(Unreadable) -> SQLExpression {
    guard !links.isEmpty else { return first }
    try link()
    return .chain(first, links)
  }

  private mutating func negation() throws(Unreadable) -> SQLExpression {
    if isNext(word: "not"), !isNext(word: "exists", ahead: 1) {
      index += 1
      return .unary("not", try nested { reader throws(Unreadable) in try reader.negation() })
    }
    return try equality()
  }

  private mutating func equality() throws(Unreadable) -> SQLExpression {
    var left = try ordering()
    while let token {
      if ["=", "==", "<>", "!="].contains(token.text), token.kind == .symbol {
        index += 1
        left = .comparison("=", left, try ordering())
      } else if token.isWord("isnull") || token.isWord("notnull") {
        index += 1
        left = .isNull(left, isNegated: token.isWord("notnull"))
      } else if token.isWord("not"), isNext(word: "null", ahead: 1) {
        index += 2
        left = .isNull(left, isNegated: true)
      } else if skip(word: "is") {
        left = try isOperand(left)
      } else if let matched = try matching(left) {
        left = matched
      } else {
        break
      }
      try link()
    }
    return left
  }

  private mutating func isOperand(_ left: SQLExpression) throws(Unreadable) -> SQLExpression {
    var isNegated = skip(word: "not")
    if isNext(word: "distinct"), isNext(word: "from", ahead: 1) {
      index += 2
      isNegated.toggle()
    }
    let right = try ordering()
    return right == .literal(.null)
      ? .isNull(left, isNegated: isNegated) : .comparison("is", left, right)
  }

  /// `[NOT] BETWEEN`, `IN`, `LIKE` and their like, after their left side.
  private mutating func matching(_ left: SQLExpression) throws(Unreadable) -> SQLExpression? {
    let start = index
    let isNegated = skip(word: "not")
    if skip(word: "between") {
      let low = try ordering()
      try expect(word: "and")
      return .between(left, low, try ordering())
    }
    if skip(word: "in") { return try membership(of: left, isNegated: isNegated) }
    for word in ["like", "glob", "regexp", "match"] where skip(word: word) {
      let pattern = try ordering()
      return .match(word, left, pattern, escape: skip(word: "escape") ? try ordering() : nil)
    }
    index = start
    return nil
  }

  private mutating func membership(
    of left: SQLExpression,
    isNegated: Bool
  ) throws(Unreadable) -> SQLExpression {
    if let token, token.kind == .parameter {
      index += 1
      return .inParameter(left, .init(name: token.parameterName, range: token.range))
    }
    guard skip(symbol: "(") else {
      let start = token?.range.lowerBound ?? 0
      var table = try name()
      if skip(symbol: ".") { table = try name() }
      let end = tokens[index - 1].range.upperBound
      if skip(symbol: "(") {
        try skipToClosingParenthesis()
        table = ""
      }
      return .inTable(left, table: table, range: start..<end)
    }
    if isNextSelect {
      let select = try self.select()
      try expect(symbol: ")")
      return .inSelect(left, select, isNegated: isNegated)
    }
    if skip(symbol: ")") { return .inList(left, []) }
    let list = try list { reader throws(Unreadable) in try reader.expression() }
    try expect(symbol: ")")
    return .inList(left, list)
  }

  private mutating func ordering() throws(Unreadable) -> SQLExpression {
    var left = try arithmetic(0)
    while let token, token.kind == .symbol, ["<", "<=", ">", ">="].contains(token.text) {
      index += 1
      try link()
      left = .comparison("<", left, try arithmetic(0))
    }
    return left
  }

  private static let operators: [[String]] = [
    ["&", "|", "<<", ">>"], ["+", "-"], ["*", "/", "%"], ["||", "->", "->>"],
  ]

  private mutating func arithmetic(_ level: Int) throws(Unreadable) -> SQLExpression {
    guard level < SQLReader.operators.count else { return try collated() }
    let first = try arithmetic(level + 1)
    var links: [SQLExpression.Link] = []
    while let token, token.kind == .symbol, SQLReader.operators[level].contains(token.text) {
      index += 1
      links.append(.init(sign: token.text, operand: try arithmetic(level + 1)))
    }
    return try chain(first, links)
  }

  private mutating func collated() throws(Unreadable) -> SQLExpression {
    var operand = try prefixed()
    while skip(word: "collate") {
      try link()
      _ = try name()
      operand = .collate(operand)
    }
    return operand
  }

  private mutating func prefixed() throws(Unreadable) -> SQLExpression {
    if let token, token.kind == .symbol, ["+", "-", "~"].contains(token.text) {
      index += 1
      return .unary(token.text, try nested { reader throws(Unreadable) in try reader.prefixed() })
    }
    return try primary()
  }

  private mutating func primary() throws(Unreadable) -> SQLExpression {
    guard let token else { throw Unreadable() }
    switch token.kind {
    case .number:
      index += 1
      return .literal(SQLReader.isReal(token.folded) ? .real : .integer(token.text))
    case .string:
      index += 1
      return .literal(.text(SQLToken.unquote(token.text)))
    case .blob:
      index += 1
      return .literal(.blob(String(token.text.dropFirst(2).dropLast())))
    case .parameter:
      index += 1
      return .parameter(.init(name: token.parameterName, range: token.range))
    case .symbol where token.text == "(":
      return try parenthesised()
    case .word:
      if let special = try keyword(token) { return special }
      return try named()
    case .quotedName:
      return try named()
    default:
      throw Unreadable()
    }
  }

  private static func isReal(_ number: String) -> Bool {
    guard !number.lowercased().hasPrefix("0x") else { return false }
    return number.contains { $0 == "." || $0 == "e" || $0 == "E" }
  }

  private mutating func parenthesised() throws(Unreadable) -> SQLExpression {
    try expect(symbol: "(")
    if isNextSelect {
      let select = try self.select()
      try expect(symbol: ")")
      return .subquery(select)
    }
    let values = try list { reader throws(Unreadable) in try reader.expression() }
    try expect(symbol: ")")
    return values.count == 1 ? values[0] : .row(values)
  }

  /// What begins with a keyword; nil where the word is a name.
  private mutating func keyword(_ token: SQLToken) throws(Unreadable) -> SQLExpression? {
    switch token.folded {
    case "null":
      index += 1
      return .literal(.null)
    case "true", "false":
      guard !isNext(symbol: ".", ahead: 1), !isNext(symbol: "(", ahead: 1) else { return nil }
      index += 1
      return .literal(.bool)
    case "current_time", "current_date", "current_timestamp":
      index += 1
      let forms: [String: DateForm] = ["current_date": .day, "current_timestamp": .second]
      return .literal(.time(forms[token.folded] ?? .other))
    case "case": return try caseExpression()
    case "cast": return try castExpression()
    case "not", "exists":
      _ = skip(word: "not")
      try expect(word: "exists")
      try expect(symbol: "(")
      let select = try self.select()
      try expect(symbol: ")")
      return .exists(select)
    default: return nil
    }
  }

  private mutating func caseExpression() throws(Unreadable) -> SQLExpression {
    try expect(word: "case")
    let base = isNext(word: "when") ? nil : try expression()
    var branches: [SQLExpression.Branch] = []
    while skip(word: "when") {
      let when = try expression()
      try expect(word: "then")
      branches.append(.init(when: when, then: try expression()))
    }
    let otherwise = skip(word: "else") ? try expression() : nil
    try expect(word: "end")
    return .caseOf(base, branches, otherwise: otherwise)
  }

  private mutating func castExpression() throws(Unreadable) -> SQLExpression {
    try expect(word: "cast")
    try expect(symbol: "(")
    let operand = try expression()
    try expect(word: "as")
    var type: [String] = []
    while let token, !token.isSymbol(")") {
      type.append(token.text)
      index += 1
      if token.isSymbol("(") { try skipToClosingParenthesis() }
    }
    try expect(symbol: ")")
    return .cast(operand, type: type.joined(separator: " "))
  }

  /// A column or a call.
  private mutating func named() throws(Unreadable) -> SQLExpression {
    let start = token?.range.lowerBound ?? 0
    var parts = [try name()]
    if isNext(symbol: "("), parts.count == 1 { return try call(parts[0]) }
    while skip(symbol: ".") { parts.append(try name()) }
    let end = tokens[index - 1].range.upperBound
    return .column(
      .init(
        table: parts.count > 1 ? parts[parts.count - 2] : nil,
        name: parts[parts.count - 1],
        range: start..<end
      )
    )
  }

  /// Moves past the parenthesis that closes the one already read.
  mutating func skipToClosingParenthesis() throws(Unreadable) {
    var open = 1
    while open > 0 {
      guard let token else { throw Unreadable() }
      if token.isSymbol("(") { open += 1 }
      if token.isSymbol(")") { open -= 1 }
      index += 1
    }
  }
}
