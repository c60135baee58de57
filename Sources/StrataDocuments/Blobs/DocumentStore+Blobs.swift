internal import Foundation
internal import Strata

extension DocumentStore {
  private static let uses = StatementKey(
    "SELECT digest FROM strata_blob_use WHERE collection = ?1 AND document = ?2"
  )
  private static let removeUse = StatementKey(
    "DELETE FROM strata_blob_use WHERE digest = ?1 AND collection = ?2 AND document = ?3"
  )
  private static let addUse = StatementKey(
    "INSERT INTO strata_blob_use (digest, collection, document) VALUES (?1, ?2, ?3)"
  )
  private static let isComplete = StatementKey(
    "SELECT isComplete FROM strata_blob WHERE digest = ?1"
  )
  private static let chunks = StatementKey(
    "SELECT content FROM strata_blob_chunk WHERE digest = ?1 ORDER BY number"
  )
  private static let chunk = StatementKey(
    "SELECT content FROM strata_blob_chunk WHERE digest = ?1 AND number = ?2"
  )
  private static let addChunk = StatementKey(
    "INSERT OR REPLACE INTO strata_blob_chunk (digest, number, content) VALUES (?1, ?2, ?3)"
  )
  private static let addBlob = StatementKey(
    "INSERT OR REPLACE INTO strata_blob (digest, length, isComplete) VALUES (?1, ?2, ?3)"
  )

  /// Notes which blobs a document has, and lets go of those that no document has any more; stores the
  /// given ones where they are not there.
  func use(
    _ digests: Set<String>,
    of id: String,
    in collection: DocumentCollection,
    storing blobs: [Blob],
    _ db: Database
  ) throws {
    for blob in blobs { try store(blob, db) }
    var old: Set<String> = []
    try db.forEachRow(
      of: Self.uses,
      {
        $0.string(0, collection.name)
        $0.string(1, id)
      },
      { old.insert(try $0.string(0)) }
    )
    for digest in digests.subtracting(old) {
      try db.run(Self.addUse) { bind($0, digest, collection, id) }
    }
    for digest in old.subtracting(digests) {
      try db.run(Self.removeUse) { bind($0, digest, collection, id) }
    }
    try collect(old.subtracting(digests), db)
  }

  private func bind(
    _ values: ValueBinder,
    _ digest: String,
    _ collection: DocumentCollection,
    _ id: String
  ) {
    values.string(0, digest)
    values.string(1, collection.name)
    values.string(2, id)
  }

  /// Removes blobs that no document has.
  func collect(_ digests: Set<String>, _ db: Database) throws {
    for digest in digests {
      try db.execute(
        sql: """
          DELETE FROM strata_blob WHERE digest = ?1
          AND NOT EXISTS (SELECT * FROM strata_blob_use WHERE digest = ?1)
          """,
        arguments: [digest]
      )
      if db.changesCount > 0 { try removeChunks(digest, db) }
    }
  }

  /// Removes what no document has, such as what a broken replication has left.
  ///
  /// - Throws: `DatabaseError`.
  public func collectBlobs() throws {
    try write { db in
      let unused = try String.fetchAll(
        db,
        sql: """
          SELECT digest FROM strata_blob
          WHERE NOT EXISTS (SELECT * FROM strata_blob_use AS u WHERE u.digest = strata_blob.digest)
          """
      )
      try collect(Set(unused), db)
      try db.execute(
        sql: """
          DELETE FROM strata_blob_chunk
          WHERE NOT EXISTS (SELECT * FROM strata_blob AS b WHERE b.digest = strata_blob_chunk.digest)
          """
      )
    }
  }

  private func store(_ blob: Blob, _ db: Database) throws {
    let identity = try blob.prepare()
    if try hasBlob(identity.digest, db) { return }
    var number = 0
    try blob.forEachChunk { chunk in
      try addChunk(identity.digest, number, chunk, db)
      number += 1
    }
    try addBlob(identity.digest, length: identity.length, isComplete: true, db)
  }

  func hasBlob(_ digest: String, _ db: Database) throws -> Bool {
    try db.firstRow(of: Self.isComplete, { $0.string(0, digest) }, { try $0.bool(0) }) ?? false
  }

  func addChunk(_ digest: String, _ number: Int, _ content: Data, _ db: Database) throws {
    try db.run(Self.addChunk) {
      $0.string(0, digest)
      $0.int(1, number)
      $0.data(2, content)
    }
  }

  func addChunks(
    _ digest: String,
    from first: Int,
    _ contents: [Data],
    _ db: Database
  ) throws {
    for (index, content) in contents.enumerated() {
      try addChunk(digest, first + index, content, db)
    }
  }

  func addBlob(_ digest: String, length: Int, isComplete: Bool, _ db: Database) throws {
    try db.run(Self.addBlob) {
      $0.string(0, digest)
      $0.int(1, length)
      $0.bool(2, isComplete)
    }
  }

  /// Reads the chunks of a blob.
  ///
  /// - Returns: whether it is there, also at the end.
  func readBlob(_ digest: String, _ body: (Data) throws -> Void) throws -> Bool {
    guard writer is DatabaseQueue, DatabaseWaits.isThreadFree else {
      return try DatabaseWaits.reading(writer) {
        try read { db in
          guard try hasBlob(digest, db) else { return false }
          try db.forEachRow(of: Self.chunks, { $0.string(0, digest) }, { try body(try $0.data(0)) })
          return true
        }
      }
    }
    // Nobody waits for the one connection while `body` runs, which may wait for others.
    guard try read({ db in try hasBlob(digest, db) }) else { return false }
    var number = 0
    while let chunk = try read({ db in try blobChunk(digest, number, db) }) {
      try body(chunk)
      number += 1
    }
    return try read { db in try hasBlob(digest, db) }
  }

  /// One chunk of a blob; nil after the last one.
  func blobChunk(_ digest: String, _ number: Int, _ db: Database) throws -> Data? {
    try db.firstRow(
      of: Self.chunk,
      {
        $0.string(0, digest)
        $0.int(1, number)
      },
      { try $0.data(0) }
    )
  }

  /// How many chunks of a blob are there.
  func blobChunkCount(_ digest: String, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM strata_blob_chunk WHERE digest = ?",
      arguments: [digest]
    ) ?? 0
  }

  /// Checks the chunks of a blob that came from another database, and keeps it.
  ///
  /// - Returns: false where they are not what the digest says; they are then gone.
  func finishBlob(_ digest: String, _ db: Database) throws -> Bool {
    if try hasBlob(digest, db) { return true }
    var hash = SHA256()
    var length = 0
    try db.forEachRow(of: Self.chunks, { $0.string(0, digest) }) { row in
      let content = try row.data(0)
      hash.update(content)
      length += content.count
    }
    let isGood = digest == "sha256-\(hash.finish())"
    if isGood {
      try addBlob(digest, length: length, isComplete: true, db)
    } else {
      try removeChunks(digest, db)
    }
    return isGood
  }

  private func removeChunks(_ digest: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM strata_blob_chunk WHERE digest = ?", arguments: [digest])
  }
}
