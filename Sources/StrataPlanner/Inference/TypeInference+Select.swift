import StrataSchema

extension TypeInference {
  /// A column of a result.
  struct ResultColumn {
    /// The name, folded; empty for an expression without one.
    var name: String
    var type: InferredType
    /// The UTF-8 offsets of the expression in its SQL.
    var range: Range<Int>?
    /// The source whose column it shows as it is, under its own name.
    var origin: Origin?
  }

  /// A source of a result column.
  struct Origin: Hashable {
    /// The place of the source in FROM.
    var index: Int
    /// The name or alias, folded.
    var name: String?
    /// The table or view whose rows the source gives.
    var record: String?
    var isOuter: Bool
    /// Whether it is shown by `*`.
    var isStar: Bool
  }

  /// The columns of a select; nil where they are not known.
  mutating func columns(of select: SelectStatement) -> [ResultColumn]? {
    let outer = named.count
    defer { named.removeSubrange(outer...) }
    for common in select.named { add(common) }
    var result = columns(of: select.first, order: select.others.isEmpty ? select.order : [])
    var terms = [result]
    for other in select.others {
      let columns = columns(of: other.core, order: [])
      terms.append(columns)
      result = result.flatMap { result in
        columns.flatMap { TypeInference.merge(result, $0, isExcept: other.compound == .except) }
      }
    }
    alternate(select, terms.compactMap(\.self))
    visitLimit(of: select)
    return result
  }

  /// The columns of a term and of those before it, which name them; nil where they do not fit.
  private static func merge(
    _ result: [ResultColumn],
    _ columns: [ResultColumn],
    isExcept: Bool
  ) -> [ResultColumn]? {
    guard result.count == columns.count else { return nil }
    return zip(result, columns).map { first, second in
      var column = first
      if !isExcept {
        column.type = .common(first.type, second.type)
        column.type.swiftName = first.type.swiftName
      }
      guard let origin = second.origin, origin.record == first.origin?.record,
        second.name == first.name
      else {
        column.origin = nil
        return column
      }
      if origin.isOuter { column.origin?.isOuter = true }
      return column
    }
  }

  /// A parameter in one term of a compound select is of its column's type.
  private mutating func alternate(_ select: SelectStatement, _ terms: [[ResultColumn]]) {
    guard !select.others.isEmpty else { return }
    for core in select.cores {
      let results = core.results.compactMap { result in
        if case .expression(let expression, _, _) = result { expression } else { nil }
      }
      for row in core.values + [results] {
        for (index, expression) in row.enumerated() {
          let types = terms.lazy.filter { $0.count == row.count }.map { $0[index].type }
          guard let known = types.first(where: { $0.type != nil }) else { continue }
          meet(expression, known.computed.optional(false), .alternative)
        }
      }
    }
  }

  private mutating func visitLimit(of select: SelectStatement) {
    for limit in [select.limit, select.offset].compactMap(\.self) {
      _ = type(of: limit)
      meet(limit, .init(.int), .limit)
    }
  }

  /// Adds a common table expression; one that reads itself is inferred until its columns no longer
  /// change.
  mutating func add(_ common: SelectStatement.NamedSelect) {
    guard common.select.tables.contains(common.name) else {
      let columns = columns(of: common.select)
      named.append((common.name, renamed(columns, common), record(of: columns, common)))
      return
    }
    var start = common.select
    start.others = []
    let first = self.columns(of: start)
    var columns = renamed(first, common)
    var record = record(of: first, common)
    for _ in 0..<3 {
      named.append((common.name, columns, record))
      let result = self.columns(of: common.select)
      let next = renamed(result, common)
      record = self.record(of: result, common)
      named.removeLast()
      if next == columns { break }
      columns = next.map { $0.map { .init(name: $0.name, type: $0.type.optional()) } }
    }
    named.append((common.name, columns, record))
  }

  private func record(
    of columns: [ResultColumn]?,
    _ common: SelectStatement.NamedSelect
  ) -> String? {
    common.columns.isEmpty ? columns.flatMap(record) : nil
  }

  /// The table or view of which the columns are whole rows.
  func record(of columns: [ResultColumn]) -> String? {
    guard let first = columns.first?.origin, let name = first.record,
      let relation = catalog[name], relation.columns.count == columns.count,
      columns.allSatisfy({ $0.origin?.index == first.index && $0.origin?.record == name })
    else { return nil }
    return Set(columns.map(\.name)) == Set(relation.columns.map(\.name)) ? name : nil
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
    if let condition = core.condition {
      _ = type(of: condition)
      frames[top].require(condition)
    }
    frames[top].windows = core.windows
    frames[top].isRowMissing = core.groups.isEmpty && core.isAggregate(catalog.aggregates)
    if let having = core.having, case .isNull(.column(let column), isNegated: true) = having,
      core.groups.contains(where: { $0.isColumn(column) })
    {
      frames[top].require(having)
    }
    let result = columns(of: core.results)
    let windows = core.windows.flatMap(\.window.expressions)
    for expression in core.groups + (core.having.map { [$0] } ?? []) + windows {
      _ = type(of: expression)
    }
    for expression in order { useAsNumber(expression, type(of: expression)) }
    return result
  }

  /// What the innermost select shows; nil where that is not known.
  mutating func columns(of results: [SelectStatement.Result]) -> [ResultColumn]? {
    let top = frames.count - 1
    var result: [ResultColumn]? = []
    for column in results {
      switch column {
      case .all(let range):
        var names: [String]? = []
        for index in frames[top].sources.indices {
          let shown = columns(ofSource: index, in: frames[top], isAlone: false)
          result = TypeInference.joined(result, shown)
          names = TypeInference.joined(names, frames[top].columnNames(of: index, isAlone: false))
        }
        expand(range, to: names?.joined(separator: ", "))
      case .allOf(let name, let range):
        let index = frames[top].sources.firstIndex { $0.name == name }
        let shown = index.flatMap { columns(ofSource: $0, in: frames[top], isAlone: true) }
        result = TypeInference.joined(result, shown)
        let names = index.flatMap { frames[top].columnNames(of: $0, isAlone: true) }
        expand(range, to: names?.joined(separator: ", "))
      case .expression(let expression, let alias, let range):
        var column = named(expression, alias)
        column.range = range
        if let alias { frames[top].aliases[alias] = column.type }
        result?.append(column)
      }
    }
    return result
  }

  /// Both, where both are known.
  private static func joined<Column>(_ left: [Column]?, _ right: [Column]?) -> [Column]? {
    guard let left, let right else { return nil }
    return left + right
  }

  private mutating func columns(of rows: [[SQLExpression]]) -> [ResultColumn]? {
    let types = rows.map { row in row.map { type(of: $0) } }
    for row in rows {
      for (index, expression) in row.enumerated() {
        let others = types.lazy.compactMap { $0.indices.contains(index) ? $0[index] : nil }
        guard let known = others.first(where: { $0.type != nil }) else { continue }
        meet(expression, known.computed.optional(false), .alternative)
      }
    }
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
      let origin = frames.last.flatMap { $0.origin(of: column) }
      return ResultColumn(name: column.name, type: type, origin: origin)
    }
    type.swiftName = nil
    return ResultColumn(name: alias ?? "", type: type)
  }

  /// What `*` gives of a source; nil where it is not known.
  private func columns(
    ofSource index: Int,
    in frame: Frame,
    isAlone: Bool
  ) -> [ResultColumn]? {
    let source = frame.sources[index]
    guard !source.isOpen else { return nil }
    let own = frame.origin(ofSource: index, isStar: true)
    return source.columns.compactMap { column in
      guard isAlone || !source.joined.contains(column.name) else { return nil }
      let shared = isAlone ? nil : frame.joined[column.name]
      var type = shared ?? column.type
      if frame.required.contains(.init(source: index, column: column.name)) {
        type = type.optional(false)
      }
      return ResultColumn(
        name: column.name,
        type: frame.isRowMissing ? type.optional() : type,
        origin: shared != nil && frame.coalesced.contains(column.name) ? nil : own
      )
    }
  }
}

extension SQLExpression {
  /// Whether it is a column that is written in the same way.
  fileprivate func isColumn(_ column: ColumnName) -> Bool {
    guard case .column(let own) = self else { return false }
    return own.table == column.table && own.name == column.name
  }
}
