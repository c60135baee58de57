// What is observed can be had from any task, without a context that a screen holds.

extension ValueObservationQueryable {
  /// The values in a database: the first, and one after each change that may have touched it.
  ///
  /// - Parameter reader: the database.
  /// - Returns: a sequence that ends when its task is cancelled.
  public func values(in reader: any DatabaseReader) -> AsyncValueObservation<Value> {
    observation().values(in: reader)
  }
}

extension PresenceObservationQueryable {
  /// What is there in a database, and what was there last when it has gone.
  ///
  ///     for try await presence in PlayerNamedRequest(name: "Ann").observingPresence.values(in: pool)
  ///     { … }
  ///
  /// - Parameter reader: the database.
  /// - Returns: a sequence that ends when its task is cancelled.
  public func values(
    in reader: any DatabaseReader
  ) -> AsyncValueObservation<Presence<WrappedValue>> {
    observation().scanPresence().values(in: reader)
  }
}
