extension SQLExpression {
  /// An operator that joins any number of expressions.
  public enum AssociativeBinaryOperator: String, Sendable {
    /// Addition; 0 of none.
    case add = " + "
    /// Multiplication; 1 of none.
    case multiply = " * "
    /// Whether all hold; true of none.
    case and = " AND "
    /// Whether one holds; false of none.
    case or = " OR "
    /// Texts one after the other; the empty one of none.
    case concat = " || "
  }
}

extension Sequence where Element: SQLExpressible {
  /// The expressions joined by an operator.
  ///
  ///     let words = ["harbour", "rovers"]
  ///     let conditions = words.map { Column("name").like("%\($0)%") }
  ///     try Team.filter(conditions.joined(operator: .or)).fetchAll(db)
  public func joined(
    operator: SQLExpression.AssociativeBinaryOperator
  ) -> SQLExpression {
    .joined(map(\.sqlExpression), `operator`)
  }
}

extension Sequence<any SQLExpressible> {
  /// The expressions joined by an operator.
  public func joined(
    operator: SQLExpression.AssociativeBinaryOperator
  ) -> SQLExpression {
    .joined(map(\.sqlExpression), `operator`)
  }
}

extension SQLExpression {
  fileprivate static func joined(
    _ terms: [SQLExpression],
    _ operation: AssociativeBinaryOperator
  ) -> SQLExpression {
    switch operation {
    case .and: return joined(.conjunction, terms)
    case .or where terms.isEmpty: return .value(false.databaseValue)
    case .or: return joined(.disjunction, terms)
    case .add, .multiply, .concat: break
    }
    guard let first = terms.first else {
      return .value(
        operation == .concat ? "".databaseValue : (operation == .add ? 0 : 1).databaseValue
      )
    }
    if terms.count == 1 { return first }
    return SQLExpression(
      terms.map(\.operand).joined(separator: operation.rawValue),
      .compound
    )
  }
}
