/// What an observation does with what it fetches; made by the operators of ``ValueObservation``.
///
/// Do not conform to it: it is public so that the types of observations can be written down.
public protocol ValueReducer: Sendable {
  /// What is read from the database.
  associatedtype Fetched: Sendable
  /// What the observer is given.
  associatedtype Value: Sendable

  /// Reads the database.
  func fetch(_ db: Database) throws -> Fetched

  /// Turns what was read into a value, outside of the database access.
  ///
  /// - Returns: nil where the observer shall not be told.
  mutating func reduce(_ fetched: Fetched) throws -> Value?

  /// Is told that a fetch has failed, after which the observation goes on.
  mutating func didFail()
}

extension ValueReducer {
  /// Does nothing.
  public mutating func didFail() {}
}

/// The reducers that the operators of ``ValueObservation`` make.
public enum ValueReducers {}
