// A run of a statement, from its first step to its end.

extension Statement {
  /// Runs to the next row.
  ///
  /// - Returns: false where there is no further row; the statement has then ended.
  /// - Throws: `DatabaseError`; the statement has then ended.
  @usableFromInline
  func step() throws -> Bool {
    if state == .running {
      leaveRow()
    } else {
      do { try begin() } catch {
        state = .idle
        throw error
      }
    }
    do {
      if try sqlite.step() {
        if let prefetchKeys { prefetchKeys.addRow(of: self) }
        return true
      }
    } catch {
      state = .idle
      throw failure(error)
    }
    state = .idle
    if let prefetchKeys { prefetchKeys.endRange() }
    if isWatched { database.didExecute(self, isFailed: false) }
    return false
  }

  @inline(__always)
  private func begin() throws {
    confinement.check()
    if state == .aborted { throw abortion }
    try sqlite.arena.checkFailure()
    if let suspension = confinement.suspension, suspension.isActive { try checkSuspension() }
    if effect == .none {
      if confinement.isReadOnlyAccess, !isReadonly { throw writeRefusal }
      if let cancellation = confinement.cancellation { try cancellation.checkCancellation() }
    }
    if !isReadonly, let touched = confinement.touchedTables { try touched.insert(access, database) }
    try observationBroker.willExecute(self)
    isRowKnown = false
    state = .running
  }

  /// Throws where the statement would take a lock, or keep one.
  private func checkSuspension() throws {
    if isReadonly, database.isInWALMode { return }
    switch effect {
    case .transactionEnd, .savepointRelease, .savepointRollback: return
    case .none, .transactionBegin, .savepointBegin: break
    }
    throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the database is suspended", sql: sql)
  }

  private var abortion: DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_ABORT,
      message: "a rollback, or the end of its access, has ended the statement before its last row",
      sql: sql
    )
  }

  private var writeRefusal: DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_READONLY,
      message: "attempt to write a readonly database",
      sql: sql,
      arguments: boundArguments,
      publicStatementArguments: database.configuration.publicStatementArguments
    )
  }

  @inline(never)
  private func failure(_ error: any Error) -> any Error {
    var failure = error
    if let error = error as? DatabaseError {
      failure = DatabaseError(
        resultCode: error.extendedResultCode,
        message: error.message,
        sql: sql,
        arguments: boundArguments,
        offset: error.offset,
        publicStatementArguments: database.configuration.publicStatementArguments
      )
    }
    if isWatched { database.didExecute(self, isFailed: true) }
    return database.observationBroker.transactionObservations.takeVeto() ?? failure
  }

  /// Ends the statement before its last row; does nothing where it has ended.
  ///
  /// One that writes is run to its end, where SQLite checks foreign keys.
  @usableFromInline
  func finish() {
    if state != .idle { abandon() }
  }

  /// Keeps the statement for a cursor, so that its values stay until it begins.
  @usableFromInline
  func reserve() {
    if state == .idle { state = .reserved }
  }

  /// Ends the statement before its last row, for someone who does not run it: the next step of whoever
  /// does throws, instead of beginning anew.
  func abort() {
    guard isRunning else { return }
    abandon()
    state = .aborted
  }

  /// Ends the statement, which stands on a row; one that writes is run to its end.
  ///
  /// - Throws: `DatabaseError`, such as that of a foreign key.
  @usableFromInline
  func finishAfterRow() throws {
    if isWatched {
      try finishWriting()
      return finish()
    }
    leaveRow()
    state = .idle
    sqlite.reset()
  }

  /// Runs a statement that writes to its end.
  ///
  /// - Throws: `DatabaseError`, such as that of a foreign key.
  @usableFromInline
  func finishWriting() throws {
    if isRunning, !isReadonly { while try step() {} }
  }

  @inline(never)
  private func abandon() {
    guard isRunning else {
      state = .idle
      return
    }
    if !isReadonly {
      try? finishWriting()
      return
    }
    leaveRow()
    state = .idle
    sqlite.reset()
    if isWatched { database.didExecute(self, isFailed: false) }
  }

  /// Runs the statement to its end; rows that it gives are passed over.
  ///
  /// - Parameter arguments: the values for the parameters, nil for those that are set.
  /// - Throws: `DatabaseError`.
  public func execute(arguments: StatementArguments? = nil) throws {
    if let arguments { try setArguments(arguments) }
    try checkArguments()
    while try step() {}
  }
}
