/// What a database context cannot give.
public enum DatabaseContextError: Error, Sendable, Hashable {
  /// No database was given to the context.
  case notConnected
  /// The context only reads.
  case readOnly
}

extension DatabaseContextError: CustomStringConvertible {
  /// What is missing, and the remedy.
  public var description: String {
    switch self {
    case .notConnected:
      "no database is connected; make the context with DatabaseContext.readOnly or .readWrite"
    case .readOnly:
      "the database context is read-only; make it with DatabaseContext.readWrite"
    }
  }
}
