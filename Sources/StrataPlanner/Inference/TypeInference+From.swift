import StrataSchema

extension TypeInference {
  /// What FROM lets a select see, outer joins applied from left to right.
  mutating func frame(of clause: FromClause) -> Frame {
    var frame = Frame()
    for item in clause.items {
      var added = sources(of: item)
      let before = (left: frame, right: added)
      if item.join == .right || item.join == .full {
        frame.sources = frame.sources.map(\.outer)
        frame.joined = frame.joined.mapValues { $0.optional() }
      }
      if item.join == .left || item.join == .full {
        added.sources = added.sources.map(\.outer)
        added.joined = added.joined.mapValues { $0.optional() }
      }
      join(added, to: &frame, item, before)
      guard let condition = item.condition else { continue }
      frames.append(frame)
      _ = type(of: condition)
      frames.removeLast()
    }
    return frame
  }

  /// `before` is what is joined, as it is without this join.
  private mutating func join(
    _ added: Frame,
    to frame: inout Frame,
    _ item: FromClause.Item,
    _ before: (left: Frame, right: Frame)
  ) {
    let shared = item.isNatural ? commonColumns(frame, added) : item.using
    var added = added
    for column in shared {
      let name = SQLExpression.ColumnName(table: nil, name: column, range: 0..<0)
      guard let left = frame.type(of: name), let right = added.type(of: name) else { continue }
      switch item.join {
      case .inner, .left: frame.joined[column] = left
      case .right, .full:
        frame.coalesced.insert(column)
        // A row has one side, whose column it is; of a right join, the right one.
        let sides = item.join == .full ? [before.left, before.right] : [before.right]
        let isOptional = sides.contains { $0.type(of: name)?.isOptional != false }
        frame.joined[column] = InferredType.common(left, right).optional(isOptional)
      }
      for source in frame.sources + added.sources where source.hasColumn(column) {
        guard let table = source.record else { continue }
        joinedColumns.insert(.init(table: table, column: column))
      }
      for index in added.sources.indices { added.sources[index].joined.insert(column) }
    }
    frame.sources += added.sources
    frame.joined.merge(added.joined) { first, _ in first }
    frame.coalesced.formUnion(added.coalesced)
  }

  private func commonColumns(_ left: Frame, _ right: Frame) -> [String] {
    let names = Set(left.sources.flatMap { $0.columns.map(\.name) })
    return right.sources.flatMap { $0.columns.map(\.name) }.filter(names.contains)
  }

  private mutating func sources(of item: FromClause.Item) -> Frame {
    var frame = Frame()
    switch item.source {
    case .table(let name): frame.sources = [table(name, alias: item.alias)]
    case .function(let name, let arguments):
      for argument in arguments {
        _ = type(of: argument)
        // JSON, a path in it, or the pattern of a search.
        meet(argument, .init(.string), .text)
      }
      // The index of a search may be called with its pattern.
      frame.sources = [
        catalog[name] == nil
          ? TypeInference.function(name, alias: item.alias) : table(name, alias: item.alias)
      ]
    case .select(let select):
      let columns = columns(of: select)
      frame.sources = [
        Source(
          name: item.alias,
          columns: columns?.map { .init(name: $0.name, type: $0.type) } ?? [],
          rowID: nil,
          record: columns.flatMap(record),
          isOpen: columns == nil
        )
      ]
    case .clause(let clause):
      frame = self.frame(of: clause)
      if let alias = item.alias { frame = named(frame, alias) }
    }
    return frame
  }

  /// Joined sources that an alias makes one of, which has the columns that `*` gives.
  private mutating func named(_ joined: Frame, _ alias: String) -> Frame {
    frames.append(joined)
    let columns = withoutExpanding { $0.columns(of: [.all(0..<0)]) }
    frames.removeLast()
    var frame = Frame()
    frame.sources = [
      Source(
        name: alias,
        columns: columns?.map { .init(name: $0.name, type: $0.type) } ?? [],
        rowID: nil,
        isOpen: columns == nil
      )
    ]
    return frame
  }

  func table(_ name: String, alias: String?) -> Source {
    if let common = named.last(where: { $0.name == name }) {
      return Source(
        name: alias ?? name,
        columns: common.columns ?? [],
        rowID: nil,
        record: common.record,
        isOpen: common.columns == nil
      )
    }
    guard let relation = catalog[name] else {
      return Source(name: alias ?? name, columns: [], rowID: nil, isOpen: true)
    }
    return Source(
      name: alias ?? name,
      columns: relation.columns,
      hidden: relation.hidden,
      rowID: relation.rowID,
      record: relation.isRecord ? name : nil
    )
  }

  /// A table-valued function; only JSON's are known (https://sqlite.org/json1.html#jeach).
  private static func function(_ name: String, alias: String?) -> Source {
    guard name == "json_each" || name == "json_tree" else {
      return Source(name: alias ?? name, columns: [], rowID: nil, isOpen: true)
    }
    let columns: [(String, InferredType)] = [
      ("key", .unknown), ("value", .unknown), ("type", .init(.string)), ("atom", .unknown),
      ("id", .init(.int)), ("parent", .init(.int, isOptional: true)), ("fullkey", .init(.string)),
      ("path", .init(.string)),
    ]
    return Source(
      name: alias ?? name,
      columns: columns.map { .init(name: $0.0, type: $0.1) },
      rowID: nil
    )
  }
}
