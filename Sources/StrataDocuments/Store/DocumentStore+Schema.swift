public import Strata

extension DocumentStore {
  /// Makes the tables of the store where there are none.
  ///
  /// A store does so itself. Call it in a step of a migrator for a database in which a later step reads
  /// documents.
  ///
  /// - Parameter db: the connection.
  /// - Throws: `DatabaseError`.
  public static func migrate(_ db: Database) throws {
    if try db.tableExists("strata_documents") { return }
    try db.inSavepoint {
      // Another process may have made them meanwhile.
      if try db.tableExists("strata_documents") { return .commit }
      try db.execute(sql: tables)
      try db.execute(
        sql: "INSERT INTO strata_documents (version, peer) VALUES (1, ?)",
        arguments: [DocumentName.generate(11)]
      )
      return .commit
    }
  }

  static func peerID(_ db: Database) throws -> String {
    guard let peer = try String.fetchOne(db, sql: "SELECT peer FROM strata_documents") else {
      throw DatabaseError(message: "the table strata_documents has no row")
    }
    return peer
  }

  private static let tables = """
    CREATE TABLE strata_documents (
      version INTEGER NOT NULL,
      peer TEXT NOT NULL,
      purgedTime INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE strata_collection (
      name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
      fields TEXT NOT NULL,
      isDeclared INTEGER NOT NULL DEFAULT 0,
      purgedSequence INTEGER NOT NULL DEFAULT 0,
      purgeCount INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE strata_blob (
      digest TEXT NOT NULL PRIMARY KEY,
      length INTEGER NOT NULL,
      isComplete INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE strata_blob_chunk (
      digest TEXT NOT NULL,
      number INTEGER NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (digest, number)
    ) STRICT;
    CREATE TABLE strata_blob_use (
      digest TEXT NOT NULL,
      collection TEXT NOT NULL COLLATE NOCASE,
      document TEXT NOT NULL,
      PRIMARY KEY (digest, collection, document)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX strata_blob_use_document ON strata_blob_use (collection, document);
    CREATE TABLE strata_checkpoint (
      replication TEXT NOT NULL,
      collection TEXT NOT NULL COLLATE NOCASE,
      direction TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (replication, collection, direction)
    ) STRICT, WITHOUT ROWID;
    """
}

/// Names that are made and not given.
enum DocumentName {
  /// In the order of their bytes.
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )

  /// Random letters and digits.
  static func generate(_ count: Int) -> String {
    String(decoding: random(count), as: UTF8.self)
  }

  private static func random(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    var bits: UInt64 = 0
    for index in 0..<count {
      if index % 10 == 0 { bits = .random(in: .min ... .max) }
      bytes.append(alphabet[Int(bits % 62)])
      bits /= 62
    }
    return bytes
  }

  /// An id for a document: letters and digits of the time, so that those that are made one after the
  /// other are neighbours in the index, and random ones.
  static func documentID(_ microseconds: Int64) -> String {
    var bytes = Array(repeating: UInt8(ascii: "0"), count: 9)
    var rest = UInt64(clamping: microseconds)
    for index in bytes.indices.reversed() {
      bytes[index] = alphabet[Int(rest % 62)]
      rest /= 62
    }
    return String(decoding: bytes + random(13), as: UTF8.self)
  }
}
