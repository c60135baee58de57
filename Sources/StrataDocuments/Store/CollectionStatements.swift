internal import Strata

/// The statements of the table of a collection, which all stores of the program share.
final class CollectionStatements: Sendable {
  let find: StatementKey
  let head: StatementKey
  let insert: StatementKey
  let update: StatementKey
  let adopt: StatementKey
  let delete: StatementKey
  let notePurge: StatementKey
  let changes: StatementKey
  let told: StatementKey
  let body: StatementKey
  let lastSequence: StatementKey
  let expire: StatementKey
  let expired: StatementKey

  private static let known = Lock<[String: CollectionStatements]>([:])

  static func of(_ name: String) -> CollectionStatements {
    known.withLock { known in
      if let statements = known[name] { return statements }
      let statements = CollectionStatements(name)
      known[name] = statements
      return statements
    }
  }

  private init(_ name: String) {
    let table = CollectionDefinition.table(name)
    // Above all that were given before, also to documents that were purged since.
    let last = """
      max(
        (SELECT coalesce(max(sequence), 0) FROM \(table)),
        (SELECT purgedSequence FROM strata_collection WHERE name = '\(name)')
      )
      """
    find = StatementKey(
      """
      SELECT sequence, revision, ancestors, body, baseRevision, base FROM \(table) WHERE id = ?1
      """
    )
    head = StatementKey("SELECT sequence, revision, ancestors FROM \(table) WHERE id = ?1")
    insert = StatementKey(
      """
      INSERT INTO \(table) (sequence, id, revision, ancestors, body)
      VALUES (coalesce(?5, \(last) + 1), ?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO NOTHING
      """
    )
    update = StatementKey(
      """
      UPDATE \(table) SET
        created = CASE WHEN body IS NULL THEN NULL ELSE coalesce(created, sequence) END,
        sequence = coalesce(?7, \(last) + 1),
        revision = ?2, ancestors = ?3, body = ?4, baseRevision = ?5, base = ?6,
        expiration = CASE WHEN ?4 IS NULL THEN NULL ELSE expiration END
      WHERE id = ?1
      """
    )
    adopt = StatementKey("UPDATE \(table) SET ancestors = ?2 WHERE id = ?1")
    delete = StatementKey("DELETE FROM \(table) WHERE id = ?1")
    notePurge = StatementKey(
      """
      UPDATE strata_collection
      SET purgedSequence = max(purgedSequence, ?1), purgeCount = purgeCount + 1 WHERE name = '\(name)'
      """
    )
    changes = StatementKey(
      """
      SELECT sequence, id, revision, ancestors, body FROM \(table)
      WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
      """
    )
    // Not the body, which may be large.
    told = StatementKey(
      """
      SELECT sequence, id, coalesce(created, sequence), typeof(body) = 'null' FROM \(table)
      WHERE sequence > ?1 ORDER BY sequence
      """
    )
    body = StatementKey("SELECT revision, body FROM \(table) WHERE id = ?1 AND body IS NOT NULL")
    lastSequence = StatementKey("SELECT \(last)")
    expire = StatementKey("UPDATE \(table) SET expiration = ?2 WHERE id = ?1 AND body IS NOT NULL")
    expired = StatementKey(
      """
      SELECT id, expiration FROM \(table) WHERE expiration IS NOT NULL ORDER BY expiration
      """
    )
  }
}
