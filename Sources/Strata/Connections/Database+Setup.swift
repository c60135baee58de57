extension Database {
  /// What a connection is for.
  enum Role {
    /// The connection of a queue, or the writer of a pool.
    case writer(needsWAL: Bool)
    /// A reader of a pool.
    case reader
  }

  /// Prepares a new connection; a file that is not a database is noticed here.
  func setUp(_ role: Role) throws {
    supplyCollations()
    sqlite.acceptsDoubleQuotedStrings = configuration.acceptsDoubleQuotedStringLiterals
    var busyMode = configuration.busyMode
    if case .reader = role { busyMode = configuration.readonlyBusyMode ?? busyMode }
    switch busyMode {
    case .immediateError: sqlite.setBusyTimeout(milliseconds: 0)
    case .timeout(let seconds):
      let milliseconds = min(max(seconds, 0), 1_000_000) * 1000
      sqlite.setBusyTimeout(milliseconds: Int(milliseconds.rounded(.up)))
    case .callback(let callback): sqlite.setBusyHandler(callback)
    }
    // A page cache of some tens of MB takes a third off point reads of large files.
    try opening {
      try sqlite.execute("PRAGMA cache_size = -32000")
      let foreignKeys = configuration.foreignKeysEnabled ? "ON" : "OFF"
      try sqlite.execute("PRAGMA foreign_keys = \(foreignKeys)")
      // Reads the file's header.
      try sqlite.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    }
    if case .writer(let needsWAL) = role {
      if let admission = configuration.admission { try confined(admission) }
      if needsWAL { try opening { try useWAL() } }
    }
    try confined { db in
      for setup in configuration.setups { try setup(db) }
    }
    watchTransactions()
    if confinement.suspension != nil {
      isInWALMode = try sqlite.prepare("PRAGMA journal_mode").firstText == "wal"
    }
  }

  private func useWAL() throws {
    if sqlite.isReadOnly { return }
    guard try sqlite.prepare("PRAGMA journal_mode = WAL").firstText == "wal" else {
      throw DatabaseError(
        message:
          "it cannot be in WAL mode: open it with a DatabaseQueue in its default journal mode"
      )
    }
    // In WAL mode NORMAL loses no consistency, and durability only at a power failure
    // (https://sqlite.org/pragma.html#pragma_synchronous).
    try sqlite.execute("PRAGMA synchronous = NORMAL")
  }
}

extension SQLiteStatement {
  /// The text that the first row gives.
  fileprivate var firstText: String? {
    get throws {
      defer { reset() }
      return try step() ? String.fromDatabaseValue(value(0)) : nil
    }
  }
}
