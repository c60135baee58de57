/// What can be filtered, ordered, and joined: a request, or an association.
///
/// Every method returns a changed copy.
public protocol DerivableRequest<RowDecoder>: Sendable {
  /// What the rows are decoded into.
  associatedtype RowDecoder

  /// The table with its filters, order, and joined tables.
  var relation: Relation { get }

  /// A copy over another relation.
  func withRelation(_ relation: Relation) -> Self
}

extension DerivableRequest {
  func changing(_ change: (inout Relation) -> Void) -> Self {
    var relation = relation
    change(&relation)
    return withRelation(relation)
  }
}

// MARK: Selection

extension DerivableRequest {
  /// Selects these columns, in place of what was selected before.
  public func select(_ selections: any SQLSelectable...) -> Self {
    select(selections)
  }

  /// Selects these columns, in place of what was selected before.
  public func select(_ selections: [any SQLSelectable]) -> Self {
    changing { $0.selection = selections.map(\.sqlSelection) }
  }

  /// Selects these columns beside what was selected before.
  public func annotated(with selections: any SQLSelectable...) -> Self {
    changing { $0.selection = ($0.selection ?? [.allColumns]) + selections.map(\.sqlSelection) }
  }

  /// Leaves out rows that are equal to another.
  public func distinct() -> Self {
    changing { $0.isDistinct = true }
  }
}

// MARK: Filter

extension DerivableRequest {
  /// Keeps the rows for which the predicate holds; several filters must all hold.
  ///
  ///     try Player.filter(Column("score") >= 1000).fetchAll(db)
  public func filter(_ predicate: some SQLPredicate) -> Self {
    changing { $0.predicates.append(.expression(predicate.sqlExpression)) }
  }

  /// Keeps all rows, or none.
  public func filter(_ value: Bool) -> Self {
    filter(SQLExpression.value(value.databaseValue))
  }

  /// Keeps the rows for which the condition holds, written in SQL.
  ///
  ///     try Player.filter(sql: "score >= ?", arguments: [1000]).fetchAll(db)
  public func filter(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    filter(literal: SQL(sql: sql, arguments: arguments))
  }

  /// Keeps the rows for which the condition holds, written in SQL that binds its values.
  public func filter(literal: SQL) -> Self {
    filter(literal)
  }

  /// Keeps the row with that primary key; none where it is nil.
  public func filter(key: some DatabaseValueConvertible) -> Self {
    changing { relation in
      relation.predicates.append(.primaryKey(of: relation.table.keyFormat.databaseValue(key)))
    }
  }

  /// Keeps the rows with these primary keys.
  public func filter<Key: DatabaseValueConvertible>(keys: some Sequence<Key>) -> Self {
    changing { relation in
      let format = relation.table.keyFormat
      let values = keys.map { format.databaseValue($0) }.filter { !$0.isNull }
      relation.predicates.append(.primaryKey(values.map { [$0] }))
    }
  }

  /// Keeps the rows with these values in these columns.
  ///
  ///     try Player.filter(key: ["teamID": 1, "number": 7]).fetchOne(db)
  public func filter(key: [String: (any DatabaseValueConvertible)?]) -> Self {
    changing { $0.predicates.append(.key(key.mapValues { $0?.databaseValue ?? .null })) }
  }

  /// Keeps the rows with the values of one of the keys in its columns.
  ///
  ///     try Player.filter(keys: [["teamID": 1, "name": "Ann"], ["id": 7]]).fetchAll(db)
  public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> Self {
    let conditions = keys.map { key in
      SQLExpression.joined(
        .conjunction,
        key.sorted { $0.key < $1.key }.map { column, value in
          .equal(.column(column), value?.databaseValue ?? .null)
        }
      )
    }
    return filter(conditions.joined(operator: .or))
  }

  /// Keeps no row.
  public func none() -> Self {
    filter(false)
  }
}

extension DerivableRequest where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible {
  /// Keeps the record with that id.
  public func filter(id: RowDecoder.ID) -> Self {
    filter(key: id)
  }

  /// Keeps the records with these ids.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> Self {
    filter(keys: ids)
  }
}

extension DerivableRequest
where RowDecoder: GeneratedRecord & Identifiable, RowDecoder.ID: CompositeID {
  /// Keeps the record with that id.
  public func filter(id: RowDecoder.ID) -> Self {
    filter(ids: CollectionOfOne(id))
  }

  /// Keeps the records with these ids.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> Self {
    let count = RowDecoder.table.primaryKey.count
    return changing {
      $0.predicates.append(
        .primaryKey(
          ids.map { id in
            let arena = BindingArena()
            id.bind(to: ValueBinder(collecting: arena, count: count))
            return arena.collected
          }
        )
      )
    }
  }
}

// MARK: Order

extension DerivableRequest {
  /// Orders the rows, in place of any order before.
  ///
  ///     try Player.order(Column("score").desc, Column("name")).fetchAll(db)
  public func order(_ orderings: any SQLOrderingTerm...) -> Self {
    order(orderings)
  }

  /// Orders the rows, in place of any order before.
  public func order(_ orderings: [any SQLOrderingTerm]) -> Self {
    changing {
      $0.orderings = orderings.map(\.sqlOrdering)
      $0.isReversed = false
    }
  }

  /// Orders the rows by terms written in SQL; `reversed()` leaves them as they are.
  public func order(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    order(literal: SQL(sql: sql, arguments: arguments))
  }

  /// Orders the rows by terms written in SQL that binds its values.
  public func order(literal: SQL) -> Self {
    order(SQLOrdering(literal: literal))
  }

  /// Turns the order round; an unordered request stays so.
  public func reversed() -> Self {
    changing { $0.isReversed.toggle() }
  }

  /// Forgets the order.
  public func unordered() -> Self {
    order([])
  }
}

// MARK: Groups

extension DerivableRequest {
  /// Makes one row of all rows that agree in these expressions.
  ///
  ///     Player.select(Column("teamID"), max(Column("score"))).group(Column("teamID"))
  public func group(_ expressions: any SQLExpressible...) -> Self {
    changing { $0.groups = expressions.map(\.sqlExpression.sql) }
  }

  /// Keeps the groups for which the predicate holds.
  public func having(_ predicate: some SQLPredicate) -> Self {
    changing { $0.havings.append(predicate.sqlExpression) }
  }
}
