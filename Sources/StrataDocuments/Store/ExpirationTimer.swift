internal import Dispatch
internal import Foundation
internal import Strata

/// Purges documents when their time has come.
final class ExpirationTimer: Sendable {
  /// The moment of the next look, and which of the looks it is.
  private struct State {
    var moment: Date?
    var number = 0
  }

  private let state = Lock(State())

  /// Calls `body` at a moment, in place of a later look.
  func schedule(_ moment: Date, now: Date, _ body: @escaping @Sendable () -> Void) {
    let number = state.withLock { state -> Int? in
      if let known = state.moment, known <= moment { return nil }
      state.moment = moment
      state.number += 1
      return state.number
    }
    guard let number else { return }
    // A moment far away is looked at again.
    let seconds = min(max(moment.timeIntervalSince(now), 0), 86_400)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
      let isDue = self?.state.withLock { state -> Bool in
        guard state.number == number else { return false }
        state.moment = nil
        return true
      }
      if isDue == true { body() }
    }
  }
}

extension DocumentStore {
  /// Purges the documents whose time has come.
  ///
  /// A store does so by itself as long as it lives.
  ///
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func purgeExpiredDocuments() throws -> Int {
    let now = clock().timeIntervalSince1970
    let count = try write { db in
      var count = 0
      for collection in try collections(db) {
        var ids: [String] = []
        try db.forEachRow(of: collection.statements.expired, { _ in }) { row in
          if try row.double(1) <= now { ids.append(try row.string(0)) }
        }
        for id in ids where try collection.purge(id, db) { count += 1 }
      }
      return count
    }
    scheduleExpiration()
    return count
  }

  /// Sees to it that the next document is purged in time.
  func scheduleExpiration() {
    // Where that fails, the next call of `purgeExpiredDocuments()` does it.
    let next = try? read { db in
      try collections(db).compactMap { collection in
        try db.firstRow(of: collection.statements.expired, { _ in }, { try $0.double(1) })
      }.min()
    }
    guard let next else { return }
    expirationTimer.schedule(Date(timeIntervalSince1970: next), now: clock()) { [weak self] in
      _ = try? self?.purgeExpiredDocuments()
    }
  }

  /// All collections of the database, without those whose table other SQL has dropped.
  func collections(_ db: Database) throws -> [DocumentCollection] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM strata_collection AS c WHERE EXISTS (
          SELECT * FROM sqlite_master
          WHERE type = 'table' AND name = 'strata_collection_' || c.name
        )
        ORDER BY name
        """
    ).map { name in
      DocumentCollection(store: self, definition: try CollectionDefinition.open(name, [], db))
    }
  }
}
