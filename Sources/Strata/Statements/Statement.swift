/// A compiled SQL statement of a connection.
///
/// ```swift
/// let statement = try db.makeStatement(sql: "INSERT INTO player (name) VALUES (?)")
/// try statement.execute(arguments: ["Ann"])
/// ```
public final class Statement {
  /// What a statement does to transactions.
  enum Effect {
    case none
    case transactionBegin
    case transactionEnd
    case savepointBegin
    case savepointRelease
    case savepointRollback
  }

  /// Where a run of the statement is.
  private enum State {
    case idle
    /// A cursor has it, and will begin it.
    case reserved
    /// Between its begin and its end.
    case running
    /// Ended from outside; whoever runs it has not seen that yet.
    case aborted
  }

  /// The connection, which lives as long as its statements are used.
  unowned let database: Database
  // What each run asks of the connection, held here: see `Confinement`.
  private let confinement: Confinement
  private let observationBroker: ObservationBroker
  let sqlite: SQLiteStatement
  /// Whether the statement writes nothing.
  public let isReadonly: Bool
  /// What the statement does to transactions.
  let effect: Effect
  /// Whether its end is told to the database.
  private let isWatched: Bool
  @exclusivity(unchecked) private var state = State.idle
  /// The rows of the last run, so that the next one can reserve their place.
  @usableFromInline @exclusivity(unchecked) var expectedRowCount = 0
  /// How columns are found, known from the first row on.
  private var knownLayout: RowLayout?
  /// The compilation for which it is known; another one may have other columns.
  private var layoutCompilation: Int32 = -1
  /// The row that was last given out.
  @exclusivity(unchecked) var currentRow: Row?
  /// Whether `currentRow` is the row of this run, whose columns are known.
  @exclusivity(unchecked) var isRowKnown = false
  /// The parts of its rows that are rows of their own, where a request has said so.
  var rowScopes: RowScopeLayout?
  /// What notes to which rows of another request the rows of this run belong.
  @exclusivity(unchecked) var prefetchKeys: PrefetchKeys?
  /// The only row that it reads with its present values, where that was noted.
  @exclusivity(unchecked) var onlyRow: OnlyRow?
  /// Whether its columns stay the same whatever becomes of the schema.
  @exclusivity(unchecked) var namesColumns = false
  /// What has read the last run's rows.
  @exclusivity(unchecked) var knownReader: KnownReader?
  /// Whether the written table has triggers, and for which compilation that is known.
  var triggers: (recompilationCount: Int32, exist: Bool)?
  /// The values that were set with `arguments`; nil where a record or a request has bound its own.
  @exclusivity(unchecked) private var setValues: StatementArguments? = StatementArguments()
  /// What the statement reads and writes.
  @exclusivity(unchecked) private(set) var access: StatementAccess
  /// The version of the schema, as observation counts it, for which that is known.
  @exclusivity(unchecked) private var accessVersion: Int
  /// Whether the tables that it joins without SQLite saying so are part of that; they take a look at
  /// its program, which only who observes it needs.
  @exclusivity(unchecked) private var areJoinsKnown = false
  /// Whether it changes the schema or the savepoints.
  let changesStructure: Bool
  private let living: LivingStatements
  /// Whether what is known of the schema in this transaction may be wrong after it.
  let mayChangeSchema: Bool

  init(_ statement: SQLiteStatement, in database: Database, access: StatementAccess) {
    sqlite = statement
    self.database = database
    confinement = database.confinement
    observationBroker = database.observationBroker
    self.access = access
    accessVersion = database.observationBroker.schemaVersion
    isReadonly = statement.isReadOnly
    effect = statement.isExplain ? .none : Effect(access)
    changesStructure = access.changesSchema || access.savepoint != nil
    mayChangeSchema =
      changesStructure || effect != .none || (!access.isPassive && access.writes.isEmpty)
    isWatched = !isReadonly || effect != .none || changesStructure
    living = database.livingStatements
    living.insert(self)
  }

  deinit { living.remove(self) }

  /// The SQL.
  public var sql: String { sqlite.sql }

  /// Finds out all that the statement reads and writes, and anew where the schema has changed.
  ///
  /// - Throws: `DatabaseError` where that does not let it be compiled any more.
  func updateAccess() throws {
    let version = database.observationBroker.schemaVersion
    if accessVersion != version {
      access = try database.makeStatement(sql: sql).access
      accessVersion = version
      areJoinsKnown = false
    }
    if areJoinsKnown { return }
    // What it runs to find them out is no part of the statement.
    let (joined, _) = try database.observationBroker.compiling {
      try access.silentJoins(of: sqlite)
    }
    if !joined.isEmpty { access.read(whole: joined) }
    areJoinsKnown = true
  }

  /// Whether the statement may begin.
  var isIdle: Bool { state == .idle }
  /// Whether the statement is between its begin and its end.
  var isRunning: Bool { state == .running }

  // MARK: - Running

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

  /// The names of the columns; the statement stands on a row.
  var layout: RowLayout {
    let compilation = sqlite.recompilationCount
    if let knownLayout, layoutCompilation == compilation { return knownLayout }
    let layout = RowLayout(columnNames: sqlite.columnNames)
    knownLayout = layout
    layoutCompilation = compilation
    return layout
  }

  // MARK: - Values

  /// The values for the parameters.
  public var arguments: StatementArguments {
    get { setValues ?? StatementArguments() }
    set { setUncheckedArguments(newValue) }
  }

  /// The names of the parameters that have one, and nil for the others.
  public var parameterNames: [String?] { sqlite.parameterNames }

  /// Sets the values for the parameters.
  ///
  /// - Parameter arguments: a value for each parameter, by position or by name.
  /// - Throws: `DatabaseError` where values are missing or left over.
  public func setArguments(_ arguments: StatementArguments) throws {
    checkIdle()
    onlyRow = nil
    setValues = arguments
    do { try sqlite.bind(arguments) } catch {
      sqlite.clearBindings()
      throw error
    }
  }

  /// Sets the values for the parameters; where they do not fit, the next run says so.
  public func setUncheckedArguments(_ arguments: StatementArguments) {
    checkIdle()
    onlyRow = nil
    setValues = arguments
    do { try sqlite.bind(arguments) } catch { sqlite.arena.fail(error) }
  }

  /// Sets the values for a run that gives rows.
  func prepareRun(_ arguments: StatementArguments?) throws {
    if let arguments { try setArguments(arguments) } else { try checkArguments() }
  }

  private func checkArguments() throws {
    if let setValues, setValues.isEmpty, sqlite.parameterCount > 0 { try setArguments(setValues) }
  }

  private func checkIdle() {
    precondition(!isRunning, "arguments cannot be set while the statement gives rows: \(sql)")
  }

  /// Binds the values of a record or a request.
  ///
  /// - Parameter isComplete: whether every parameter is bound, so that none of the last run stays.
  /// - Returns: what binds them.
  @inline(__always)
  func beginBinding(isComplete: Bool) -> ValueBinder {
    setValues = nil
    if onlyRow != nil { onlyRow = nil }
    if isComplete { sqlite.rewindBindings() } else { sqlite.clearBindings() }
    return sqlite.binder
  }

  /// The values that are bound, as far as they are known.
  private var boundArguments: StatementArguments? { setValues }
}

extension Statement.Effect {
  init(_ access: StatementAccess) {
    switch access.savepoint {
    case .begin: self = .savepointBegin
    case .release: self = .savepointRelease
    case .rollback: self = .savepointRollback
    case nil:
      switch access.transaction {
      case .begin: self = .transactionBegin
      case .end: self = .transactionEnd
      case nil: self = .none
      }
    }
  }
}
