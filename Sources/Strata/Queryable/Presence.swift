/// A value that may be missing, and that is remembered when it goes.
///
/// A screen that shows a row can say "deleted" and still show what was there.
///
/// Its course is missing → existing ⇄ gone.
public enum Presence<Value> {
  /// The value is not there, and has not been.
  case missing
  /// The value is there.
  case existing(Value)
  /// The value is no longer there; this is what was known last.
  case gone(Value)

  /// The value that is there, or that was there last.
  public var value: Value? {
    switch self {
    case .missing: nil
    case .existing(let value), .gone(let value): value
    }
  }

  /// Whether the value is there now.
  public var exists: Bool {
    if case .existing = self { return true }
    return false
  }

  /// What is known after `value` was looked for, and found or not.
  public func next(_ value: Value?) -> Presence<Value> {
    switch (self, value) {
    case (_, let value?): .existing(value)
    case (.existing(let last), nil), (.gone(let last), nil): .gone(last)
    case (.missing, nil): .missing
    }
  }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}

extension Presence: Identifiable where Value: Identifiable {
  /// The id of the value; nil where there was none.
  public var id: Value.ID? { value?.id }
}

extension ValueObservation {
  /// The presence of what is observed: whether it is there, and what was there last.
  public func scanPresence<Wrapped: Sendable>()
    -> ValueObservation<ValueReducers.ScanPresence<Reducer, Wrapped>>
  where Reducer.Value == Wrapped? {
    mapReducer { ValueReducers.ScanPresence(base: $0) }
  }
}

extension ValueReducers {
  /// Turns optional values into presences; see ``ValueObservation/scanPresence()``.
  public struct ScanPresence<Base: ValueReducer, Wrapped: Sendable>: ValueReducer
  where Base.Value == Wrapped? {
    private var base: Base
    private var presence = Presence<Wrapped>.missing

    init(base: Base) { self.base = base }

    /// Fetches what the base fetches.
    public func fetch(_ db: Database) throws -> Base.Fetched { try base.fetch(db) }

    /// The presence after the base's value.
    public mutating func reduce(_ fetched: Base.Fetched) throws -> Presence<Wrapped>? {
      guard let value = try base.reduce(fetched) else { return nil }
      presence = presence.next(value)
      return presence
    }

    /// Tells the base.
    public mutating func didFail() { base.didFail() }
  }
}
