// Aggregates of one record compare and combine to others of it.

extension AssociationAggregate {
  /// An operator between the aggregate and a value.
  private func with(
    _ text: String,
    _ value: some DatabaseValueConvertible
  ) -> AssociationAggregate {
    AssociationAggregate(.binary(sqlExpression, text, .value(format.databaseValue(value))))
  }

  /// An operator between the aggregate and another one.
  private func with(_ text: String, _ other: AssociationAggregate) -> AssociationAggregate {
    AssociationAggregate(.binary(sqlExpression, text, other.sqlExpression))
  }

  // MARK: Comparison

  /// Whether both are equal; `== nil` is IS NULL.
  public static func == (
    lhs: AssociationAggregate,
    rhs: (any DatabaseValueConvertible)?
  ) -> AssociationAggregate {
    AssociationAggregate(
      .equal(lhs.sqlExpression, rhs.map { lhs.format.databaseValue($0) } ?? .null)
    )
  }

  /// Whether they differ; `!= nil` is IS NOT NULL.
  public static func != (
    lhs: AssociationAggregate,
    rhs: (any DatabaseValueConvertible)?
  ) -> AssociationAggregate {
    AssociationAggregate(
      .notEqual(lhs.sqlExpression, rhs.map { lhs.format.databaseValue($0) } ?? .null)
    )
  }

  /// Whether the left is smaller.
  public static func < (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" < ", rhs) }

  /// Whether the left is smaller or equal.
  public static func <= (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" <= ", rhs) }

  /// Whether the left is larger.
  public static func > (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" > ", rhs) }

  /// Whether the left is larger or equal.
  public static func >= (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" >= ", rhs) }

  /// Whether both are equal.
  public static func == (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" = ", rhs) }

  /// Whether they differ.
  public static func != (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" <> ", rhs) }

  /// Whether the left is smaller.
  public static func < (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" < ", rhs) }

  /// Whether the left is smaller or equal.
  public static func <= (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" <= ", rhs) }

  /// Whether the left is larger.
  public static func > (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" > ", rhs) }

  /// Whether the left is larger or equal.
  public static func >= (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" >= ", rhs) }

  // MARK: Logic

  /// Whether it does not hold.
  public static prefix func ! (operand: AssociationAggregate) -> AssociationAggregate {
    AssociationAggregate(.unary("NOT ", operand.sqlExpression))
  }

  /// Whether both hold.
  public static func && (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate {
    AssociationAggregate(.joined(.conjunction, [lhs.sqlExpression, rhs.sqlExpression]))
  }

  /// Whether one of them holds.
  public static func || (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate {
    AssociationAggregate(.joined(.disjunction, [lhs.sqlExpression, rhs.sqlExpression]))
  }

  // MARK: Arithmetic

  /// The sum.
  public static func + (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" + ", rhs) }

  /// The sum.
  public static func + (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" + ", rhs) }

  /// The difference.
  public static func - (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" - ", rhs) }

  /// The difference.
  public static func - (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" - ", rhs) }

  /// The product.
  public static func * (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" * ", rhs) }

  /// The product.
  public static func * (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" * ", rhs) }

  /// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
  public static func / (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate { lhs.with(" / ", rhs) }

  /// The quotient: of integers an integer, as SQLite divides; NULL where the divisor is zero.
  public static func / (
    lhs: AssociationAggregate,
    rhs: AssociationAggregate
  ) -> AssociationAggregate { lhs.with(" / ", rhs) }

  /// The aggregate, or the value where it is NULL.
  public static func ?? (
    lhs: AssociationAggregate,
    rhs: some DatabaseValueConvertible
  ) -> AssociationAggregate {
    AssociationAggregate(
      .call("IFNULL", [lhs.sqlExpression, .value(lhs.format.databaseValue(rhs))]),
      key: lhs.key,
      stored: lhs.format
    )
  }
}

extension DerivableRequest {
  /// Keeps the rows for whose associated rows the condition holds.
  ///
  ///     try Team.all().having(Team.players.count >= 5).fetchAll(db)
  public func having(_ predicate: AssociationAggregate<RowDecoder>) -> Self {
    changing { $0.predicates.append(.expression(predicate.sqlExpression)) }
  }
}

extension TableRecord {
  /// The records for whose associated rows the condition holds.
  public static func having(
    _ predicate: AssociationAggregate<Self>
  ) -> QueryInterfaceRequest<Self> {
    all().having(predicate)
  }
}
