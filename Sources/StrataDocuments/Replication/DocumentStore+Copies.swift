public import Strata

extension DocumentStore {
  /// Makes a copy of a database another one than that of which it is a copy.
  ///
  /// Databases that are replicated know each other by a name in each of them, which a copy of the file, or
  /// a backup of it, has as well. Call this once for a copy that is to be replicated with others, before a
  /// store is opened on it. A database that was put back to an earlier state needs no such call.
  ///
  /// - Parameter db: the connection, in a transaction or outside of one.
  /// - Throws: `DatabaseError`.
  public static func makeIndependent(_ db: Database) throws {
    try migrate(db)
    try db.inSavepoint {
      try db.execute(
        sql: "UPDATE strata_documents SET peer = ?",
        arguments: [DocumentName.generate(11)]
      )
      try db.execute(sql: "DELETE FROM strata_checkpoint WHERE direction <> 'deleted'")
      return .commit
    }
  }
}
