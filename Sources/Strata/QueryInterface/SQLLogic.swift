// Logic on predicates: AND, OR, NOT.

/// Whether both hold.
public func && (lhs: some SQLPredicate, rhs: some SQLPredicate) -> SQLExpression {
  .joined(.conjunction, [lhs.sqlExpression, rhs.sqlExpression])
}

/// Whether one of them holds.
public func || (lhs: some SQLPredicate, rhs: some SQLPredicate) -> SQLExpression {
  .joined(.disjunction, [lhs.sqlExpression, rhs.sqlExpression])
}

/// Whether it does not hold; NULL for NULL.
public prefix func ! (operand: some SQLPredicate) -> SQLExpression {
  .unary("NOT ", operand.sqlExpression)
}
