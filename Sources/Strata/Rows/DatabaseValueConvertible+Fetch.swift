/// What turns a value into one that its type can read, where it is stored in another way.
typealias StoredValueConversion = (DatabaseValue) -> DatabaseValue

/// The values of the first column of a query, fetched one by one.
public final class DatabaseValueCursor<Value: DatabaseValueConvertible>: Cursor {
  private var run: CursorRun
  private let conversion: StoredValueConversion?

  init(_ statement: Statement, converting conversion: StoredValueConversion? = nil) {
    run = CursorRun(statement)
    self.conversion = conversion
  }

  /// The next value, nil at the end.
  public func next() throws -> Value? {
    try run.step() ? run.statement.firstValue(Value.self, conversion) : nil
  }
}

extension Statement {
  /// The value of the first column of the current row.
  fileprivate func firstValue<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    _ conversion: StoredValueConversion?
  ) throws -> Value {
    if let conversion, let value = Value.fromDatabaseValue(conversion(reader.databaseValue(0))) {
      return value
    }
    return try reader.value(0)
  }

  fileprivate func values<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    _ conversion: StoredValueConversion?
  ) throws -> [Value] {
    defer { finish() }
    var values: [Value] = []
    while try step() { values.append(try firstValue(type, conversion)) }
    return values
  }

  /// The first value; nil for no row and, unless the type has a nil of its own, for NULL.
  fileprivate func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type,
    _ conversion: StoredValueConversion?
  ) throws -> Value? {
    defer { finish() }
    guard try step() else { return nil }
    let value: Value?
    if reader.isNull(0) {
      value = Value.fromDatabaseValue(.null)
    } else if conversion != nil {
      value = try firstValue(type, conversion)
    } else {
      value = try reader.optionalValue(0)
    }
    try finishWriting()
    return value
  }
}

extension DatabaseValueConvertible {
  static func fetchCursor(
    _ statement: Statement,
    converting conversion: StoredValueConversion?
  ) throws -> DatabaseValueCursor<Self> {
    try statement.prepareRun(nil)
    return DatabaseValueCursor(statement, converting: conversion)
  }

  static func fetchAll(
    _ statement: Statement,
    converting conversion: StoredValueConversion?
  ) throws -> [Self] {
    try statement.prepareRun(nil)
    return try statement.values(Self.self, conversion)
  }

  static func fetchOne(
    _ statement: Statement,
    converting conversion: StoredValueConversion?
  ) throws -> Self? {
    try statement.prepareRun(nil)
    return try statement.value(Self.self, conversion)
  }
}

// Fetches of single values: the first column of each row.
extension DatabaseValueConvertible {
  /// The values of a statement, one by one.
  ///
  /// - Parameters:
  ///   - statement: the statement, which the cursor uses until its end.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError` where the arguments do not fit.
  public static func fetchCursor(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> DatabaseValueCursor<Self> {
    try statement.prepareRun(arguments)
    return DatabaseValueCursor(statement)
  }

  /// All values of a statement.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the values.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try statement.prepareRun(arguments)
    return try statement.values(Self.self, nil)
  }

  /// The first value of a statement, nil where it gives none.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the value.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> Self? {
    try statement.prepareRun(arguments)
    return try statement.value(Self.self, nil)
  }

  /// The values of SQL, one by one.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: a cursor, good inside the present access.
  /// - Throws: `DatabaseError`.
  public static func fetchCursor(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseValueCursor<Self> {
    try fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// All values of SQL.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the values.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first value of SQL, nil where it gives none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the value.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// The different values of a statement.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - arguments: the values for the parameters, nil for those that are set.
  /// - Returns: the values.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchSet(
    _ statement: Statement,
    arguments: StatementArguments? = nil
  ) throws -> Set<Self> {
    try Set(fetchCursor(statement, arguments: arguments))
  }

  /// The different values of SQL.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - sql: SQL of one statement.
  ///   - arguments: the values for its parameters.
  /// - Returns: the values.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchSet(
    _ db: Database,
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try Set(fetchCursor(db, sql: sql, arguments: arguments))
  }
}
