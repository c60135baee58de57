internal import Strata

/// Tells what transactions have changed in collections.
///
/// The rows themselves say it: a document that was changed has a sequence above all that were there
/// before. So nothing is told that was rolled back, and what any connection of the store's database has
/// written is told with the next transaction. Only purged documents, and deleted ones that are saved again
/// at once, leave no row that tells of it: the store notes those, and what another process purges is missed
/// among the ids that were there.
final class ChangeCenter: Sendable {
  typealias Observer = ChangeReceiver<CollectionChange>

  private struct Watch {
    var observers: [Int: Observer] = [:]
    var lastSequence: Int64
    var cancellable: AnyDatabaseCancellable?
    /// What there is, where other processes may purge some of it.
    var presence: Presence?
  }

  /// The documents of a collection, by the bytes of their ids, and how many were purged from it.
  private struct Presence {
    var ids: Set<[UInt8]>
    var purgeCount: Int64
  }

  private struct State {
    var watches: [String: Watch] = [:]
    var observerCount = 0
    /// What the present transaction has removed from each collection.
    var departures: [String: Departures] = [:]
  }

  /// What a transaction has removed, and has perhaps saved again.
  private struct Departures {
    /// The ids of documents that the observers know, by their bytes.
    var ids: [[UInt8]: String] = [:]
    var purgeCount = 0

    mutating func add(_ added: [String], isPurge: Bool) {
      for id in added { ids[Array(id.utf8)] = id }
      if isPurge { purgeCount += 1 }
    }
  }

  private struct Known {
    weak var center: ChangeCenter?
  }

  private static let centers = Lock<[ObjectIdentifier: Known]>([:])

  private let state = Lock(State())
  private let closing = Lock<AnyDatabaseCancellable?>(nil)

  /// The one of a database, which all stores of it share, as each notes what it purges.
  static func of(_ writer: any DatabaseWriter) -> ChangeCenter {
    centers.withLock { centers in
      if let center = centers[ObjectIdentifier(writer)]?.center { return center }
      centers = centers.filter { $0.value.center != nil }
      let center = ChangeCenter()
      centers[ObjectIdentifier(writer)] = Known(center: center)
      let closing = writer.whenClosed { [weak center] in center?.close() }
      center.closing.withLock { $0 = closing }
      return center
    }
  }

  /// Ends the changes of a database that is closed.
  private func close() {
    let watches = state.withLock { state in
      defer { state.watches = [:] }
      return state.watches.values
    }
    for watch in watches {
      watch.cancellable?.cancel()
      for (_, observer) in watch.observers.sorted(by: { $0.key < $1.key }) { observer.finish() }
    }
  }

  /// Tells of the transactions from now on.
  ///
  /// - Returns: what ends it, at the latest when it goes.
  /// - Throws: `DatabaseError`.
  func observe(
    _ collection: DocumentCollection,
    _ observer: Observer
  ) throws -> AnyDatabaseCancellable {
    let name = collection.name
    // In turn with the writes, so that none is told twice or not at all.
    let number = try collection.store.writer.unsafeReentrantWrite { db in
      let isWatched = state.withLock { $0.watches[name] != nil }
      if !isWatched { try watch(collection, db) }
      return state.withLock { state -> Int in
        state.observerCount += 1
        // Another store may have been the first to watch.
        state.watches[name]?.observers[state.observerCount] = observer.map { change in
          change.change(of: collection)
        }
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
    // The list of collections tells of one that is deleted, or made anew.
    let regions = ["strata_collection_\(name)", "strata_collection"].map { table in
      DatabaseRegion(table: table)
    }
    let cancellable = DatabaseRegionObservation(tracking: regions).start(
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
    let ids = try ids(in: collection.name.quotedDatabaseIdentifier, db)
    return Presence(ids: ids, purgeCount: try purgeCount(collection, db))
  }

  private func ids(in table: String, _ db: Database) throws -> Set<[UInt8]> {
    var ids: Set<[UInt8]> = []
    let cursor = try String.fetchCursor(db, sql: "SELECT id FROM \(table)")
    while let id = try cursor.next() { ids.insert(Array(id.utf8)) }
    return ids
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
    // Taken out, as it may be large, and would be copied.
    guard var presence = state.withLock({ $0.watches[name]?.presence.take() }) else { return }
    presence.ids.formUnion(change.added.map { Array($0.utf8) })
    presence.ids.subtract(change.removed.map { Array($0.utf8) })
    if let count = try? purgeCount(collection, db) {
      // Where the ids cannot be read, the next transaction tells of what is missed.
      if count != presence.purgeCount + Int64(own),
        let ids = try? ids(in: collection.definition.table, db)
      {
        let gone = presence.ids.subtracting(ids)
        change.removed += gone.map { String(decoding: $0, as: UTF8.self) }.sorted()
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
    var departures = state.withLock { $0.departures.removeValue(forKey: name) } ?? Departures()
    var change = CollectionChange(collection: collection)
    var newest = last
    // Where the rows cannot be read, the next transaction tells of them.
    try? db.forEachRow(of: collection.statements.told, { $0.int64(0, last) }) { row in
      newest = try row.int64(0)
      let id = try row.string(1)
      let isKnown =
        !departures.ids.isEmpty && departures.ids.removeValue(forKey: Array(id.utf8)) != nil
      let isNew = try row.int64(2) > last && !isKnown
      switch (try row.bool(3), isNew) {
      case (true, true): break  // It came and went, or was never there.
      case (true, false): change.removed.append(id)
      case (false, true): change.added.append(id)
      case (false, false): change.changed.append(id)
      }
    }
    // A removal may have been rolled back to a savepoint.
    let gone = departures.ids.values.filter { (try? collection.find($0, db)) == nil }
    change.removed += gone.sorted()
    missPurged(collection, &change, own: departures.purgeCount, db)
    let observers = state.withLock { state -> [Observer] in
      state.watches[name]?.lastSequence = newest
      guard !change.documentIDs.isEmpty else { return [] }
      return state.watches[name]?.observers.sorted { $0.key < $1.key }.map(\.value) ?? []
    }
    for observer in observers { observer.receive(change) }
  }

  // MARK: - Departures

  /// Notes a document that is about to be purged, or that was deleted and is about to be saved again.
  func noteDeparture(
    of id: String,
    isPurge: Bool,
    in collection: DocumentCollection,
    _ db: Database
  ) throws {
    try noteDepartures(isPurge: isPurge, in: collection, "AND id = ?2", [id], db)
  }

  /// Notes that all documents are about to be purged.
  func noteDepartures(in collection: DocumentCollection, _ db: Database) throws {
    try noteDepartures(isPurge: true, in: collection, "", [], db)
  }

  private func noteDepartures(
    isPurge: Bool,
    in collection: DocumentCollection,
    _ condition: String,
    _ arguments: StatementArguments,
    _ db: Database
  ) throws {
    let name = collection.name
    guard let last = state.withLock({ $0.watches[name]?.lastSequence }) else { return }
    // The observers know what was there when they were last told.
    let ids = try String.fetchAll(
      db,
      sql: """
        SELECT id FROM \(collection.definition.table)
        WHERE coalesce(created, sequence) <= ?1 AND (body IS NOT NULL OR sequence > ?1) \(condition)
        """,
      arguments: [last] + arguments
    )
    let isFirst = state.withLock { state -> Bool in
      let isFirst = state.departures.isEmpty
      // In place: a copy for each document of a large transaction would take for ever.
      state.departures[name, default: Departures()].add(ids, isPurge: isPurge)
      return isFirst
    }
    guard isFirst else { return }
    db.afterNextTransaction(
      onCommit: { [weak self] _ in self?.state.withLock { $0.departures = [:] } },
      onRollback: { [weak self] _ in self?.state.withLock { $0.departures = [:] } }
    )
  }
}
