internal import Strata

extension DocumentStore {
  /// Deletes a collection with all of its documents: nothing of them stays, and nothing is replicated.
  ///
  /// A collection of the name that is made later is a new one. Indexes go with the collection.
  ///
  /// - Parameter name: the name of the collection; where there is none, nothing is done.
  /// - Throws: `DocumentError` where a schema declares the collection; or `DatabaseError`.
  public func deleteCollection(_ name: String) throws {
    try writeAtomically { db in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT name, isDeclared FROM strata_collection WHERE name = ?",
        arguments: [name]
      )
      guard let row, try row.decode(String.self, atIndex: 0) == name else { return }
      if try row.decode(Bool.self, atIndex: 1) { throw DocumentError(.declared, collection: name) }
      let definition = try CollectionDefinition.open(name, [], db)
      try delete(DocumentCollection(store: self, definition: definition), db)
    }
    forgetDefinition(of: name)
  }

  private func delete(_ collection: DocumentCollection, _ db: Database) throws {
    let name = collection.name
    let table = collection.definition.table
    try changes.noteDepartures(in: collection, db)
    // What is made anew comes after all that was there, for the databases that know of it.
    try noteTimes(of: table, db)
    try setCheckpoint("", name, .deleted, try collection.newestSequence(db), db)
    let digests = try String.fetchSet(
      db,
      sql: "SELECT digest FROM strata_blob_use WHERE collection = ?",
      arguments: [name]
    )
    try db.execute(sql: "DELETE FROM strata_blob_use WHERE collection = ?", arguments: [name])
    try collect(digests, db)
    try db.execute(
      sql: "DELETE FROM strata_checkpoint WHERE collection = ? AND direction <> 'deleted'",
      arguments: [name]
    )
    try db.execute(sql: "DELETE FROM strata_collection WHERE name = ?", arguments: [name])
    try db.execute(sql: "DELETE FROM \(table)")
    try db.execute(sql: "DROP VIEW \(name.quotedDatabaseIdentifier)")
    try db.execute(sql: "DROP TABLE \(table)")
  }

  private func noteTimes(of table: String, _ db: Database) throws {
    var latest: History?
    let rows = try Row.fetchCursor(db, sql: "SELECT revision, ancestors FROM \(table)")
    while let row = try rows.next() {
      let revision = try row.decode(String.self, atIndex: 0)
      let ancestors = try row.decode(String?.self, atIndex: 1)
      guard let history = History(revision: revision, ancestors: ancestors) else { continue }
      latest = latest.map { $0.latestTime < history.latestTime ? history : $0 } ?? history
    }
    if let latest { try notePurge(of: latest, db) }
  }

  /// The last sequence of a collection of the name that was deleted; 0 for none.
  static func deletedSequence(of name: String, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT sequence FROM strata_checkpoint
        WHERE replication = '' AND collection = ? AND direction = 'deleted'
        """,
      arguments: [name]
    ) ?? 0
  }
}
