internal import Strata

extension DocumentStore {
  /// Calls an action once the database is closed, at once where it is.
  ///
  /// - Returns: what has it not be called.
  func whenClosed(_ action: @escaping @Sendable () -> Void) -> AnyDatabaseCancellable {
    writer.whenClosed(action)
  }
}

extension DatabaseReader {
  func whenClosed(_ action: @escaping @Sendable () -> Void) -> AnyDatabaseCancellable {
    (self as? any ObservedReader)?.observationCenter.whenClosed(action) ?? AnyDatabaseCancellable {}
  }
}

extension Error {
  /// Whether it says that a database was closed, which stays so.
  var saysClosed: Bool { self as? DatabaseError == .closedDatabase }
}
