/// What the operators of an observation want to be told of.
struct ValueObservationEvents: Sendable {
  var willStart: (@Sendable () -> Void)?
  var willFetch: (@Sendable () -> Void)?
  var willTrackRegion: (@Sendable (DatabaseRegion) -> Void)?
  var databaseDidChange: (@Sendable () -> Void)?
  var didFail: (@Sendable (any Error) -> Void)?
  var didCancel: (@Sendable () -> Void)?

  /// Adds those of an operator further down the chain, which are told later.
  mutating func append(_ later: ValueObservationEvents) {
    willStart = join(willStart, later.willStart)
    willFetch = join(willFetch, later.willFetch)
    willTrackRegion = join(willTrackRegion, later.willTrackRegion)
    databaseDidChange = join(databaseDidChange, later.databaseDidChange)
    didFail = join(didFail, later.didFail)
    didCancel = join(didCancel, later.didCancel)
  }
}

private func join(
  _ first: (@Sendable () -> Void)?,
  _ second: (@Sendable () -> Void)?
) -> (@Sendable () -> Void)? {
  guard let first, let second else { return first ?? second }
  return {
    first()
    second()
  }
}

private func join<Argument>(
  _ first: (@Sendable (Argument) -> Void)?,
  _ second: (@Sendable (Argument) -> Void)?
) -> (@Sendable (Argument) -> Void)? {
  guard let first, let second else { return first ?? second }
  return {
    first($0)
    second($0)
  }
}
