/// An object that is told of each change and of the end of each transaction of a database.
///
/// Most apps want ``ValueObservation`` or ``DatabaseRegionObservation``, which stand on the same
/// ground. An observer is for what has to happen inside of transactions: to refuse a commit, say, or
/// to keep another store in step.
///
///     final class PlayerWatch: TransactionObserver {
///       var changedIDs: Set<Int64> = []
///       func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "player" }
///       func databaseDidChange(with event: DatabaseEvent) { changedIDs.insert(event.rowID) }
///       func databaseDidRollback(_ db: Database) { changedIDs = [] }
///     }
///
/// All methods are called in an access of the writer, on its thread. Changes are told when their
/// statement has ended, and inside of savepoints when the outermost one is released: what a failing
/// statement or a rolled-back savepoint has undone is never told. Transactions that only read, and
/// those of other connections, are not told either.
public protocol TransactionObserver: AnyObject {
  /// Whether changes of that kind matter; asked for each statement.
  ///
  /// Also the rows that triggers, foreign keys and REPLACE change are asked about. The observer is
  /// told of the ends of all transactions, whatever it answers.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool

  /// Is told of a row that is about to change, with its values; must not use the database.
  ///
  /// Unlike the other methods it is called in the middle of the statement: what a failing statement or
  /// a savepoint undoes later is told as well. It needs SQLite's pre-update hook, without which it is
  /// never called.
  func databaseWillChange(with event: DatabasePreUpdateEvent)

  /// Is told of changes of which the rows are not known, such as those of
  /// ``Database/notifyChanges(in:)``; must not use the database.
  func databaseDidChange()

  /// Is told of a changed row; must not use the database.
  func databaseDidChange(with event: DatabaseEvent)

  /// Is asked whether the transaction may be committed; must not use the database.
  ///
  /// - Throws: an error, which rolls the transaction back and is thrown to its writer.
  func databaseWillCommit() throws

  /// Is told that a transaction was committed.
  func databaseDidCommit(_ db: Database)

  /// Is told that a transaction was rolled back, with all of its changes.
  func databaseDidRollback(_ db: Database)
}

extension TransactionObserver {
  /// Does nothing.
  public func databaseWillChange(with event: DatabasePreUpdateEvent) {}

  /// Does nothing.
  public func databaseDidChange() {}

  /// Agrees.
  public func databaseWillCommit() throws {}

  /// Does nothing.
  public func databaseDidCommit(_ db: Database) {}

  /// Does nothing.
  public func databaseDidRollback(_ db: Database) {}

  /// Is told of no more changes in the present transaction; call it where one is enough.
  ///
  /// Call it in ``databaseDidChange(with:)`` or ``databaseDidChange()``.
  public func stopObservingDatabaseChangesUntilNextTransaction() {
    guard let delivery = TransactionDelivery.current else {
      preconditionFailure(
        "stopObservingDatabaseChangesUntilNextTransaction() is for databaseDidChange methods"
      )
    }
    delivery.stop(self)
  }
}

extension Database {
  /// How long a transaction observer is told.
  public enum TransactionObservationExtent: Sendable {
    /// As long as the observer lives, which the database does not keep alive.
    case observerLifetime
    /// Until the present or the next transaction has ended; till then it is kept alive.
    case nextTransaction
    /// As long as the connection, which keeps it alive.
    case databaseLifetime
  }
}
