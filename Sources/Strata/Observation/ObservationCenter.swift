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

  private struct State {
    var index = ObservationIndex()
    var observations: [ObservationID: any TrackedObservation] = [:]
    /// The jobs that fetch.
    var running: [Lane: Int] = [:]
    /// The lanes for which a job is about to begin.
    var pending: Set<Lane> = []
    var idleContinuations: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let publishedInterestVersion = Atomic(0)
  private let queue = DispatchQueue(label: "strata.observation", attributes: .concurrent)

  package init() {}

  // MARK: - Life of an observation

  /// Adds an observation, and has its first value fetched soon.
  func start(_ observation: any TrackedObservation) {
    mutate { state in
      insert(observation, &state)
      return claimJobs(&state)
    }
    .forEach(run)
  }

  /// Adds an observation, and fetches and delivers its first value now.
  ///
  /// - Throws: where the database cannot be read at all.
  func startImmediately(_ observation: any TrackedObservation) throws {
    mutate { insert(observation, &$0) }
    let id = observation.id
    let outcome = try Lane(observation).fetchNow(observation) {
      mutate { $0.index.take(id) }
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
      return state.observations.removeValue(forKey: id)
    }
    // Released outside of the lock: what it holds may end other observations.
    withExtendedLifetime(observation) {}
    resumeIfIdle()
  }

  // MARK: - Commits

  /// Wakes the observations that a commit concerns; called by the writer, after the commit.
  func didCommit(_ changes: DatabaseChanges) {
    let (awakened, jobs) = mutate { state in
      let awakened = state.index.commit(changes).compactMap { state.observations[$0] }
      return (awakened, claimJobs(&state))
    }
    for observation in awakened { observation.databaseDidChange(changes) }
    jobs.forEach(run)
  }

  /// What is wanted to be known of changes, unless it is what it was.
  func interest(after version: inout Int) -> ObservationInterest? {
    if publishedInterestVersion.load(ordering: .acquiring) == version { return nil }
    return state.withLock { state in
      version = state.index.interestVersion
      return state.index.interest
    }
  }

  // MARK: - Fetching

  private struct Job {
    let lane: Lane
    let reader: any DatabaseReader
  }

  /// Finds the lanes that need a job.
  private func claimJobs(_ state: inout State) -> [Job] {
    var jobs: [Job] = []
    for lane in Lane.allCases {
      guard let id = state.index.firstWaiting(lane), let observation = state.observations[id],
        !state.pending.contains(lane), state.running[lane, default: 0] < lane.jobLimit
      else { continue }
      state.pending.insert(lane)
      jobs.append(Job(lane: lane, reader: observation.reader))
    }
    return jobs
  }

  private func run(_ job: Job) {
    queue.async { self.fetch(job) }
  }

  /// Fetches the values of all observations that wait, from one snapshot.
  private func fetch(_ job: Job) {
    var observations: [any TrackedObservation]?
    var fetched: [(any TrackedObservation, FetchOutcome)]
    do {
      fetched = try job.lane.fetch(in: job.reader) {
        let taken = take(job.lane)
        observations = taken
        return taken
      }
    } catch {
      // The database is closed, or cannot be read.
      fetched = (observations ?? take(job.lane)).map { observation in
        (observation, FetchOutcome(isFailed: true) { observation.fail(error) })
      }
    }
    for (_, outcome) in fetched { outcome.deliver() }
    finish(fetched)
    let jobs = mutate { state in
      state.running[job.lane, default: 0] -= 1
      return claimJobs(&state)
    }
    jobs.forEach(run)
    resumeIfIdle()
  }

  private func take(_ lane: Lane) -> [any TrackedObservation] {
    mutate { state in
      state.pending.remove(lane)
      state.running[lane, default: 0] += 1
      return state.index.takeWaiting(lane).compactMap { state.observations[$0] }
    }
  }

  private func finish(_ fetched: [(any TrackedObservation, FetchOutcome)]) {
    let modified = mutate { state in
      fetched.compactMap { observation, outcome in
        state.index.finish(observation.id, region: outcome.region).map { (observation, $0) }
      }
    }
    for (observation, changes) in modified { observation.databaseDidChange(changes) }
  }

  // MARK: - Waiting

  /// Whether nobody observes the database.
  package var isEmpty: Bool { state.withLock(\.index.isEmpty) }

  /// Waits until each observation has been given what is committed.
  package func idle() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.idleContinuations.append(continuation) }
      resumeIfIdle()
    }
  }

  private func resumeIfIdle() {
    let continuations = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.index.isIdle else { return [] }
      defer { state.idleContinuations = [] }
      return state.idleContinuations
    }
    for continuation in continuations { continuation.resume() }
  }

  /// Changes the state, and tells the writer where it must look for another interest.
  private func mutate<Result>(_ change: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer {
        publishedInterestVersion.store(state.index.interestVersion, ordering: .releasing)
      }
      return change(&state)
    }
  }
}
