import StrataSchema

extension TypeInference {
  /// A column of a result.
  struct ResultColumn {
    /// The name, folded; empty for an expression without one.
    var name: String
    var type: InferredType
    /// The UTF-8 offsets of the expression in its SQL.
    var range: Range<Int>?
  }

  /// The columns of a select; nil where they are not known.
  mutating func columns(of select: SelectStatement) -> [ResultColumn]? {
    let outer = named.count
    defer { named.removeSubrange(outer...) }
    for common in select.named { add(common) }
    guard var result = columns(of: select.first, order: select.others.isEmpty ? select.order : [])
    else {
      visitLimit(of: select)
      return nil
    }
    for other in select.others {
      guard let columns = columns(of: other.core, order: []), columns.count == result.count else {
        return nil
      }
      for index in result.indices where other.compound != .except {
        // The first term names the columns.
        let swiftName = result[index].type.swiftName
        result[index].type = .common(result[index].type, columns[index].type)
        result[index].type.swiftName = swiftName
      }
    }
    visitLimit(of: select)
    return result
  }

  private mutating func visitLimit(of select: SelectStatement) {
    for limit in [select.limit, select.offset].compactMap(\.self) {
      _ = type(of: limit)
      meet(limit, .init(.int), .limit)
    }
  }

  /// Adds a common table expression; one that reads itself is inferred until its columns no longer
  /// change.
  private mutating func add(_ common: SelectStatement.NamedSelect) {
    guard common.select.tables.contains(common.name) else {
      named.append((common.name, renamed(columns(of: common.select), common)))
      return
    }
    var start = common.select
    start.others = []
    var columns = renamed(self.columns(of: start), common)
    for _ in 0..<3 {
      named.append((common.name, columns))
      let next = renamed(self.columns(of: common.select), common)
      named.removeLast()
      if next == columns { break }
      columns = next.map { $0.map { .init(name: $0.name, type: $0.type.optional()) } }
    }
    named.append((common.name, columns))
  }

  private func renamed(
    _ columns: [ResultColumn]?,
    _ common: SelectStatement.NamedSelect
  ) -> [Catalog.Column]? {
    guard let columns else { return nil }
    guard !common.columns.isEmpty else {
      return columns.map { .init(name: $0.name, type: $0.type) }
    }
    guard columns.count == common.columns.count else { return nil }
    return zip(columns, common.columns).map { column, name in
      .init(name: name, type: column.type.computed)
    }
  }

  private mutating func columns(
    of core: SelectStatement.Core,
    order: [SQLExpression]
  ) -> [ResultColumn]? {
    guard core.values.isEmpty else { return columns(of: core.values) }
    var frame = core.from.map { self.frame(of: $0) } ?? Frame()
    frame.isGrouped = !core.groups.isEmpty
    frames.append(frame)
    defer { frames.removeLast() }
    let top = frames.count - 1
    if let condition = core.condition { _ = type(of: condition) }
    frames[top].isRowMissing = core.groups.isEmpty && core.isAggregate
    var result: [ResultColumn]? = []
    for column in core.results {
      switch column {
      case .all:
        let all = frames[top].sources.map { columns(of: $0, in: frames[top], isAlone: false) }
        for columns in all { result = columns.flatMap { columns in result.map { $0 + columns } } }
      case .allOf(let name):
        let columns = frames[top].sources.first { $0.name == name }.flatMap {
          self.columns(of: $0, in: frames[top], isAlone: true)
        }
        result = columns.flatMap { columns in result.map { $0 + columns } }
      case .expression(let expression, let alias, let range):
        var column = named(expression, alias)
        column.range = range
        if let alias { frames[top].aliases[alias] = column.type }
        result?.append(column)
      }
    }
    for expression in core.groups + (core.having.map { [$0] } ?? []) + core.windows {
      _ = type(of: expression)
    }
    for expression in order { useAsNumber(expression, type(of: expression)) }
    return result
  }

  private mutating func columns(of rows: [[SQLExpression]]) -> [ResultColumn]? {
    let types = rows.map { row in row.map { type(of: $0) } }
    guard let first = types.first, types.allSatisfy({ $0.count == first.count }) else { return nil }
    return first.indices.map { index in
      ResultColumn(name: "column\(index + 1)", type: .common(types.map { $0[index] }))
    }
  }

  /// A column that is shown under its own name has the Swift name of its origin; an alias and the
  /// text of an expression are names of their own.
  private mutating func named(_ expression: SQLExpression, _ alias: String?) -> ResultColumn {
    var type = type(of: expression)
    if alias == nil, case .column(let column) = expression {
      return ResultColumn(name: column.name, type: type)
    }
    type.swiftName = nil
    return ResultColumn(name: alias ?? "", type: type)
  }

  /// What `*` gives of a source; nil where it is not known.
  private func columns(of source: Source, in frame: Frame, isAlone: Bool) -> [ResultColumn]? {
    guard !source.isOpen else { return nil }
    return source.columns.compactMap { column in
      guard isAlone || !source.joined.contains(column.name) else { return nil }
      let shared = isAlone ? nil : frame.joined[column.name]
      let type = shared ?? column.type
      return ResultColumn(name: column.name, type: frame.isRowMissing ? type.optional() : type)
    }
  }
}
