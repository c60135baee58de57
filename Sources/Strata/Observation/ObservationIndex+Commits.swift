// What follows a commit, and how the observations are found that it concerns.

extension ObservationIndex {
  // MARK: - Commits

  /// Finds the observations whose values are up to date no more.
  ///
  /// - Returns: these observations, the oldest first, which must be told.
  mutating func commit(_ changes: DatabaseChanges) -> [ID] {
    commitCount += 1
    if fetchingCount > 0 { keep(changes) }
    let ids = tellThose(concernedBy: changes)
    if changes.includesSchema {
      // Those that fetch are told when they have done so.
      for (id, entry) in entries where entry.phase != .fetching {
        entries[id]?.isRegionStale = true
      }
    }
    return ids
  }

  mutating func tell(_ id: ID, _ changes: DatabaseChanges) {
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

  /// Tells the observations whose last value is up to date until now, and whose region has changed.
  private mutating func tellThose(concernedBy changes: DatabaseChanges) -> [ID] {
    var told: [ID] = []
    if changes.includesSchema {
      for id in entries.keys { tellIdle(id, changes, &told) }
      return told.sorted()
    }
    if !changes.tables.isEmpty { for id in fullDatabase { tellIdle(id, changes, &told) } }
    for (name, changed) in changes.tables {
      for (columns, group) in tables[name] ?? [:] {
        let wanted = columnSet(columns, of: group, name, changed)
        if changed.columns.isDisjoint(with: wanted) { continue }
        for id in group.anyRow { tellIdle(id, changes, &told) }
        if group.rows.isEmpty { continue }
        guard let rows = changed.rows else {
          for ids in group.rows.values { for id in ids { tellIdle(id, changes, &told) } }
          continue
        }
        for (row, columns) in rows where !columns.isDisjoint(with: wanted) {
          for id in group.rows[row] ?? [] { tellIdle(id, changes, &told) }
        }
      }
    }
    return told.sorted()
  }

  private mutating func tellIdle(_ id: ID, _ changes: DatabaseChanges, _ told: inout [ID]) {
    guard entries[id]?.phase == .idle else { return }
    tell(id, changes)
    told.append(id)
  }

  /// The columns that a group reads, found out once for each layout of the table.
  private mutating func columnSet(
    _ columns: Set<SchemaName>?,
    of group: Group,
    _ name: TableName,
    _ changes: TableChanges
  ) -> RegionColumns {
    guard let layout = changes.layout else { return .all }
    if let known = group.known, known.layout == layout { return known.columns }
    let set = changes.columnSet(of: columns)
    tables[name]?[columns]?.known = (layout, set)
    return set
  }

  // MARK: - Finding observations

  mutating func register(_ id: ID, _ region: DatabaseRegion) {
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

  mutating func unregister(_ id: ID, _ region: DatabaseRegion) {
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
