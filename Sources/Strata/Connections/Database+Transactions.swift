extension Database {
  // MARK: - Blocks

  /// Runs `operations` in a transaction.
  ///
  /// - Parameters:
  ///   - kind: the kind of transaction, nil for the configured one.
  ///   - operations: their result says whether the transaction is committed or rolled back; an error
  ///     rolls it back.
  /// - Throws: what `operations` throws, or the error of the begin or of the commit.
  public func inTransaction(
    _ kind: TransactionKind? = nil,
    _ operations: () throws -> TransactionCompletion
  ) throws {
    try beginTransaction(kind)
    try finishing(
      operations,
      commit: { try commit() },
      rollback: { try rollBackWhatIsOpen() }
    )
  }

  /// Runs `operations` in a savepoint, or in a transaction where none is open.
  ///
  /// - Parameter operations: their result says whether the changes are kept; an error undoes them.
  /// - Throws: what `operations` throws, or the error of the begin or of the end.
  public func inSavepoint(_ operations: () throws -> TransactionCompletion) throws {
    guard isInsideTransaction else { return try inTransaction(nil, operations) }
    try run(Self.savepoint)
    try finishing(
      operations,
      commit: { try run(Self.release) },
      rollback: {
        // The error may have ended the whole transaction, and the savepoint with it.
        guard isInsideTransaction else { return }
        do {
          try insisting { try run(Self.rollbackToSavepoint) }
          try insisting { try run(Self.release) }
        } catch {
          // Better nothing than half of it.
          try rollBackWhatIsOpen()
        }
      }
    )
  }

  /// Runs `operations` in a read-only transaction, or as they are where a transaction is open.
  ///
  /// All of it sees one state of the database.
  public func readOnly<T>(_ operations: () throws -> T) throws -> T {
    let wasReadOnly = confinement.isReadOnlyAccess
    confinement.isReadOnlyAccess = true
    defer { confinement.isReadOnlyAccess = wasReadOnly }
    return try operations()
  }

  private func finishing(
    _ operations: () throws -> TransactionCompletion,
    commit: () throws -> Void,
    rollback: () throws -> Void
  ) throws {
    let failure: any Error
    do {
      switch try operations() {
      case .commit:
        try confinement.cancellation?.checkCancellation()
        return try commit()
      case .rollback: return try rollback()
      }
    } catch { failure = error }
    // The first error is the one that matters.
    try? rollback()
    throw failure
  }

  // MARK: - Steps

  /// Begins a transaction.
  public func beginTransaction(_ kind: TransactionKind? = nil) throws {
    let kind = kind ?? (configuration.readonly ? .deferred : configuration.defaultTransactionKind)
    switch kind {
    case .deferred: try run(Self.beginDeferred)
    case .immediate: try run(Self.beginImmediate)
    case .exclusive: try run(Self.beginExclusive)
    }
  }

  /// Commits the transaction.
  ///
  /// - Throws: the error of whoever refuses it, or of SQLite; the transaction may then still be open.
  public func commit() throws { try run(Self.commit) }

  /// Rolls the transaction back.
  public func rollback() throws { try run(Self.rollback) }

  /// Rolls back the transaction that is open, if any.
  private func rollBackWhatIsOpen() throws {
    try insisting { if isInsideTransaction { try rollback() } }
  }

  /// Runs what undoes, which must not fail because of what made it necessary.
  ///
  /// An interruption that comes late stops a ROLLBACK, too, and it lasts as long as any statement
  /// stands on a row (https://sqlite.org/c3ref/interrupt.html); a savepoint is not released while one
  /// that writes does. So these are ended, and it is begun again; those of SQLite's own extensions are
  /// ended as well where that does not do.
  private func insisting(_ undo: () throws -> Void) throws {
    var attempts = 0
    while true {
      do { return try undo() } catch let error as DatabaseError
        where error.isInterruption || error.resultCode == .SQLITE_BUSY
      {
        attempts += 1
        if attempts == 1000 { throw error }
        livingStatements.abortAll()
        if attempts > 1 { sqlite.resetStatements() }
      }
    }
  }

  private func run(_ key: StatementKey) throws {
    let statement = try statement(key)
    while try statement.step() {}
  }

  private static let beginDeferred = StatementKey("BEGIN DEFERRED TRANSACTION")
  private static let beginImmediate = StatementKey("BEGIN IMMEDIATE TRANSACTION")
  private static let beginExclusive = StatementKey("BEGIN EXCLUSIVE TRANSACTION")
  private static let commit = StatementKey("COMMIT TRANSACTION")
  private static let rollback = StatementKey("ROLLBACK TRANSACTION")
  private static let touch = StatementKey("SELECT rootpage FROM sqlite_master LIMIT 1")
  private static let savepoint = StatementKey("SAVEPOINT strata")
  private static let release = StatementKey("RELEASE SAVEPOINT strata")
  private static let rollbackToSavepoint = StatementKey("ROLLBACK TO SAVEPOINT strata")

  // MARK: - Accesses

  /// Runs `body` in a transaction that only reads: all of it sees one state of the database.
  func reading<T>(_ body: (Database) throws -> T) throws -> T {
    try run(Self.beginDeferred)
    let wasReadOnly = confinement.isReadOnlyAccess
    confinement.isReadOnlyAccess = true
    defer {
      endReading()
      confinement.isReadOnlyAccess = wasReadOnly
    }
    return try body(self)
  }

  /// Begins to read the state of this moment, which a transaction alone does only at its first read.
  func beginSnapshot() throws {
    try run(Self.beginDeferred)
    do { try pinSnapshot() } catch {
      endReading()
      throw error
    }
  }

  /// Has the transaction that is open read the state of this moment.
  func pinSnapshot() throws { try run(Self.touch) }

  /// Runs `body` in the transaction that `beginSnapshot()` began, and ends it.
  func endingSnapshot(_ body: () -> Void) {
    let wasReadOnly = confinement.isReadOnlyAccess
    confinement.isReadOnlyAccess = true
    defer {
      confinement.isReadOnlyAccess = wasReadOnly
      endReading()
    }
    body()
  }

  /// Ends a transaction that changed nothing, so that nothing can be lost.
  func endReading() {
    guard isInsideTransaction else { return }
    do { try run(Self.commit) } catch { try? rollBackWhatIsOpen() }
  }

  /// Runs `body` in a transaction and commits it.
  func writing<T>(_ body: (Database) throws -> T) throws -> T {
    var value: T?
    try inTransaction {
      value = try body(self)
      return .commit
    }
    guard let value else {
      preconditionFailure("a committed transaction has a value")
    }
    return value
  }

  /// Runs `body`, after which no transaction may be open.
  func writingWithoutTransaction<T>(_ body: (Database) throws -> T) throws -> T {
    defer {
      if isInsideTransaction, !configuration.allowsUnsafeTransactions {
        try? rollBackWhatIsOpen()
        preconditionFailure(
          "a transaction was left open at the end of an access; set "
            + "Configuration.allowsUnsafeTransactions where this is wanted"
        )
      }
    }
    return try body(self)
  }
}
