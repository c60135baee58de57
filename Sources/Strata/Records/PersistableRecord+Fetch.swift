// Verbs that give the row as it is stored then. They leave the record itself as it is.

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way;
  ///   `RecordError.recordNotFound` where it was passed over.
  public func insertAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    try insertAndFetch(db, onConflict: conflictResolution, as: Self.self)
  }

  /// Updates the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func updateAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    try updateAndFetch(db, onConflict: conflictResolution, as: Self.self)
  }

  /// Changes the record and updates the columns that are different then.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - modify: changes the record.
  /// - Returns: the row as it is stored then; nil where nothing was different.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public mutating func updateChangesAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Self? {
    let changes = try databaseChanges(modify: modify)
    if changes.isEmpty { return nil }
    return try updating(
      db,
      conflictResolution,
      columns: Array(changes.keys),
      returning: .allColumns
    ) { try Self.fetchOne(running: $0) }
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func saveAndFetch(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil
  ) throws -> Self {
    try saveAndFetch(db, onConflict: conflictResolution, as: Self.self)
  }

  /// Inserts the row, or updates the one that is in its way.
  ///
  ///     let word = try Word(text: "swift", count: 1)
  ///       .upsertAndFetch(db, onConflict: ["text"]) { excluded in
  ///         [Column("count") += excluded["count"]]
  ///       }
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictTarget: the columns of the unique key by which a row is in the way; any where empty.
  ///   - assignments: what is stored then in place of the record's own values; it gets the values that
  ///     were not inserted. Columns that it does not name get the record's values.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func upsertAndFetch(
    _ db: Database,
    onConflict conflictTarget: [String] = [],
    doUpdate assignments: ((_ excluded: TableAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, as: Self.self, onConflict: conflictTarget, doUpdate: assignments)
  }
}

// MARK: As another type

extension MutablePersistableRecord {
  /// Inserts the row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - type: what the row is read as.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT where a row is in the way;
  ///   `RecordError.recordNotFound` where it was passed over.
  public func insertAndFetch<Other: FetchableRecord>(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    as type: Other.Type
  ) throws -> Other {
    var record = self
    let stored = try record.inserting(db, conflictResolution, returning: Returning(of: type)) {
      try type.fetchOne(running: $0)
    }
    guard let stored else { throw try RecordWriter(db, self).notFound }
    return stored
  }

  /// Inserts the row.
  ///
  ///     let id = try player.insertAndFetch(db, selection: [Column("id")]) { statement in
  ///       try Int.fetchOne(statement)
  ///     }
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - selection: what is read of the row.
  ///   - fetch: reads it.
  /// - Returns: what `fetch` returns.
  /// - Throws: `DatabaseError`, or what `fetch` throws.
  public func insertAndFetch<Result>(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (Statement) throws -> Result
  ) throws -> Result {
    var record = self
    let returning = try Returning(selection, of: Self.tableReference, db)
    return try record.inserting(db, conflictResolution, returning: returning, fetch)
  }

  /// Updates the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - type: what the row is read as.
  /// - Returns: the row as it is stored then.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func updateAndFetch<Other: FetchableRecord>(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    as type: Other.Type
  ) throws -> Other {
    try updating(db, conflictResolution, returning: Returning(of: type)) {
      try type.fetchOne(running: $0)
    }
  }

  /// Updates columns of the row with the record's key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - columns: the names of the columns; all where nil.
  ///   - selection: what is read of the row.
  ///   - fetch: reads it; nil is that there is no such row.
  /// - Returns: what `fetch` returns.
  /// - Throws: `RecordError.recordNotFound` where there is no such row, or `DatabaseError`.
  public func updateAndFetch<Result>(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    columns: [String]? = nil,
    selection: [any SQLSelectable],
    fetch: (Statement) throws -> Result?
  ) throws -> Result {
    let returning = try Returning(selection, of: Self.tableReference, db)
    return try updating(db, conflictResolution, columns: columns, returning: returning, fetch)
  }

  /// Updates the row with the record's key, or inserts it where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way, nil for what the type says.
  ///   - type: what the row is read as.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func saveAndFetch<Other: FetchableRecord>(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    as type: Other.Type
  ) throws -> Other {
    var record = self
    return try record.saving(db, conflictResolution, returning: Returning(of: type)) {
      try type.fetchOne(running: $0)
    }
  }

  /// Inserts the row, or updates the one that is in its way.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - type: what the row is read as.
  ///   - conflictTarget: the columns of the unique key by which a row is in the way; any where empty.
  ///   - assignments: what is stored then in place of the record's own values.
  /// - Returns: the row as it is stored then.
  /// - Throws: `DatabaseError`.
  public func upsertAndFetch<Other: FetchableRecord>(
    _ db: Database,
    as type: Other.Type,
    onConflict conflictTarget: [String] = [],
    doUpdate assignments: ((_ excluded: TableAlias) -> [ColumnAssignment])? = nil
  ) throws -> Other {
    var record = self
    let conflict = UpsertConflict(target: conflictTarget, assignments: assignments)
    return try record.upserting(db, conflict, returning: Returning(of: type)) {
      try type.read(running: $0)
    }
  }
}
