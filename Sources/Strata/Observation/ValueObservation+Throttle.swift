internal import Dispatch

extension ValueObservation {
  /// Fetches at most one value in each interval, and always the last one.
  ///
  ///     let calm = observation.throttle(for: .milliseconds(500))
  ///
  /// The first value comes at once. Of the changes within an interval after a value, one value is
  /// fetched when the interval is over: unlike an operator on the values, this spares the fetches.
  ///
  /// - Parameter interval: the time from a value to the next fetch.
  /// - Returns: the observation, which is otherwise the same.
  public func throttle(for interval: Duration) -> Self {
    throttle(for: interval, clock: systemPause)
  }

  package func throttle(
    for interval: Duration,
    clock: @escaping ObservationPause.Clock
  ) -> Self {
    var observation = self
    observation.pause = ObservationPause(duration: interval, clock: clock)
    return observation
  }
}

/// The clock of the system.
let systemPause: ObservationPause.Clock = { delay, body in
  let (seconds, attoseconds) = delay.components
  // Some centuries are enough.
  let nanoseconds = min(max(Double(seconds) * 1e9 + Double(attoseconds) * 1e-9, 0), 9e18)
  DispatchQueue.global(qos: .userInitiated)
    .asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: body)
}
