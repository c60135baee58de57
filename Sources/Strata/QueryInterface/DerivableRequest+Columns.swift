// The methods of requests with closures, which get the record's `Columns`:
// `request.filter { $0.score > 20 }`.

extension DerivableRequest where RowDecoder: TableRecord {
  /// Selects a column, in place of what was selected before.
  public func select(_ selection: (RowDecoder.Columns.Type) throws -> any SQLSelectable) rethrows
    -> Self
  {
    try select(selection(RowDecoder.Columns.self))
  }

  /// Selects columns, in place of what was selected before.
  public func select(_ selections: (RowDecoder.Columns.Type) throws -> [any SQLSelectable]) rethrows
    -> Self
  {
    try select(selections(RowDecoder.Columns.self))
  }

  /// Selects a column beside what was selected before.
  public func annotated(
    with selection: (RowDecoder.Columns.Type) throws -> any SQLSelectable
  ) rethrows -> Self {
    try annotated(with: selection(RowDecoder.Columns.self))
  }

  /// Keeps the rows for which the predicate holds; several filters must all hold.
  ///
  ///     try Player.filter { $0.score >= 1000 }.filter { $0.teamID != nil }.fetchAll(db)
  public func filter(_ predicate: (RowDecoder.Columns.Type) throws -> any SQLPredicate) rethrows
    -> Self
  {
    try filter(predicate(RowDecoder.Columns.self).sqlExpression)
  }

  /// Orders the rows, in place of any order before.
  public func order(_ ordering: (RowDecoder.Columns.Type) throws -> any SQLOrderingTerm) rethrows
    -> Self
  {
    try order(ordering(RowDecoder.Columns.self))
  }

  /// Orders the rows, in place of any order before.
  ///
  ///     try Player.all().order { [$0.score.desc, $0.name] }.fetchAll(db)
  public func order(_ orderings: (RowDecoder.Columns.Type) throws -> [any SQLOrderingTerm]) rethrows
    -> Self
  {
    try order(orderings(RowDecoder.Columns.self))
  }

  /// Makes one row of all rows that agree in the expression.
  public func group(_ expression: (RowDecoder.Columns.Type) throws -> any SQLExpressible) rethrows
    -> Self
  {
    try group(expression(RowDecoder.Columns.self))
  }

  /// Keeps the groups for which the predicate holds.
  public func having(_ predicate: (RowDecoder.Columns.Type) throws -> any SQLPredicate) rethrows
    -> Self
  {
    try having(predicate(RowDecoder.Columns.self).sqlExpression)
  }
}

extension QueryInterfaceRequest where RowDecoder: TableRecord {
  /// Selects a column, decoded into another type.
  public func select<T>(
    _ selection: (RowDecoder.Columns.Type) throws -> any SQLSelectable,
    as type: T.Type
  ) rethrows -> QueryInterfaceRequest<T> {
    try select(selection(RowDecoder.Columns.self), as: type)
  }

  /// Selects columns, decoded into another type.
  public func select<T>(
    _ selections: (RowDecoder.Columns.Type) throws -> [any SQLSelectable],
    as type: T.Type
  ) rethrows -> QueryInterfaceRequest<T> {
    try select(selections(RowDecoder.Columns.self)).asRequest(of: type)
  }

  /// Updates all rows of the request.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func updateAll(
    _ db: Database,
    assignment: (RowDecoder.Columns.Type) throws -> ColumnAssignment
  ) throws -> Int {
    try updateAll(db, assignment(RowDecoder.Columns.self))
  }

  /// Updates all rows of the request.
  ///
  ///     try Player.filter { $0.score > 9 }.updateAll(db) { [$0.score += 1, $0.name.set(to: "")] }
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func updateAll(
    _ db: Database,
    assignments: (RowDecoder.Columns.Type) throws -> [ColumnAssignment]
  ) throws -> Int {
    try updateAll(db, assignments(RowDecoder.Columns.self))
  }
}

extension TableRecord {
  /// Selects a column of all records.
  public static func select(
    _ selection: (Columns.Type) throws -> any SQLSelectable
  ) rethrows -> QueryInterfaceRequest<Self> {
    try all().select(selection)
  }

  /// Selects columns of all records.
  public static func select(
    _ selections: (Columns.Type) throws -> [any SQLSelectable]
  ) rethrows -> QueryInterfaceRequest<Self> {
    try all().select(selections)
  }

  /// Selects a column of all records, decoded into another type.
  ///
  ///     try Player.select({ $0.name }, as: String.self).fetchAll(db)
  public static func select<T>(
    _ selection: (Columns.Type) throws -> any SQLSelectable,
    as type: T.Type
  ) rethrows -> QueryInterfaceRequest<T> {
    try all().select(selection, as: type)
  }

  /// Selects columns of all records, decoded into another type.
  public static func select<T>(
    _ selections: (Columns.Type) throws -> [any SQLSelectable],
    as type: T.Type
  ) rethrows -> QueryInterfaceRequest<T> {
    try all().select(selections, as: type)
  }

  /// The records for which the predicate holds.
  ///
  ///     try Player.filter { $0.score >= 1000 }.fetchAll(db)
  public static func filter(
    _ predicate: (Columns.Type) throws -> any SQLPredicate
  ) rethrows -> QueryInterfaceRequest<Self> {
    try all().filter(predicate)
  }

  /// Orders all records.
  public static func order(
    _ ordering: (Columns.Type) throws -> any SQLOrderingTerm
  ) rethrows -> QueryInterfaceRequest<Self> {
    try all().order(ordering)
  }

  /// Orders all records.
  public static func order(
    _ orderings: (Columns.Type) throws -> [any SQLOrderingTerm]
  ) rethrows -> QueryInterfaceRequest<Self> {
    try all().order(orderings)
  }

  /// Updates all rows of the table.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    assignment: (Columns.Type) throws -> ColumnAssignment
  ) throws -> Int {
    try all().updateAll(db, assignment: assignment)
  }

  /// Updates all rows of the table.
  ///
  ///     try Player.updateAll(db) { [$0.score.set(to: 0), $0.nickname.set(to: nil)] }
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    assignments: (Columns.Type) throws -> [ColumnAssignment]
  ) throws -> Int {
    try all().updateAll(db, assignments: assignments)
  }
}
