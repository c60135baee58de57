extension SelectStatement {
  /// The folded names of the tables and views that it reads, wherever they stand; names of common
  /// table expressions are left out.
  var tables: Set<String> {
    var names: Set<String> = []
    collect(&names, hidden: [])
    return names
  }

  private func collect(_ names: inout Set<String>, hidden: Set<String>) {
    let hidden = hidden.union(named.map(\.name))
    for select in named { select.select.collect(&names, hidden: hidden) }
    for core in cores {
      core.from?.collect(&names, hidden: hidden)
      for expression in core.expressions { expression.collect(&names, hidden: hidden) }
    }
    for expression in order { expression.collect(&names, hidden: hidden) }
    limit?.collect(&names, hidden: hidden)
    offset?.collect(&names, hidden: hidden)
  }
}

extension SelectStatement.Core {
  /// The expressions outside of FROM.
  var expressions: [SQLExpression] {
    results.compactMap {
      if case .expression(let expression, _, _) = $0 { expression } else { nil }
    } + (condition.map { [$0] } ?? []) + groups + (having.map { [$0] } ?? [])
      + windows.flatMap(\.window.expressions)
      + values.flatMap(\.self)
  }
}

extension FromClause {
  fileprivate func collect(_ names: inout Set<String>, hidden: Set<String>) {
    for item in items {
      switch item.source {
      case .table(let name): if !hidden.contains(name) { names.insert(name) }
      case .function(_, let arguments):
        for argument in arguments { argument.collect(&names, hidden: hidden) }
      case .select(let select): names.formUnion(select.tables.subtracting(hidden))
      case .clause(let clause): clause.collect(&names, hidden: hidden)
      }
      item.condition?.collect(&names, hidden: hidden)
    }
  }
}

extension SQLExpression {
  fileprivate func collect(_ names: inout Set<String>, hidden: Set<String>) {
    for child in children { child.collect(&names, hidden: hidden) }
    if let select { names.formUnion(select.tables.subtracting(hidden)) }
  }
}
