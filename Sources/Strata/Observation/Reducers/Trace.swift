extension ValueReducers {
  /// Tells of each value; see ``ValueObservation/print(_:to:)``.
  public struct Trace<Base: ValueReducer>: ValueReducer {
    private var base: Base
    private let didReceiveValue: @Sendable (Base.Value) -> Void

    init(base: Base, didReceiveValue: @escaping @Sendable (Base.Value) -> Void) {
      self.base = base
      self.didReceiveValue = didReceiveValue
    }

    /// Fetches what the base fetches.
    public func fetch(_ db: Database) throws -> Base.Fetched { try base.fetch(db) }

    /// The base's value.
    public mutating func reduce(_ fetched: Base.Fetched) throws -> Base.Value? {
      guard let value = try base.reduce(fetched) else { return nil }
      didReceiveValue(value)
      return value
    }

    /// Tells the base.
    public mutating func didFail() { base.didFail() }
  }
}

extension ValueObservation {
  /// Tells of what the observation does.
  ///
  /// - Parameters:
  ///   - willStart: the observation is started.
  ///   - willFetch: a value is about to be fetched, in a database access.
  ///   - willTrackRegion: the region is known, or is another one than before.
  ///   - databaseDidChange: a transaction has changed the region.
  ///   - didReceiveValue: a value has arrived at this place of the chain of operators.
  ///   - didFail: the observation is over because of an error.
  ///   - didCancel: the observation was cancelled.
  /// - Returns: the observation, which is otherwise the same.
  public func handleEvents(
    willStart: (@Sendable () -> Void)? = nil,
    willFetch: (@Sendable () -> Void)? = nil,
    willTrackRegion: (@Sendable (DatabaseRegion) -> Void)? = nil,
    databaseDidChange: (@Sendable () -> Void)? = nil,
    didReceiveValue: (@Sendable (Reducer.Value) -> Void)? = nil,
    didFail: (@Sendable (any Error) -> Void)? = nil,
    didCancel: (@Sendable () -> Void)? = nil
  ) -> ValueObservation<ValueReducers.Trace<Reducer>> {
    var observation = mapReducer { base in
      ValueReducers.Trace(base: base) { didReceiveValue?($0) }
    }
    observation.events.append(
      ValueObservationEvents(
        willStart: willStart,
        willFetch: willFetch,
        willTrackRegion: willTrackRegion,
        databaseDidChange: databaseDidChange,
        didFail: didFail,
        didCancel: didCancel
      )
    )
    return observation
  }
}
