/// Which observations a transaction concerns, and which of them wait for a value.
///
/// A pure state machine, without locks and without a database; ``ObservationCenter`` guards it.
/// Observations are found by table and by rowid, so that a transaction costs as much as the
/// observations that it concerns, and not as much as there are.
struct ObservationIndex {
  typealias ID = ObservationID
  typealias Lane = ObservationLane

  private enum Phase {
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

  private struct Entry {
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

  private struct Commit {
    var number: Int
    var changes: DatabaseChanges
  }

  /// The observations of one table that read the same columns: a change is compared with the columns
  /// once for all of them.
  private struct Group {
    var anyRow: Set<ID> = []
    var rows: [Int64: Set<ID>] = [:]
    var isEmpty: Bool { anyRow.isEmpty && rows.isEmpty }
  }

  private typealias Table = [Set<SchemaName>?: Group]

  private var entries: [ID: Entry] = [:]
  private var tables: [TableName: Table] = [:]
  /// Observations of everything.
  private var fullDatabase: Set<ID> = []
  private var waiting: [Lane: Set<ID>] = [:]
  /// The number of observations that are being told or are postponed, or are fetching, and of the
  /// latter the ones without a certain region.
  private var toldCount = 0
  private var fetchingCount = 0
  private var recordingCount = 0
  private(set) var commitCount = 0
  /// The commits since the oldest of these fetches began: they may not be in the values.
  private var recentCommits: [Commit] = []
  /// Grows whenever ``interest`` may have changed.
  private(set) var interestVersion = 0

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

  // MARK: - Commits

  /// Finds the observations whose values are up to date no more.
  ///
  /// - Returns: these observations, the oldest first, which must be told.
  mutating func commit(_ changes: DatabaseChanges) -> [ID] {
    commitCount += 1
    if fetchingCount > 0 { keep(changes) }
    let ids = concerned(by: changes).filter { id in entries[id]?.phase == .idle }.sorted()
    for id in ids { tell(id, changes) }
    if changes.includesSchema {
      // Those that fetch are told when they have done so.
      for (id, entry) in entries where entry.phase != .fetching {
        entries[id]?.isRegionStale = true
      }
    }
    return ids
  }

  private mutating func tell(_ id: ID, _ changes: DatabaseChanges) {
    entries[id]?.phase = .told
    if changes.includesSchema { entries[id]?.isRegionStale = true }
    toldCount += 1
  }

  /// Lets an observation wait for a value, after it was told that its last one is not up to date.
  mutating func enqueue(_ id: ID) {
    guard let entry = entries[id], entry.phase == .told else { return }
    if entry.isPausing {
      entries[id]?.phase = .postponed
    } else {
      wait(id, entry.lane)
    }
  }

  /// Lets an observation fetch as soon as its last value is not up to date.
  mutating func endPause(_ id: ID) {
    entries[id]?.isPausing = false
    if let entry = entries[id], entry.phase == .postponed { wait(id, entry.lane) }
  }

  private mutating func wait(_ id: ID, _ lane: Lane) {
    toldCount -= 1
    entries[id]?.phase = .waiting
    waiting[lane, default: []].insert(id)
  }

  /// Keeps a commit for the observations that are fetching.
  private mutating func keep(_ changes: DatabaseChanges) {
    recentCommits.append(Commit(number: commitCount, changes: changes))
    // A long fetch beside many commits: the oldest two become one, which is never missed.
    if recentCommits.count > 64 {
      var oldest = recentCommits.removeFirst()
      oldest.changes.formUnion(recentCommits[0].changes)
      recentCommits[0].changes = oldest.changes
    }
  }

  /// Lets an observation wait whose value is known to be wrong.
  mutating func invalidate(_ id: ID) {
    guard entries[id]?.phase == .idle else { return }
    tell(id, DatabaseChanges())
    enqueue(id)
  }

  private func concerned(by changes: DatabaseChanges) -> Set<ID> {
    if changes.includesSchema { return Set(entries.keys) }
    var ids = changes.tables.isEmpty ? [] : fullDatabase
    for (name, changes) in changes.tables {
      for (columns, group) in tables[name] ?? [:]
      where changes.affect(TableRegion(columns: columns)) {
        ids.formUnion(group.anyRow)
        if group.rows.isEmpty { continue }
        if let rows = changes.rows(changing: columns) {
          for row in rows { group.rows[row].map { ids.formUnion($0) } }
        } else {
          for observers in group.rows.values { ids.formUnion(observers) }
        }
      }
    }
    return ids
  }

  // MARK: - Finding observations

  private mutating func register(_ id: ID, _ region: DatabaseRegion) {
    interestVersion += 1
    guard let regions = region.tables else {
      fullDatabase.insert(id)
      return
    }
    for (name, region) in regions {
      guard let rowIDs = region.rowIDs else {
        tables[name, default: Table()][region.columns, default: Group()].anyRow.insert(id)
        continue
      }
      for row in rowIDs {
        tables[name, default: Table()][region.columns, default: Group()]
          .rows[row, default: []].insert(id)
      }
    }
  }

  private mutating func unregister(_ id: ID, _ region: DatabaseRegion) {
    interestVersion += 1
    guard let regions = region.tables else {
      fullDatabase.remove(id)
      return
    }
    for (name, region) in regions {
      var group = tables[name]?.removeValue(forKey: region.columns) ?? Group()
      group.anyRow.remove(id)
      for row in region.rowIDs ?? [] {
        group.rows[row]?.remove(id)
        if group.rows[row]?.isEmpty == true { group.rows[row] = nil }
      }
      if !group.isEmpty { tables[name]?[region.columns] = group }
      if tables[name]?.isEmpty == true { tables[name] = nil }
    }
  }
}

/// The tables whose changes somebody wants to know row by row; of others it is enough to know that
/// they have changed.
enum ObservationInterest: Sendable, Equatable {
  case everything
  case tables(Set<TableName>)

  func contains(_ table: TableName) -> Bool {
    switch self {
    case .everything: true
    case .tables(let tables): tables.contains(table)
    }
  }

  func union(_ other: ObservationInterest) -> ObservationInterest {
    guard case .tables(let left) = self, case .tables(let right) = other else { return .everything }
    return .tables(left.union(right))
  }
}
