extension ValueReducers {
  /// Gives what was fetched.
  public struct Fetch<Value: Sendable>: ValueReducer {
    private let body: @Sendable (Database) throws -> Value

    init(_ body: @escaping @Sendable (Database) throws -> Value) { self.body = body }

    /// Runs the closure of the observation.
    public func fetch(_ db: Database) throws -> Value { try body(db) }

    /// Gives what was fetched.
    public func reduce(_ fetched: Value) -> Value? { fetched }
  }
}
