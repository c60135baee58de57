internal import Dispatch

// The jobs that fetch: which lanes need one, when it begins, and what follows it.

extension ObservationCenter {
  struct Job {
    let lane: Lane
    let reader: any DatabaseReader

    /// Whether no write can run beside it.
    var blocksWrites: Bool {
      lane == .write || (reader as? any ObservedReader)?.readsBesideWrites == false
    }
  }

  /// Finds the lanes that need a job.
  func claimJobs(_ state: inout State) -> [Job] {
    var jobs: [Job] = []
    for lane in Lane.allCases {
      guard !state.pending.contains(lane), state.running[lane, default: 0] < lane.jobLimit,
        let id = state.index.firstWaiting(lane), let observation = state.observations[id]
      else { continue }
      state.pending.insert(lane)
      jobs.append(Job(lane: lane, reader: observation.reader))
    }
    return jobs
  }

  func run(_ job: Job) {
    guard job.blocksWrites else { return queue.async { self.fetch(job) } }
    run(
      job,
      state.withLock {
        $0.pacings[job.lane, default: FetchPacing()].begin(commit: $0.index.commitCount)
      }
    )
  }

  private func run(_ job: Job, _ turn: FetchPacing.Turn) {
    switch turn {
    case .now: queue.async { self.fetch(job) }
    case .later(let delay):
      systemPause(delay) {
        self.run(
          job,
          self.state.withLock {
            $0.pacings[job.lane, default: FetchPacing()].next(commit: $0.index.commitCount)
          }
        )
      }
    }
  }

  /// Fetches the values of all observations that wait, from one snapshot.
  private func fetch(_ job: Job) {
    var fetches: [ScheduledFetch]?
    var outcomes: [FetchOutcome]
    var start = ContinuousClock.now
    do {
      outcomes = try job.lane.run(in: job.reader) {
        start = .now
        let taken = take(job.lane)
        fetches = taken
        return taken
      }
      let duration = start.duration(to: .now)
      if job.blocksWrites { state.withLock { $0.pacings[job.lane]?.didFetch(for: duration) } }
    } catch {
      // The database is closed, or cannot be read.
      let failed = fetches ?? take(job.lane)
      fetches = failed
      outcomes = failed.map { $0.observation.failure(error) }
    }
    DeliveryTurn.gathering { for outcome in outcomes { outcome.deliver() } }
    finish(Array(zip((fetches ?? []).map(\.observation), outcomes)))
    mutate { state in
      state.running[job.lane, default: 0] -= 1
      return claimJobs(&state)
    }
    .forEach(run)
    resumeIfIdle()
  }

  private func take(_ lane: Lane) -> [ScheduledFetch] {
    mutate { state in
      state.pending.remove(lane)
      state.running[lane, default: 0] += 1
      return state.index.takeWaiting(lane).compactMap { id in
        state.observations[id].map { observation in
          ScheduledFetch(observation: observation, needsRegion: state.index.needsRegion(id))
        }
      }
    }
  }

  /// Notes that values were handed over, and tells the observations that must fetch again.
  func finish(_ outcomes: [(any TrackedObservation, FetchOutcome)]) {
    let (modified, current) = mutate { state in
      var modified: [any TrackedObservation] = []
      for (observation, outcome) in outcomes {
        let changes = state.index.finish(
          observation.id,
          region: outcome.region,
          isRegionCertain: outcome.isRegionCertain,
          isPausing: observation.pause != nil
        )
        if changes != nil { modified.append(observation) }
      }
      return (modified, takeCurrentActions(outcomes.map(\.0.id), &state))
    }
    for (observation, _) in outcomes {
      let id = observation.id
      observation.pause?.end { [weak self] in self?.endPause(id) }
    }
    for action in current { action() }
    if modified.isEmpty { return }
    for observation in modified { observation.databaseDidChange() }
    mutate { state in
      for observation in modified { state.index.enqueue(observation.id) }
    }
  }

  private func endPause(_ id: ObservationID) {
    mutate { state in
      state.index.endPause(id)
      return claimJobs(&state)
    }
    .forEach(run)
  }
}
