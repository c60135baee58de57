internal import Strata

/// Tells what transactions have changed in collections.
///
/// The rows themselves say it: a document that was changed has a sequence above all that were there
/// before. So nothing is told that was rolled back, and what any connection of the store's database has
/// written is told with the next transaction. Only purged documents leave no row: the store notes those
/// that it purges, and those that another process purges are missed among the ids that were there.
final class ChangeCenter: Sendable {
  typealias Observer = @Sendable (CollectionChange) -> Void

  private struct Watch {
    var observers: [Int: Observer] = [:]
    var lastSequence: Int64
    var cancellable: AnyDatabaseCancellable?
    /// What there is, where other processes may purge some of it.
    var presence: Presence?
  }

  /// The documents of a collection, and how many were purged from it.
  private struct Presence {
    var ids: Set<String>
    var purgeCount: Int64
  }

  private struct State {
    var watches: [String: Watch] = [:]
    var observerCount = 0
    /// What the present transaction has purged.
    var purged: [String: [Purge]] = [:]
  }

  private struct Purge {
    var id: String
    /// Whether only its tombstone was left.
    var wasDeleted: Bool
  }

  private let state = Lock(State())

  /// Tells of the transactions from now on.
  ///
  /// - Returns: what ends it, at the latest when it goes.
  /// - Throws: `DatabaseError`.
  func observe(
    _ collection: DocumentCollection,
    _ observer: @escaping Observer
  ) throws -> AnyDatabaseCancellable {
    let name = collection.name
    // In turn with the writes, so that none is told twice or not at all.
    let number = try collection.store.writer.unsafeReentrantWrite { db in
      let isWatched = state.withLock { $0.watches[name] != nil }
      if !isWatched { try watch(collection, db) }
      return state.withLock { state -> Int in
        state.observerCount += 1
        state.watches[name]?.observers[state.observerCount] = observer
        return state.observerCount
      }
    }
    return AnyDatabaseCancellable { [weak self] in self?.remove(number, name) }
  }

  private func remove(_ number: Int, _ name: String) {
    let ended = state.withLock { state -> AnyDatabaseCancellable? in
      guard state.watches[name]?.observers.removeValue(forKey: number) != nil,
        state.watches[name]?.observers.isEmpty == true
      else { return nil }
      return state.watches.removeValue(forKey: name)?.cancellable
    }
    ended?.cancel()
  }

  // MARK: - Transactions

  private func watch(_ collection: DocumentCollection, _ db: Database) throws {
    let name = collection.name
    let last = try lastSequence(collection, db)
    let presence = try presence(collection, db)
    state.withLock { $0.watches[name] = Watch(lastSequence: last, presence: presence) }
    if db.isInsideTransaction {
      // The sequences of a transaction that is rolled back are given again.
      db.afterNextTransaction(
        onCommit: { _ in },
        onRollback: { [weak self] db in
          guard let self, let last = try? self.lastSequence(collection, db) else { return }
          let presence = try? self.presence(collection, db)
          state.withLock {
            $0.watches[name]?.lastSequence = last
            $0.watches[name]?.presence = presence ?? nil
          }
        }
      )
    }
    let rows = SQLRequest<Int64>(sql: "SELECT sequence FROM \(collection.definition.table)")
    let cancellable = DatabaseRegionObservation(tracking: rows).start(
      in: collection.store.writer,
      onError: { _ in },
      onChange: { [weak self] db in self?.tell(collection, db) }
    )
    state.withLock { $0.watches[name]?.cancellable = cancellable }
  }

  private func lastSequence(_ collection: DocumentCollection, _ db: Database) throws -> Int64 {
    try db.firstRow(of: collection.statements.lastSequence, { _ in }, { try $0.int64(0) }) ?? 0
  }

  // MARK: - Other processes

  private func presence(_ collection: DocumentCollection, _ db: Database) throws -> Presence? {
    guard db.configuration.observesExternalChanges else { return nil }
    let ids = try String.fetchSet(
      db,
      sql: "SELECT id FROM \(collection.name.quotedDatabaseIdentifier)"
    )
    return Presence(ids: ids, purgeCount: try purgeCount(collection, db))
  }

  private func purgeCount(_ collection: DocumentCollection, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: "SELECT purgeCount FROM strata_collection WHERE name = ?",
      arguments: [collection.name]
    ) ?? 0
  }

  /// Adds what is gone although nobody here has purged it.
  private func missPurged(
    _ collection: DocumentCollection,
    _ change: inout CollectionChange,
    own: Int,
    _ db: Database
  ) {
    let name = collection.name
    guard var presence = state.withLock({ $0.watches[name]?.presence }) else { return }
    presence.ids.formUnion(change.added)
    presence.ids.subtract(change.removed)
    if let count = try? purgeCount(collection, db) {
      // Where the ids cannot be read, the next transaction tells of what is missed.
      if count != presence.purgeCount + Int64(own),
        let ids = try? String.fetchSet(db, sql: "SELECT id FROM \(collection.definition.table)")
      {
        let gone = presence.ids.subtracting(ids)
        change.removed += gone.sorted()
        presence.ids.subtract(gone)
        presence.purgeCount = count
      } else {
        presence.purgeCount += Int64(own)
      }
    }
    state.withLock { $0.watches[name]?.presence = presence }
  }

  private func tell(_ collection: DocumentCollection, _ db: Database) {
    let name = collection.name
    guard let last = state.withLock({ $0.watches[name]?.lastSequence }) else { return }
    let purged = state.withLock { $0.purged.removeValue(forKey: name) } ?? []
    var change = CollectionChange(collection: collection)
    var newest = last
    // Where the rows cannot be read, the next transaction tells of them.
    try? db.forEachRow(
      of: collection.statements.changes,
      {
        $0.int64(0, last)
        $0.int(1, .max)
      }
    ) { row in
      newest = try row.int64(0)
      let id = try row.string(1)
      let isNew = try row.int64(5) > last
      switch (row.isNull(4), isNew) {
      case (true, true): break  // It came and went, or was never there.
      case (true, false): change.removed.append(id)
      case (false, true): change.added.append(id)
      case (false, false): change.changed.append(id)
      }
    }
    // One that was saved again is no longer gone.
    change.removed += purged.filter { purge in
      !purge.wasDeleted && ((try? collection.find(purge.id, db) == nil) ?? false)
    }.map(\.id)
    missPurged(collection, &change, own: purged.count, db)
    let observers = state.withLock { state -> [Observer] in
      state.watches[name]?.lastSequence = newest
      guard !change.documentIDs.isEmpty else { return [] }
      return state.watches[name]?.observers.sorted { $0.key < $1.key }.map(\.value) ?? []
    }
    for observer in observers { observer(change) }
  }

  /// Notes a document that leaves no row.
  func notePurge(of id: String, wasDeleted: Bool, in name: String, _ db: Database) {
    let isFirst = state.withLock { state -> Bool in
      guard state.watches[name] != nil else { return false }
      let isFirst = state.purged.isEmpty
      state.purged[name, default: []].append(Purge(id: id, wasDeleted: wasDeleted))
      return isFirst
    }
    guard isFirst else { return }
    db.afterNextTransaction(
      onCommit: { [weak self] _ in self?.state.withLock { $0.purged = [:] } },
      onRollback: { [weak self] _ in self?.state.withLock { $0.purged = [:] } }
    )
  }
}
