internal import Foundation

/// A function or an aggregate that an app adds to SQL.
///
/// ```swift
/// let initials = DatabaseFunction("initials", argumentCount: 1, pure: true) { values in
///   guard let name = String.fromDatabaseValue(values[0]) else { return nil }
///   return String(name.split(separator: " ").compactMap(\.first))
/// }
/// configuration.prepareDatabase { db in db.add(function: initials) }
/// ```
public final class DatabaseFunction: Sendable {
  private enum Kind: Sendable {
    case scalar(@Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?)
    case aggregate(any DatabaseAggregate.Type)
  }

  /// What the function is called in SQL.
  public let name: String
  private let argumentCount: Int?
  private let isPure: Bool
  private let kind: Kind

  /// A function.
  ///
  /// - Parameters:
  ///   - name: what it is called in SQL.
  ///   - argumentCount: the number of its arguments, nil for any.
  ///   - pure: whether equal arguments always give equal results; only then it may stand in indexes
  ///     and generated columns, and SQLite calls it less often.
  ///   - function: gets the arguments; what it throws is the error of the SQL.
  public init(
    _ name: String,
    argumentCount: CInt? = nil,
    pure: Bool = false,
    function:
      @escaping @Sendable (_ dbValues: [DatabaseValue]) throws ->
      (any DatabaseValueConvertible)?
  ) {
    self.name = name
    self.argumentCount = argumentCount.map { Int($0) }
    isPure = pure
    kind = .scalar(function)
  }

  /// An aggregate.
  ///
  /// - Parameters:
  ///   - name: what it is called in SQL.
  ///   - argumentCount: the number of its arguments, nil for any.
  ///   - pure: whether equal arguments always give equal results.
  ///   - aggregate: of which one is made for each group of rows.
  public init<Aggregate: DatabaseAggregate>(
    _ name: String,
    argumentCount: CInt? = nil,
    pure: Bool = false,
    aggregate: Aggregate.Type
  ) {
    self.name = name
    self.argumentCount = argumentCount.map { Int($0) }
    isPure = pure
    kind = .aggregate(aggregate)
  }

  fileprivate func add(to connection: SQLiteConnection) throws {
    switch kind {
    case .scalar(let function):
      try connection.addFunction(name, argumentCount: argumentCount, isDeterministic: isPure) {
        try function($0)?.databaseValue ?? .null
      }
    case .aggregate(let type):
      try connection.addAggregate(name, argumentCount: argumentCount, isDeterministic: isPure) {
        Accumulation(type.init())
      }
    }
  }

  fileprivate func remove(from connection: SQLiteConnection) throws {
    try connection.removeFunction(name, argumentCount: argumentCount)
  }
}

/// Accumulates the rows of a group into one value of SQL.
///
/// ```swift
/// struct Longest: DatabaseAggregate {
///   var longest: String?
///
///   mutating func step(_ dbValues: [DatabaseValue]) {
///     guard let text = String.fromDatabaseValue(dbValues[0]) else { return }
///     if text.count > longest?.count ?? -1 { longest = text }
///   }
///
///   func finalize() -> (any DatabaseValueConvertible)? { longest }
/// }
/// ```
public protocol DatabaseAggregate: SendableMetatype {
  /// Begins a group.
  init()

  /// Adds a row.
  ///
  /// - Parameter dbValues: the arguments of the function for that row.
  /// - Throws: what is then the error of the SQL.
  mutating func step(_ dbValues: [DatabaseValue]) throws

  /// Ends the group.
  ///
  /// - Returns: the value of the function, nil for NULL.
  /// - Throws: what is then the error of the SQL.
  func finalize() throws -> (any DatabaseValueConvertible)?
}

/// An aggregate of an app, as SQLite's callbacks know one.
private final class Accumulation: SQLiteAggregate {
  private var aggregate: any DatabaseAggregate

  init(_ aggregate: any DatabaseAggregate) { self.aggregate = aggregate }

  func step(_ arguments: [DatabaseValue]) throws { try aggregate.step(arguments) }

  func finalize() throws -> DatabaseValue { try aggregate.finalize()?.databaseValue ?? .null }
}

extension Database {
  /// Adds a function or an aggregate to the SQL of this connection, in place of one of the same name
  /// and number of arguments.
  ///
  /// Do it in `Configuration.prepareDatabase(_:)`, so that all connections of a pool have it.
  public func add(function: DatabaseFunction) {
    checkConfinement()
    do { try function.add(to: sqlite) } catch {
      preconditionFailure("the function \(function.name) cannot be added: \(error)")
    }
  }

  /// Removes a function or an aggregate from the SQL of this connection.
  public func remove(function: DatabaseFunction) {
    checkConfinement()
    do { try function.remove(from: sqlite) } catch {
      preconditionFailure("the function \(function.name) cannot be removed: \(error)")
    }
  }
}
