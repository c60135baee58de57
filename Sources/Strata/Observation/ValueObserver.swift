/// A running ``ValueObservation``: fetches, reduces, and hands over.
///
/// The center never fetches two values of one observer at a time, so that values are reduced and
/// handed over in the order of commits.
final class ValueObserver<Reducer: ValueReducer>: TrackedObservation, DatabaseCancellable {
  private struct State {
    var reducer: Reducer
    var region: DatabaseRegion?
    var isOver = false
    var isImmediate = false
  }

  let id = ObservationID()
  let reader: any DatabaseReader
  let needsWriteAccess: Bool
  let pause: ObservationPause?
  private let recoversFromErrors: Bool
  private let center: ObservationCenter
  private let tracking: ValueObservationTracking
  private let events: ValueObservationEvents
  private let delivery: ValueDelivery<Reducer.Value>
  private let state: Lock<State>

  init(
    _ observation: ValueObservation<Reducer>,
    _ reader: any DatabaseReader,
    _ delivery: ValueDelivery<Reducer.Value>
  ) {
    self.reader = reader
    self.delivery = delivery
    needsWriteAccess = observation.requiresWriteAccess
    // What is not noticed, as in a snapshot, never changes.
    center = (reader as? any ObservedReader)?.observationCenter ?? ObservationCenter()
    pause = observation.pause
    recoversFromErrors = observation.recoversFromErrors
    tracking = observation.tracking
    events = observation.events
    state = Lock(State(reducer: observation.reducer))
  }

  var isRegionConstant: Bool {
    if case .recorded = tracking { return false }
    return true
  }

  /// Starts the observation.
  func start(immediately: Bool) -> AnyDatabaseCancellable {
    events.willStart?()
    if immediately {
      state.withLock { $0.isImmediate = true }
      do { try center.startImmediately(self) } catch { fail(error) }
      state.withLock { $0.isImmediate = false }
    } else {
      center.start(self)
    }
    return AnyDatabaseCancellable(self)
  }

  /// Ends the observation; the second time does nothing.
  func cancel() {
    guard end() else { return }
    delivery.end()
    events.didCancel?()
  }

  /// Tells of an error, which ends the observation unless that recovers.
  func fail(_ error: any Error) {
    let (isImmediate, isOver) = state.withLock { ($0.isImmediate, $0.isOver) }
    guard recoversFromErrors ? !isOver : end() else { return }
    state.withLock { $0.reducer.didFail() }
    events.didFail?(error)
    delivery.send(error, isLast: !recoversFromErrors, immediately: isImmediate)
  }

  /// Runs an action once the values of all commits were handed over, in the way in which they are.
  func whenCurrent(_ action: @escaping @Sendable () -> Void) {
    center.whenCurrent(id) { self.delivery.send(action) }
  }

  private func end() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { center.stop(id) }
    return isFirst
  }

  // MARK: - Values

  func databaseDidChange() { events.databaseDidChange?() }

  func fetch(_ db: Database, needsRegion: Bool) -> FetchOutcome {
    let (reducer, isOver) = state.withLock { ($0.reducer, $0.isOver) }
    if isOver { return FetchOutcome() }
    events.willFetch?()
    do {
      let (fetched, region) = try fetch(reducer, needsRegion: needsRegion, db)
      if let region { track(region) }
      return FetchOutcome(region: region) { self.receive(fetched) }
    } catch {
      return failure(error)
    }
  }

  /// The outcome of a failed fetch: what it would have read is not known, so that the next commit,
  /// whatever it changes, may let it succeed.
  func failure(_ error: any Error) -> FetchOutcome {
    var outcome = FetchOutcome(isFailed: true) { self.fail(error) }
    if recoversFromErrors {
      outcome.region = .fullDatabase
      outcome.isRegionCertain = false
    }
    return outcome
  }

  private func fetch(
    _ reducer: Reducer,
    needsRegion: Bool,
    _ db: Database
  ) throws -> (Reducer.Fetched, DatabaseRegion?) {
    guard needsRegion else { return (try reducer.fetch(db), nil) }
    guard case .regions(let regions) = tracking else {
      return try db.observationBroker.recording { try reducer.fetch(db) }
    }
    let fetched = try reducer.fetch(db)
    var region = DatabaseRegion()
    for part in regions { region.formUnion(try part.databaseRegion(db)) }
    return (fetched, try db.observationBroker.resolve(region))
  }

  private func track(_ region: DatabaseRegion) {
    let isOther = state.withLock { state in
      defer { state.region = region }
      return state.region != region
    }
    if isOther, !reader.configuration.readonly { events.willTrackRegion?(region) }
  }

  /// Turns what was fetched into a value, and hands it over.
  private func receive(_ fetched: Reducer.Fetched) {
    var (reducer, isImmediate, isOver) = state.withLock { state in
      (state.reducer, state.isImmediate, state.isOver)
    }
    if isOver { return }
    do {
      let value = try reducer.reduce(fetched)
      state.withLock { [reducer] in $0.reducer = reducer }
      if let value { delivery.send(value, immediately: isImmediate) }
    } catch {
      fail(error)
    }
  }
}
