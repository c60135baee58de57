internal import Dispatch
internal import Synchronization

/// The observations of one database, shared by its writer, its readers, and whoever starts and ends
/// observations on any thread.
///
/// The lock is never held while the database is read or while code of the app runs. Values are
/// fetched by at most two jobs at a time, each of which takes all observations that wait and fetches
/// from one snapshot: 1,000 observations need no more connections than one, and values that one
/// commit has changed are handed over as of one commit.
package final class ObservationCenter: Sendable {
  typealias Lane = ObservationLane

  struct State {
    var index = ObservationIndex()
    var observations: [ObservationID: any TrackedObservation] = [:]
    /// The jobs that fetch.
    var running: [Lane: Int] = [:]
    /// The lanes for which a job is about to begin.
    var pending: Set<Lane> = []
    /// Of the lanes that share the connection of the writes, when their jobs begin.
    var pacings: [Lane: FetchPacing] = [:]
    var idleContinuations: [CheckedContinuation<Void, Never>] = []
    /// What waits until the last value of an observation is up to date.
    var currentActions: [ObservationID: [@Sendable () -> Void]] = [:]
    var presence: Presence?
    /// Who looks at transactions themselves.
    var witnessCount = 0
    var closing = Closing()

    var isEmpty: Bool { index.isEmpty && witnessCount == 0 }
  }

  /// What is called before an observation starts, and after the number of observations has changed.
  struct Presence {
    let willStart: @Sendable () -> Void
    let didChange: @Sendable () -> Void
  }

  let state = Lock(State())
  private let publishedInterestVersion = Atomic(0)
  private let publishedPresence = Atomic(false)
  let queue = DispatchQueue(label: "strata.observation", attributes: .concurrent)

  package init() {}

  /// Whether somebody observes the database, or did so a moment ago; asked without a lock.
  @inline(__always)
  var isObserved: Bool { publishedPresence.load(ordering: .acquiring) }

  /// Whether nobody observes the database.
  package var isEmpty: Bool { state.withLock(\.isEmpty) }

  // MARK: - Life of an observation

  /// Adds an observation, and has its first value fetched soon.
  func start(_ observation: any TrackedObservation) {
    let presence = state.withLock(\.presence)
    presence?.willStart()
    mutate { state in
      insert(observation, &state)
      return claimJobs(&state)
    }
    .forEach(run)
    presence?.didChange()
  }

  /// Adds an observation, and fetches and delivers its first value now.
  ///
  /// - Throws: where the database cannot be read at all.
  func startImmediately(_ observation: any TrackedObservation) throws {
    let id = observation.id
    let presence = state.withLock(\.presence)
    presence?.willStart()
    mutate { state in
      insert(observation, &state)
      state.index.take(id)
    }
    presence?.didChange()
    let outcome = try Lane(observation).runNow(in: observation.reader) {
      mutate { $0.index.begin(id) }
      return ScheduledFetch(observation: observation, needsRegion: true)
    } retract: {
      self.refresh(id)
    }
    outcome.deliver()
    finish([(observation, outcome)])
    mutate { claimJobs(&$0) }.forEach(run)
    resumeIfIdle()
  }

  /// Has another value fetched of an observation whose last one has become wrong.
  private func refresh(_ id: ObservationID) {
    mutate { state in
      state.index.invalidate(id)
      return claimJobs(&state)
    }
    .forEach(run)
  }

  private func insert(_ observation: any TrackedObservation, _ state: inout State) {
    state.observations[observation.id] = observation
    state.index.add(
      observation.id,
      isConstant: observation.isRegionConstant,
      lane: Lane(observation)
    )
  }

  /// Ends an observation.
  func stop(_ id: ObservationID) {
    let observation = mutate { state in
      state.index.remove(id)
      return (
        state.observations.removeValue(forKey: id),
        state.currentActions.removeValue(forKey: id)
      )
    }
    // Released outside of the lock: what it holds may end other observations.
    withExtendedLifetime(observation) {}
    state.withLock(\.presence)?.didChange()
    resumeIfIdle()
  }

  /// Somebody wants transactions to be looked at, without having values fetched.
  func addWitness() {
    let presence = state.withLock(\.presence)
    presence?.willStart()
    mutate { $0.witnessCount += 1 }
    presence?.didChange()
  }

  /// Somebody who was added wants nothing more.
  func removeWitness() {
    mutate { $0.witnessCount -= 1 }
    state.withLock(\.presence)?.didChange()
  }

  /// Has somebody told of observations that come and go.
  ///
  /// - Parameters:
  ///   - willStart: called before an observation is there.
  ///   - didChange: called after one was added or has ended.
  func setPresence(
    willStart: @escaping @Sendable () -> Void,
    didChange: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.presence = Presence(willStart: willStart, didChange: didChange) }
  }

  // MARK: - Commits

  /// Wakes the observations that a commit concerns; called by the writer, after the commit.
  func didCommit(_ changes: DatabaseChanges) {
    let awakened = mutate { state in
      state.index.commit(changes).compactMap { state.observations[$0] }
    }
    if awakened.isEmpty { return }
    for observation in awakened { observation.databaseDidChange() }
    mutate { state in
      for observation in awakened { state.index.enqueue(observation.id) }
      return claimJobs(&state)
    }
    .forEach(run)
  }

  /// What is wanted to be known of changes, unless it is what it was.
  func interest(after version: inout Int) -> ObservationInterest? {
    if publishedInterestVersion.load(ordering: .acquiring) == version { return nil }
    return state.withLock { state in
      version = state.index.interestVersion
      return state.index.interest
    }
  }

  /// Changes the state, and tells the writer where it must look for another interest.
  func mutate<Result>(_ change: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer {
        publishedInterestVersion.store(state.index.interestVersion, ordering: .releasing)
        publishedPresence.store(!state.isEmpty, ordering: .releasing)
      }
      return change(&state)
    }
  }
}
