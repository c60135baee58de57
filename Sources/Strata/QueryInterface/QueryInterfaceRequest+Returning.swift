// Updates and deletions that give the rows that they have written.

extension QueryInterfaceRequest {
  /// The statement that updates all rows of the request and gives them as they are then.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns, at least one.
  ///   - selections: what is read of the rows.
  /// - Returns: the statement, ready to run.
  /// - Throws: `DatabaseError`, also where nothing is assigned.
  public func updateAndFetchStatement(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment],
    select selections: [any SQLSelectable]
  ) throws -> Statement {
    let selections = selections.map(\.sqlSelection)
    guard
      let statement = try update(db, conflictResolution, assignments, returning: selections)
    else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "an update without assignments")
    }
    return statement
  }

  /// The statement that deletes all rows of the request and gives them as they were.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - selections: what is read of the rows.
  /// - Returns: the statement, ready to run.
  /// - Throws: `DatabaseError`.
  public func deleteAndFetchStatement(
    _ db: Database,
    select selections: [any SQLSelectable]
  ) throws -> Statement {
    try deletion(db, returning: selections.map(\.sqlSelection))
  }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
  /// Updates all rows of the request.
  ///
  ///     let raised = try Player.filter(Column("teamID") == 1)
  ///       .updateAndFetchAll(db, [Column("score") += 1])
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the rows as they are then, in any order; none where nothing is assigned.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    guard
      let statement = try update(db, conflictResolution, assignments, returning: writtenSelection)
    else { return [] }
    return try RowDecoder.fetchAll(running: statement)
  }

  /// Updates all rows of the request.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the rows as they are then, in any order; none where nothing is assigned.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: conflictResolution, assignments)
  }

  /// Updates all rows of the request.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns, at least one.
  /// - Returns: a cursor of the rows as they are then; all of them are updated, however many are read.
  /// - Throws: `DatabaseError`, also where nothing is assigned.
  public func updateAndFetchCursor(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> RecordCursor<RowDecoder> {
    try RowDecoder.fetchCursor(
      updateAndFetchStatement(
        db,
        onConflict: conflictResolution,
        assignments,
        select: writtenSelection
      )
    )
  }

  /// Deletes all rows of the request.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the rows as they were, in any order.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func deleteAndFetchAll(_ db: Database) throws -> [RowDecoder] {
    try RowDecoder.fetchAll(running: deletion(db, returning: writtenSelection))
  }

  /// Deletes all rows of the request.
  ///
  /// - Parameter db: the connection.
  /// - Returns: a cursor of the rows as they were; all of them are deleted, however many are read.
  /// - Throws: `DatabaseError`.
  public func deleteAndFetchCursor(_ db: Database) throws -> RecordCursor<RowDecoder> {
    try RowDecoder.fetchCursor(deletion(db, returning: writtenSelection))
  }

  /// What is read of the rows that are written: what the request selects.
  private var writtenSelection: [SQLSelection] { relation.selection ?? [.allColumns] }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord & Hashable {
  /// Updates all rows of the request.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - conflictResolution: what happens where a row is in the way; an error where nil.
  ///   - assignments: what is stored in which columns.
  /// - Returns: the different rows as they are then; none where nothing is assigned.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func updateAndFetchSet(
    _ db: Database,
    onConflict conflictResolution: Database.ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Set<RowDecoder> {
    try Set(updateAndFetchAll(db, onConflict: conflictResolution, assignments))
  }

  /// Deletes all rows of the request.
  ///
  /// - Parameter db: the connection.
  /// - Returns: the different rows as they were.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func deleteAndFetchSet(_ db: Database) throws -> Set<RowDecoder> {
    try Set(deleteAndFetchAll(db))
  }
}

extension QueryInterfaceRequest
where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible {
  /// Deletes all rows of the request.
  ///
  ///     let gone = try Player.filter(Column("score") == 0).deleteAndFetchIds(db)
  ///
  /// - Parameter db: the connection.
  /// - Returns: the identities of the rows.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public func deleteAndFetchIds(_ db: Database) throws -> Set<RowDecoder.ID> {
    let key = SQLSelection.expression(SQL(part: .primaryKey(suffix: "")))
    let statement = try deletion(db, returning: [key])
    let format = relation.table.keyFormat
    return try Set(
      RowDecoder.ID.fetchAll(statement, converting: format.reading(RowDecoder.ID.self))
    )
  }
}
