extension ValueReducers {
  /// Transforms values; see ``ValueObservation/map(_:)``.
  public struct Map<Base: ValueReducer, Value: Sendable>: ValueReducer {
    private var base: Base
    private let transform: @Sendable (Base.Value) throws -> Value

    init(base: Base, transform: @escaping @Sendable (Base.Value) throws -> Value) {
      self.base = base
      self.transform = transform
    }

    /// Fetches what the base fetches.
    public func fetch(_ db: Database) throws -> Base.Fetched { try base.fetch(db) }

    /// The base's value, transformed.
    public mutating func reduce(_ fetched: Base.Fetched) throws -> Value? {
      try base.reduce(fetched).map(transform)
    }

    /// Tells the base.
    public mutating func didFail() { base.didFail() }
  }
}

extension ValueObservation {
  /// Transforms the values, outside of the database access.
  ///
  ///     let count = observation.map { players in players.count }
  public func map<T: Sendable>(_ transform: @escaping @Sendable (Reducer.Value) throws -> T)
    -> ValueObservation<ValueReducers.Map<Reducer, T>>
  {
    mapReducer { ValueReducers.Map(base: $0, transform: transform) }
  }
}
