public import Foundation

/// What tells the date of a transaction.
///
///     var configuration = Configuration()
///     configuration.transactionClock = .custom { _ in Date(timeIntervalSinceReferenceDate: 0) }
public protocol TransactionClock: Sendable {
  /// The date of the transaction that has begun; asked once for each at most.
  func now(_ db: Database) throws -> Date
}

/// The clock of the machine.
public struct DefaultTransactionClock: TransactionClock {
  /// The present moment.
  public func now(_ db: Database) throws -> Date { Date() }
}

/// A clock that a closure is.
public struct CustomTransactionClock: TransactionClock {
  private let date: @Sendable (Database) throws -> Date

  /// Makes a clock of a closure.
  public init(_ now: @escaping @Sendable (Database) throws -> Date) {
    date = now
  }

  /// What the closure returns.
  public func now(_ db: Database) throws -> Date { try date(db) }
}

extension TransactionClock where Self == DefaultTransactionClock {
  /// The clock of the machine.
  public static var `default`: DefaultTransactionClock { DefaultTransactionClock() }
}

extension TransactionClock where Self == CustomTransactionClock {
  /// A clock that a closure is.
  public static func custom(
    _ now: @escaping @Sendable (Database) throws -> Date
  ) -> CustomTransactionClock { CustomTransactionClock(now) }
}

extension Database {
  /// The date of the present transaction, the same until its end; the present moment outside of one.
  ///
  /// For the dates of records: all rows that a transaction writes get the same one, and tests may say
  /// which.
  public var transactionDate: Date {
    get throws {
      checkConfinement()
      guard isInsideTransaction else { return try configuration.transactionClock.now(self) }
      if let known = knownTransactionDate { return known }
      let date = try configuration.transactionClock.now(self)
      knownTransactionDate = date
      return date
    }
  }
}
