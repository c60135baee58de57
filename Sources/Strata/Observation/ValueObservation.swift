/// Tracks the value of a request, and tells of it whenever the database changes it.
///
/// ```swift
/// let observation = ValueObservation.tracking { db in try Player.fetchAll(db) }
/// let cancellable = observation.start(in: pool) { error in … } onChange: { players in … }
/// ```
///
/// The first value is there as soon as it is fetched. After a commit that changes what the request
/// reads, a value follows that reflects at least this commit. Values follow the order of commits;
/// several commits may give one value, which is then the latest. A transaction or a savepoint that is
/// rolled back gives none.
public struct ValueObservation<Reducer: ValueReducer>: Sendable {
  /// Whether values are fetched in a write, because the fetch itself writes.
  public var requiresWriteAccess = false
  /// Whether the observation goes on after an error.
  ///
  /// By default an error is the end. Where this is set, `onError` is called for each failed fetch, and
  /// the next commit, whatever it changes, has a value fetched again. A sequence of values passes over
  /// errors.
  ///
  ///     var observation = ValueObservation.tracking { db in try Player.fetchAll(db) }
  ///     observation.recoversFromErrors = true
  public var recoversFromErrors = false

  let tracking: ValueObservationTracking
  let reducer: Reducer
  var events = ValueObservationEvents()
  var pause: ObservationPause?

  init(_ tracking: ValueObservationTracking, _ reducer: Reducer) {
    self.tracking = tracking
    self.reducer = reducer
  }

  /// The same observation with another reducer.
  func mapReducer<Other>(_ transform: (Reducer) -> Other) -> ValueObservation<Other> {
    var observation = ValueObservation<Other>(tracking, transform(reducer))
    observation.requiresWriteAccess = requiresWriteAccess
    observation.recoversFromErrors = recoversFromErrors
    observation.events = events
    observation.pause = pause
    return observation
  }
}

/// How an observation knows its region.
enum ValueObservationTracking: Sendable {
  /// Each fetch tells.
  case recorded
  /// The first fetch tells for all.
  case constantRecorded
  /// It was given.
  case regions([any DatabaseRegionConvertible])
}

extension ValueObservation {
  /// Tracks what `fetch` reads; each fetch may read something else.
  ///
  /// - Parameter fetch: reads the value; it is called whenever the value may have changed.
  /// - Returns: an observation that can be started any number of times.
  public static func tracking<Value: Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> Self where Reducer == ValueReducers.Fetch<Value> {
    Self(.recorded, ValueReducers.Fetch(fetch))
  }

  /// Tracks what the first `fetch` reads, which every other one must read as well.
  ///
  /// - Parameter fetch: reads the value, always from the same tables, columns and rows. What only
  ///   some of the fetches read must be named by ``Database/registerAccess(to:)``.
  /// - Returns: an observation that can be started any number of times.
  public static func trackingConstantRegion<Value: Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> Self where Reducer == ValueReducers.Fetch<Value> {
    Self(.constantRecorded, ValueReducers.Fetch(fetch))
  }

  /// Tracks regions, whatever `fetch` reads.
  ///
  /// - Parameters:
  ///   - region: a region.
  ///   - otherRegions: more regions.
  ///   - fetch: reads the value.
  /// - Returns: an observation that can be started any number of times.
  public static func tracking<Value: Sendable>(
    region: any DatabaseRegionConvertible,
    _ otherRegions: any DatabaseRegionConvertible...,
    fetch: @escaping @Sendable (Database) throws -> Value
  ) -> Self where Reducer == ValueReducers.Fetch<Value> {
    tracking(regions: [region] + otherRegions, fetch: fetch)
  }

  /// Tracks regions, whatever `fetch` reads.
  ///
  /// - Parameters:
  ///   - regions: the regions.
  ///   - fetch: reads the value.
  /// - Returns: an observation that can be started any number of times.
  public static func tracking<Value: Sendable>(
    regions: [any DatabaseRegionConvertible],
    fetch: @escaping @Sendable (Database) throws -> Value
  ) -> Self where Reducer == ValueReducers.Fetch<Value> {
    Self(.regions(regions), ValueReducers.Fetch(fetch))
  }
}
