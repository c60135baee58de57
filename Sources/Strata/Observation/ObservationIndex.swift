/// Which observations a transaction concerns, and which of them wait for a value.
///
/// A pure state machine, without locks and without a database; ``ObservationCenter`` guards it.
/// Observations are found by table and by rowid, so that a transaction costs as much as the
/// observations that it concerns, and not as much as there are.
struct ObservationIndex {
  typealias ID = ObservationID
  typealias Lane = ObservationLane

  enum Phase {
    /// The last value is up to date.
    case idle
    /// The last value is not up to date, which the observation is being told.
    case told
    /// The last value is not up to date, and must be shown for some time more.
    case postponed
    /// A value will be fetched.
    case waiting
    /// A value is being fetched, or handed over.
    case fetching
  }

  struct Entry {
    let lane: Lane
    /// Whether each value is fetched from the same region.
    let isConstant: Bool
    /// What the last value was fetched from; nil before the first one.
    var region: DatabaseRegion?
    /// Whether the schema has changed since the region was found out.
    var isRegionStale = false
    var phase: Phase
    /// Whether the last value must be shown for some time more.
    var isPausing = false
    /// The last commit that is certainly in the value that is being fetched.
    var lastCommit = 0

    /// Whether the next fetch tells the region.
    var needsRegion: Bool { !isConstant || isRegionStale || region == nil }
    /// Whether the region will be known only after the present fetch.
    var isRecording: Bool { phase == .fetching && needsRegion }
  }

  struct Commit {
    var number: Int
    var changes: DatabaseChanges
  }

  /// The observations of one table that read the same columns: a change is compared with the columns
  /// once for all of them.
  struct Group {
    var anyRow: Set<ID> = []
    var rows: [Int64: Set<ID>] = [:]
    /// The columns as the set that changes of this layout are compared with.
    var known: (layout: TableLayout, columns: RegionColumns)?
    var isEmpty: Bool { anyRow.isEmpty && rows.isEmpty }
  }

  typealias Table = [Set<SchemaName>?: Group]

  var entries: [ID: Entry] = [:]
  var tables: [TableName: Table] = [:]
  /// Observations of everything.
  var fullDatabase: Set<ID> = []
  var waiting: [Lane: Set<ID>] = [:]
  /// The number of observations that are being told or are postponed, or are fetching, and of the
  /// latter the ones without a certain region.
  var toldCount = 0
  var fetchingCount = 0
  private var recordingCount = 0
  var commitCount = 0
  /// The commits since the oldest of these fetches began: they may not be in the values.
  var recentCommits: [Commit] = []
  /// Grows whenever ``interest`` may have changed.
  var interestVersion = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Whether each observation has a value that is up to date.
  var isIdle: Bool {
    toldCount == 0 && fetchingCount == 0 && waiting.values.allSatisfy(\.isEmpty)
  }

  /// The oldest observation that waits.
  func firstWaiting(_ lane: Lane) -> ID? { waiting[lane]?.min() }

  /// What is wanted to be known of changes.
  var interest: ObservationInterest {
    recordingCount > 0 || !fullDatabase.isEmpty ? .everything : .tables(Set(tables.keys))
  }

  // MARK: - Life of an observation

  /// Adds an observation, which waits for its first value; `isConstant` says that each value is
  /// fetched from the same region.
  mutating func add(_ id: ID, isConstant: Bool, lane: Lane) {
    entries[id] = Entry(lane: lane, isConstant: isConstant, phase: .waiting)
    waiting[lane, default: []].insert(id)
  }

  /// Ends an observation.
  mutating func remove(_ id: ID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    waiting[entry.lane]?.remove(id)
    if entry.phase == .told || entry.phase == .postponed { toldCount -= 1 }
    if let region = entry.region { unregister(id, region) }
    endFetch(entry)
  }

  /// Takes all observations that wait; what is committed from now on may not be in their values.
  mutating func takeWaiting(_ lane: Lane) -> [ID] {
    let ids = (waiting[lane] ?? []).sorted()
    for id in ids { take(id) }
    return ids
  }

  /// Takes one observation that waits.
  mutating func take(_ id: ID) {
    guard var entry = entries[id], waiting[entry.lane]?.remove(id) != nil else { return }
    entry.phase = .fetching
    entry.lastCommit = commitCount
    entries[id] = entry
    fetchingCount += 1
    if entry.isRecording { changeRecordingCount(1) }
  }

  /// Notes that an observation which was taken begins to fetch only now.
  mutating func begin(_ id: ID) {
    entries[id]?.lastCommit = commitCount
  }

  /// Whether the fetch of an observation tells its region.
  func needsRegion(_ id: ID) -> Bool { entries[id]?.needsRegion ?? false }

  /// Whether the last value of an observation is up to date; also of one that is over.
  func isIdle(_ id: ID) -> Bool { entries[id].map { $0.phase == .idle } ?? true }

  /// Ends a fetch.
  ///
  /// - Parameters:
  ///   - id: the observation.
  ///   - region: what was read, nil where that is what it was.
  ///   - isRegionCertain: whether the next fetch need not tell the region because this one has failed.
  ///   - isPausing: whether the next fetch must wait until ``endPause(_:)``.
  /// - Returns: what was committed meanwhile and may change the value, of which the observation must
  ///   be told; nil where there is nothing.
  mutating func finish(
    _ id: ID,
    region: DatabaseRegion?,
    isRegionCertain: Bool = true,
    isPausing: Bool = false
  ) -> DatabaseChanges? {
    guard var entry = entries[id], entry.phase == .fetching else { return nil }
    let missed = recentCommits.filter { $0.number > entry.lastCommit }
    endFetch(entry)
    entry.phase = .idle
    entry.isPausing = isPausing
    if let region {
      if region != entry.region {
        if let old = entry.region { unregister(id, old) }
        register(id, region)
        entry.region = region
      }
      entry.isRegionStale = !isRegionCertain
    }
    entries[id] = entry
    var changes: DatabaseChanges?
    for commit in missed where commit.changes.affect(entry.region ?? .fullDatabase) {
      changes = changes ?? DatabaseChanges()
      changes?.formUnion(commit.changes)
    }
    if let changes { tell(id, changes) }
    return changes
  }

  private mutating func endFetch(_ entry: Entry) {
    guard entry.phase == .fetching else { return }
    fetchingCount -= 1
    if entry.isRecording { changeRecordingCount(-1) }
    if fetchingCount == 0 { recentCommits.removeAll() }
  }

  private mutating func changeRecordingCount(_ difference: Int) {
    recordingCount += difference
    interestVersion += 1
  }
}
