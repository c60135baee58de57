extension ValueReducers {
  /// Leaves out values that equal the last one; see ``ValueObservation/removeDuplicates(by:)``.
  public struct RemoveDuplicates<Base: ValueReducer>: ValueReducer {
    private var base: Base
    private var last: Base.Value?
    private let areEqual: @Sendable (Base.Value, Base.Value) -> Bool

    init(base: Base, areEqual: @escaping @Sendable (Base.Value, Base.Value) -> Bool) {
      self.base = base
      self.areEqual = areEqual
    }

    /// Fetches what the base fetches.
    public func fetch(_ db: Database) throws -> Base.Fetched { try base.fetch(db) }

    /// The base's value, unless it is the last one again.
    public mutating func reduce(_ fetched: Base.Fetched) throws -> Base.Value? {
      guard let value = try base.reduce(fetched) else { return nil }
      if let last, areEqual(last, value) { return nil }
      last = value
      return value
    }

    /// Forgets the last value, so that the next one is given after the error in any case.
    public mutating func didFail() {
      last = nil
      base.didFail()
    }
  }
}

extension ValueObservation {
  /// Leaves out a value that `areEqual` says is the last one again.
  ///
  /// A change of the region need not change the value: another player's score is written, say.
  public func removeDuplicates(
    by areEqual: @escaping @Sendable (Reducer.Value, Reducer.Value) -> Bool
  ) -> ValueObservation<ValueReducers.RemoveDuplicates<Reducer>> {
    mapReducer { ValueReducers.RemoveDuplicates(base: $0, areEqual: areEqual) }
  }
}

extension ValueObservation where Reducer.Value: Equatable {
  /// Leaves out a value that equals the last one.
  public func removeDuplicates() -> ValueObservation<ValueReducers.RemoveDuplicates<Reducer>> {
    mapReducer { ValueReducers.RemoveDuplicates(base: $0) { $0 == $1 } }
  }
}
