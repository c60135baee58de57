package import Foundation
public import Strata

/// Collections of documents in a database, beside its tables.
///
/// ```swift
/// let store = try DocumentStore(queue)
/// let tasks = try store.collection("tasks")
/// try tasks.save(from: task)
/// ```
///
/// A store uses the connections of the database that it is given. What is saved inside of a `write` of
/// the same thread belongs to its transaction; outside of one, each save is a transaction of its own. There
/// may be several stores of one database; each is told what the others have changed.
public final class DocumentStore: Sendable {
  /// The database.
  public let writer: any DatabaseWriter
  /// The same, where it has connections that only read.
  private let pool: DatabasePool?
  /// What names the database among those that it is replicated with.
  public let peerID: String

  let clock: @Sendable () -> Date
  let changes: ChangeCenter
  let journal = Lock<TransactionJournal?>(nil)
  let expirationTimer = ExpirationTimer()
  /// How far each collection has been pushed to any other database.
  let pushed = Lock<[String: Int64]>([:])
  private let definitions = Lock<[String: CollectionDefinition]>([:])
  private static let notePurge = StatementKey(
    "UPDATE strata_documents SET purgedTime = max(purgedTime, ?1)"
  )
  /// The newest time of a purged revision, which no new one may have.
  private let purgedTime = Lock<Int64>(.min)

  /// Opens the documents of a database, and makes the tables of the store where there are none.
  ///
  /// - Parameter writer: the database; the method waits for its turn to write.
  /// - Throws: `DatabaseError`, or `DocumentError` where a table of the app has a name that the store
  ///   needs.
  public convenience init(_ writer: any DatabaseWriter) throws {
    try self.init(writer, clock: { Date() })
  }

  package init(_ writer: any DatabaseWriter, clock: @escaping @Sendable () -> Date) throws {
    self.writer = writer
    pool = writer as? DatabasePool
    self.clock = clock
    changes = ChangeCenter.of(writer)
    DatabaseWaits.add(writer)
    peerID = try writer.unsafeReentrantWrite { db in
      try Self.migrate(db)
      return try Self.peerID(db)
    }
    let purged = try writer.unsafeReentrantWrite { db in
      try Int64.fetchOne(db, sql: "SELECT purgedTime FROM strata_documents") ?? .min
    }
    purgedTime.withLock { $0 = purged }
    try read { db in try loadPushes(db) }
    scheduleExpiration()
  }

  /// A collection, which is made where there is none.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `_` and `-`, the first one a letter. It is the name of a view as well.
  ///   - fields: fields that the view has a column for, beside `id`, `revision` and `body`.
  /// - Returns: the collection.
  /// - Throws: `DocumentError` where the name is not good, or taken; or `DatabaseError`.
  public func collection(_ name: String, fields: [String] = []) throws -> DocumentCollection {
    if let known = definitions.withLock({ $0[name] }), known.has(fields) {
      return DocumentCollection(store: self, definition: known)
    }
    var isOwnTransaction = false
    let definition = try writer.unsafeReentrantWrite { db in
      isOwnTransaction = !db.isInsideTransaction
      return try write { db in try CollectionDefinition.open(name, fields, db) }
    }
    // What the transaction of the caller has made is gone where it is rolled back.
    if isOwnTransaction { definitions.withLock { $0[name] = definition } }
    return DocumentCollection(store: self, definition: definition)
  }

  /// Has a collection be looked up anew.
  func forgetDefinition(of name: String) {
    _ = definitions.withLock { $0.removeValue(forKey: name) }
  }

  /// The names of all collections, also of those that only a schema declares.
  ///
  /// - Throws: `DatabaseError`.
  public func collectionNames() throws -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: #"""
          SELECT substr(name, 19) FROM sqlite_master
          WHERE type = 'table' AND name LIKE 'strata\_collection\_%' ESCAPE '\'
          ORDER BY name COLLATE NOCASE
          """#
      )
    }
  }

  /// Runs several saves, deletions and purges in one transaction, which an error rolls back.
  ///
  /// ```swift
  /// try store.inBatch { for task in all { try tasks.save(from: task) } }
  /// ```
  ///
  /// - Parameter updates: what writes; the `write` of the database does the same.
  /// - Returns: the value of `updates`, once it is committed.
  /// - Throws: what `updates` throws, or `DatabaseError`.
  public func inBatch<T>(_ updates: () throws -> T) throws -> T { try write { _ in try updates() } }

  // MARK: - Accesses

  /// Writes in the transaction of the thread, or in one of its own.
  func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try writer.unsafeReentrantWrite { db in
      if db.isInsideTransaction { return try updates(db) }
      var value: T?
      try db.inTransaction {
        value = try updates(db)
        return .commit
      }
      guard let value else { preconditionFailure("a committed transaction has a value") }
      return value
    }
  }

  /// Writes all or nothing, also as a part of a transaction.
  func writeAtomically<T>(_ updates: (Database) throws -> T) throws -> T {
    try writer.unsafeReentrantWrite { db in
      var value: T?
      try db.inSavepoint {
        value = try updates(db)
        return .commit
      }
      guard let value else { preconditionFailure("a committed savepoint has a value") }
      return value
    }
  }

  /// Whether the calling thread is in an access that keeps other writes waiting.
  var isWriting: Bool { pool?.isWriting ?? (writer as? DatabaseQueue)?.isWriting ?? false }

  /// Reads, in the transaction of the thread where it has one.
  func read<T>(_ value: (Database) throws -> T) throws -> T {
    if let pool, pool.isWriting {
      return try writer.unsafeReentrantWrite(value)
    }
    return try writer.unsafeReentrantRead(value)
  }

  // MARK: - Time

  /// The time for a new revision, which is later than any that is known of the document.
  func time(after history: History?) -> Int64 {
    let wall = clock().timeIntervalSince1970 * 1_000_000
    let now = Int64(exactly: wall.rounded()) ?? 0
    guard let history else { return max(now, purgedTime.withLock { $0 } &+ 1) }
    let latest = history.latestTime
    return max(now, latest < .max ? latest + 1 : latest)
  }

  /// Notes the time of a revision that is forgotten, so that it is not made again.
  func notePurge(of history: History, _ db: Database) throws {
    let time = history.latestTime
    guard time > purgedTime.withLock({ $0 }) else { return }
    try db.run(Self.notePurge) { $0.int64(0, time) }
    purgedTime.withLock { $0 = max($0, time) }
  }
}
