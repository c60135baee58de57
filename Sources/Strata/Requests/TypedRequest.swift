import Foundation

/// A read whose parameters and result are typed: what stratac makes of a request in a schema.
///
///     let players = try TopPlayersRequest(team: red.id).fetch(db)
///
/// It refines one of five kinds: `ManyRequest`, `FirstRequest`, `CountRequest`, `ExistsRequest`,
/// `ValueRequest`.
public protocol TypedRequest: Hashable, Sendable {
  /// What the request gives.
  associatedtype Value: Sendable

  /// The SQL, and what it reads.
  static var definition: RequestDefinition { get }

  /// The definition of this very request, where the type has several: one for each order.
  var chosenDefinition: RequestDefinition { get }

  /// What is shown until the first value is there: nothing, as far as the type has that.
  static var defaultValue: Value { get }

  /// Binds the parameters: the first to index 0, which is `?1`.
  func bind(to values: ValueBinder)

  /// Runs the request.
  ///
  /// - Throws: `DatabaseError`, or `RowDecodingError` where a value is not of its column's type.
  func fetch(_ db: Database) throws -> Value
}

extension TypedRequest {
  /// The tables and columns that the request reads.
  public static var footprint: RequestFootprint { definition.footprint }

  /// The only one.
  public var chosenDefinition: RequestDefinition { Self.definition }

  /// A request without parameters binds nothing.
  public func bind(to values: ValueBinder) {}

  /// The compiled statement of the key, with the parameters bound.
  func boundStatement(_ key: StatementKey, _ db: Database) throws -> Statement {
    let statement = try db.statement(key)
    bind(to: statement.beginBinding(isComplete: true))
    return statement
  }

  /// The compiled statement of the request, with the parameters bound.
  func statement(_ db: Database) throws -> Statement {
    try boundStatement(chosenDefinition.key, db)
  }
}

/// A typed request of any number of rows.
public protocol ManyRequest: TypedRequest where Value == [Row] {
  /// What each row is decoded into.
  associatedtype Row: FetchableRecord & Sendable
}

/// A typed request of the first row, if there is one.
public protocol FirstRequest: TypedRequest where Value == Row? {
  /// What the row is decoded into.
  associatedtype Row: FetchableRecord & Sendable
}

/// A typed request of a number of rows.
public protocol CountRequest: TypedRequest where Value == Int {}

/// A typed request of whether there is a row.
public protocol ExistsRequest: TypedRequest where Value == Bool {}

/// A typed request of one value.
public protocol ValueRequest: TypedRequest {
  /// The value of the first row.
  static func read(_ row: RowReader) throws -> Value

  /// The value where there is no row.
  ///
  /// - Throws: `DatabaseError` where the request must have a row.
  static var valueWithoutRow: Value { get throws }
}

extension ValueRequest {
  /// A request that does not say it must have a row.
  public static var valueWithoutRow: Value {
    get throws {
      throw DatabaseError(message: "the request gave no row", sql: definition.sql)
    }
  }
}

extension ValueRequest where Value: ExpressibleByNilLiteral {
  /// A value that may be nil is nil without a row.
  public static var valueWithoutRow: Value { nil }
}

extension ManyRequest {
  /// No rows.
  public static var defaultValue: [Row] { [] }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> [Row] {
    try Row.fetchAll(running: statement(db))
  }
}

extension FirstRequest {
  /// No row.
  public static var defaultValue: Row? { nil }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Row? {
    try Row.fetchOne(running: statement(db))
  }
}

extension CountRequest {
  /// No rows.
  public static var defaultValue: Int { 0 }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Int {
    try statement(db).firstRow { try $0.int(0) } ?? 0
  }
}

extension ExistsRequest {
  /// No row.
  public static var defaultValue: Bool { false }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Bool {
    try statement(db).firstRow { try $0.bool(0) } ?? false
  }
}

extension ValueRequest {
  /// The value without a row, or else the zero of the type: 0, false, an empty text.
  public static var defaultValue: Value {
    if let value = try? valueWithoutRow { return value }
    guard let zero = zero(as: Value.self) else {
      preconditionFailure(
        "\(Self.self) has no value to show before the first: give the request a `default:`"
      )
    }
    return zero
  }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Value {
    guard let value = try statement(db).firstRow(Self.read) else { return try Self.valueWithoutRow }
    return value
  }
}

extension Statement {
  /// Reads the first row and ends; nil where there is none.
  fileprivate func firstRow<T>(_ read: (RowReader) throws -> T) throws -> T? {
    defer { finish() }
    return try step() ? read(RowReader(sqlite)) : nil
  }
}

/// A value of the type that stands for nothing, where it has one.
private func zero<Value>(as type: Value.Type) -> Value? {
  guard let type = type as? any DatabaseValueConvertible.Type else { return nil }
  let zeros: [DatabaseValue] = [0.databaseValue, "".databaseValue, Data().databaseValue]
  for zero in zeros {
    if let value = type.fromDatabaseValue(zero) as? Value { return value }
  }
  return (type as? any CaseIterable.Type)?.firstCase as? Value
}

extension CaseIterable {
  fileprivate static var firstCase: Self? { allCases.first }
}
