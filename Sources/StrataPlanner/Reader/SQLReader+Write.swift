extension SQLReader {
  /// The statement that `tokens` spell as a whole; nil where it is not understood.
  static func write(_ tokens: [SQLToken]) -> WriteStatement? {
    var reader = SQLReader(tokens)
    guard let statement = try? reader.writeStatement() else { return nil }
    while reader.skip(symbol: ";") {}
    return reader.token == nil ? statement : nil
  }

  private mutating func writeStatement() throws(Unreadable) -> WriteStatement {
    let named = try namedSelects()
    var statement = WriteStatement(
      named: named,
      table: "",
      action: .delete,
      expressions: [],
      returning: []
    )
    if skip(word: "insert") {
      try conflict(&statement)
      try insertion(&statement)
    } else if skip(word: "replace") {
      statement.conflict = "replace"
      try insertion(&statement)
    } else if skip(word: "update") {
      try conflict(&statement)
      try update(&statement)
    } else {
      try expect(word: "delete")
      try expect(word: "from")
      try target(&statement)
      try conditions(&statement)
    }
    if skip(word: "returning") { statement.returning = try results() }
    return statement
  }

  private mutating func conflict(_ statement: inout WriteStatement) throws(Unreadable) {
    if skip(word: "or") { statement.conflict = try name() }
  }

  private mutating func target(_ statement: inout WriteStatement) throws(Unreadable) {
    statement.table = try name()
    if skip(symbol: ".") { statement.table = try name() }
    statement.tableRange = tokens[index - 1].range
    if skip(word: "as") { statement.alias = try name() }
    if skip(word: "indexed") {
      try expect(word: "by")
      _ = try name()
    } else if isNext(word: "not"), isNext(word: "indexed", ahead: 1) {
      index += 2
    }
  }

  private mutating func insertion(_ statement: inout WriteStatement) throws(Unreadable) {
    try expect(word: "into")
    try target(&statement)
    let end = tokens[index - 1].range.upperBound
    var columns: [String] = []
    if skip(symbol: "(") {
      let start = index
      columns = try list { reader throws(Unreadable) in try reader.name() }
      statement.columnRanges = tokens[start..<index].filter { $0.name != nil }.map(\.range)
      try expect(symbol: ")")
    }
    var rows: SelectStatement?
    if skip(word: "default") {
      try expect(word: "values")
    } else {
      rows = try select()
    }
    var upserts: [WriteStatement.Upsert] = []
    while skip(word: "on") { upserts.append(try upsert()) }
    statement.action = .insert(
      columns: columns,
      rows: rows,
      upserts: upserts,
      targetEnd: end
    )
  }

  /// What follows ON.
  private mutating func upsert() throws(Unreadable) -> WriteStatement.Upsert {
    try expect(word: "conflict")
    var upsert = WriteStatement.Upsert(expressions: [], assignments: [])
    if skip(symbol: "(") {
      upsert.expressions = try orderedList()
      try expect(symbol: ")")
      if skip(word: "where") { upsert.expressions.append(try expression()) }
    }
    try expect(word: "do")
    if skip(word: "nothing") { return upsert }
    try expect(word: "update")
    try expect(word: "set")
    upsert.assignments = try assignments()
    if skip(word: "where") { upsert.expressions.append(try expression()) }
    return upsert
  }

  private mutating func update(_ statement: inout WriteStatement) throws(Unreadable) {
    try target(&statement)
    try expect(word: "set")
    let assignments = try assignments()
    let from = skip(word: "from") ? try fromClause() : nil
    statement.action = .update(assignments, from: from)
    try conditions(&statement)
  }

  private mutating func assignments() throws(Unreadable) -> [WriteStatement.Assignment] {
    try list { reader throws(Unreadable) in
      var columns: [String] = []
      let start = reader.index
      if reader.skip(symbol: "(") {
        columns = try reader.list { reader throws(Unreadable) in try reader.name() }
        try reader.expect(symbol: ")")
      } else {
        columns = [try reader.name()]
      }
      let range =
        reader.tokens[start].range.lowerBound..<reader.tokens[reader.index - 1].range.upperBound
      try reader.expect(symbol: "=")
      return WriteStatement.Assignment(
        columns: columns,
        value: try reader.expression(),
        range: range
      )
    }
  }

  private mutating func conditions(_ statement: inout WriteStatement) throws(Unreadable) {
    if skip(word: "where") { statement.expressions.append(try expression()) }
    if skip(word: "returning") {
      statement.returning = try results()
      return
    }
    if isNext(word: "order") { statement.expressions += try orderTerms() }
    if skip(word: "limit") {
      statement.expressions.append(try expression())
      if skip(word: "offset") || skip(symbol: ",") {
        statement.expressions.append(try expression())
      }
    }
  }

  private mutating func results() throws(Unreadable) -> [SelectStatement.Result] {
    try list { reader throws(Unreadable) in try reader.result() }
  }
}
