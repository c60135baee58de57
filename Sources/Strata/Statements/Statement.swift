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
  enum State {
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
  let confinement: Confinement
  let observationBroker: ObservationBroker
  let sqlite: SQLiteStatement
  /// Whether the statement writes nothing.
  public let isReadonly: Bool
  /// What the statement does to transactions.
  let effect: Effect
  /// Whether its end is told to the database.
  let isWatched: Bool
  @exclusivity(unchecked) var state = State.idle
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
  @exclusivity(unchecked) var setValues: StatementArguments? = StatementArguments()
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

  /// The names of the columns; the statement stands on a row.
  var layout: RowLayout {
    let compilation = sqlite.recompilationCount
    if let knownLayout, layoutCompilation == compilation { return knownLayout }
    let layout = RowLayout(columnNames: sqlite.columnNames)
    knownLayout = layout
    layoutCompilation = compilation
    return layout
  }
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
