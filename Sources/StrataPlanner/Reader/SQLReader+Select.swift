extension SQLReader {
  var isNextSelect: Bool {
    isNext(word: "select") || isNext(word: "values") || isNext(word: "with")
  }

  mutating func select() throws(Unreadable) -> SelectStatement {
    try nested { reader throws(Unreadable) in try reader.selectStatement() }
  }

  private mutating func selectStatement() throws(Unreadable) -> SelectStatement {
    let named = try namedSelects()
    var select = SelectStatement(named: named, first: try core(), others: [], order: [])
    while let compound = try compoundOperator() {
      select.others.append(.init(compound: compound, core: try core()))
    }
    if isNext(word: "order") { select.order = try orderTerms() }
    if skip(word: "limit") {
      select.limit = try expression()
      if skip(word: "offset") {
        select.offset = try expression()
      } else if skip(symbol: ",") {
        select.offset = select.limit
        select.limit = try expression()
      }
    }
    return select
  }

  mutating func namedSelects() throws(Unreadable) -> [SelectStatement.NamedSelect] {
    guard skip(word: "with") else { return [] }
    _ = skip(word: "recursive")
    return try list { reader throws(Unreadable) in
      let name = try reader.name()
      var columns: [String] = []
      if reader.skip(symbol: "(") {
        columns = try reader.list { reader throws(Unreadable) in try reader.name() }
        try reader.expect(symbol: ")")
      }
      try reader.expect(word: "as")
      _ = reader.skip(word: "not")
      _ = reader.skip(word: "materialized")
      try reader.expect(symbol: "(")
      let select = try reader.select()
      try reader.expect(symbol: ")")
      return SelectStatement.NamedSelect(name: name, columns: columns, select: select)
    }
  }

  private mutating func compoundOperator() throws(Unreadable) -> SelectStatement.CompoundOperator? {
    if skip(word: "union") { return skip(word: "all") ? .unionAll : .union }
    if skip(word: "intersect") { return .intersect }
    return skip(word: "except") ? .except : nil
  }

  private mutating func core() throws(Unreadable) -> SelectStatement.Core {
    var core = SelectStatement.Core(
      results: [],
      from: nil,
      condition: nil,
      groups: [],
      having: nil,
      values: [],
      windows: []
    )
    if skip(word: "values") {
      core.values = try list { reader throws(Unreadable) in
        try reader.expect(symbol: "(")
        let row = try reader.list { reader throws(Unreadable) in try reader.expression() }
        try reader.expect(symbol: ")")
        return row
      }
      return core
    }
    try expect(word: "select")
    _ = skip(word: "distinct") || skip(word: "all")
    core.results = try list { reader throws(Unreadable) in try reader.result() }
    if skip(word: "from") { core.from = try fromClause() }
    if skip(word: "where") { core.condition = try expression() }
    if isNext(word: "group"), isNext(word: "by", ahead: 1) {
      index += 2
      core.groups = try list { reader throws(Unreadable) in try reader.expression() }
    }
    if skip(word: "having") { core.having = try expression() }
    if isNext(word: "window"), isNext(word: "as", ahead: 2) {
      index += 1
      core.windows = try list { reader throws(Unreadable) in
        let name = try reader.name()
        try reader.expect(word: "as")
        return SelectStatement.NamedWindow(name: name, window: try reader.windowDefinition())
      }
    }
    return core
  }

  mutating func result() throws(Unreadable) -> SelectStatement.Result {
    if let token, skip(symbol: "*") { return .all(token.range) }
    if let token, token.name != nil, isNext(symbol: ".", ahead: 1), isNext(symbol: "*", ahead: 2) {
      index += 3
      return .allOf(token.folded, token.range.lowerBound..<tokens[index - 1].range.upperBound)
    }
    let start = token?.range.lowerBound ?? 0
    let expression = try expression()
    let end = index > 0 ? tokens[index - 1].range.upperBound : start
    return .expression(expression, alias: try alias(), range: start..<max(start, end))
  }

  /// `AS name`, or a name alone where no keyword may stand.
  private mutating func alias() throws(Unreadable) -> String? {
    let isMarked = skip(word: "as")
    guard let token else {
      guard !isMarked else { throw Unreadable() }
      return nil
    }
    let isName = token.kind == .word || token.kind == .quotedName
    guard isName || token.kind == .string else { return nil }
    if !isMarked, token.kind == .word, SQLReader.endsExpression.contains(token.folded) {
      return nil
    }
    index += 1
    return isName ? token.folded : SQLTokenizer.fold(SQLToken.unquote(token.text))
  }

  private static let endsExpression: Set<String> = [
    "from", "where", "group", "having", "order", "limit", "union", "except", "intersect", "window",
    "join", "left", "right", "full", "inner", "cross", "natural", "on", "using", "indexed", "not",
    "set", "returning", "offset",
  ]

  mutating func fromClause() throws(Unreadable) -> FromClause {
    var clause = FromClause(items: [try item(.inner, isNatural: false)])
    while let (join, isNatural) = try joinOperator() {
      clause.items.append(try item(join, isNatural: isNatural))
    }
    return clause
  }

  private mutating func joinOperator() throws(Unreadable) -> (FromClause.Join, Bool)? {
    if skip(symbol: ",") { return (.inner, false) }
    var words: Set<String> = []
    while let token, token.kind == .word,
      ["natural", "left", "right", "full", "outer", "inner", "cross"].contains(token.folded)
    {
      words.insert(token.folded)
      index += 1
    }
    guard skip(word: "join") else {
      guard words.isEmpty else { throw Unreadable() }
      return nil
    }
    let join: FromClause.Join =
      if words.contains("full") || words.isSuperset(of: ["left", "right"]) {
        .full
      } else if words.contains("right") {
        .right
      } else if words.contains("left") || words.contains("outer") {
        .left
      } else {
        .inner
      }
    return (join, words.contains("natural"))
  }

  private mutating func item(
    _ join: FromClause.Join,
    isNatural: Bool
  ) throws(Unreadable) -> FromClause.Item {
    let source = try source()
    var item = FromClause.Item(join: join, isNatural: isNatural, source: source, using: [])
    item.alias = try alias()
    if skip(word: "indexed") {
      try expect(word: "by")
      _ = try name()
    } else if isNext(word: "not"), isNext(word: "indexed", ahead: 1) {
      index += 2
    }
    if skip(word: "on") {
      item.condition = try expression()
    } else if skip(word: "using") {
      try expect(symbol: "(")
      item.using = try list { reader throws(Unreadable) in try reader.name() }
      try expect(symbol: ")")
    }
    return item
  }

  private mutating func source() throws(Unreadable) -> FromClause.Source {
    if skip(symbol: "(") {
      if isNextSelect {
        let select = try self.select()
        try expect(symbol: ")")
        return .select(select)
      }
      let clause = try nested { reader throws(Unreadable) in try reader.fromClause() }
      try expect(symbol: ")")
      return .clause(clause)
    }
    var name = try name()
    if skip(symbol: ".") { name = try self.name() }
    guard skip(symbol: "(") else { return .table(name) }
    guard !skip(symbol: ")") else { return .function(name, []) }
    let arguments = try list { reader throws(Unreadable) in try reader.expression() }
    try expect(symbol: ")")
    return .function(name, arguments)
  }
}
