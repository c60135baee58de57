import StrataSQLite

/// The database in memory that SQLite proves a schema on.
final class ProofDatabase {
  private let connection: SQLiteConnection
  private let actions = Actions()

  /// What the authorizer sees, shared with it.
  private final class Actions {
    var isRecording = false
    var reads: [Read] = []
  }

  /// A table or view, and a column of it; an empty name where only rows count.
  struct Read: Hashable {
    var table: String
    var column: String
  }

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    // Rows that refute a promise need no parents.
    try connection.execute("PRAGMA foreign_keys = OFF")
  }

  func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Lets SQL call a function that the app has.
  func addFunction(_ name: String, argumentCount: Int?, isDeterministic: Bool, gives: DatabaseValue)
    throws
  {
    try connection.addFunction(
      name,
      argumentCount: argumentCount,
      isDeterministic: isDeterministic
    ) { _ in gives }
  }

  /// Lets SQL name a collation that the app has.
  func addCollation(_ name: String) throws {
    try connection.addCollation(name) { left, right in
      left == right ? 0 : left < right ? -1 : 1
    }
  }

  /// Whether triggers fire.
  func setTriggersEnabled(_ isEnabled: Bool) { connection.areTriggersEnabled = isEnabled }

  func prepare(_ sql: String) throws -> SQLiteStatement { try connection.prepare(sql) }

  /// Interrupts what runs too long, and refuses values that take long to make: a view may recur
  /// without end, or ask for a blob of a gigabyte.
  func limitEffort() {
    connection.interruptStatements(afterSteps: 100_000)
    connection.limitLength(to: 1_000_000)
  }

  /// Prepares a statement that only reads, and tells what it reads.
  ///
  /// - Throws: `DatabaseError`, also for a statement that writes.
  func prepareReading(_ sql: String) throws -> (statement: SQLiteStatement, reads: [Read]) {
    actions.reads = []
    actions.isRecording = true
    defer { actions.isRecording = false }
    let statement = try connection.prepare(sql)
    guard statement.isReadOnly else {
      throw DatabaseError(resultCode: .SQLITE_READONLY, message: "this writes", sql: sql)
    }
    return (statement, actions.reads)
  }

  /// Prepares a statement that writes.
  ///
  /// - Throws: `DatabaseError`, also for a statement that only reads.
  func prepareWriting(_ sql: String) throws -> SQLiteStatement {
    let statement = try connection.prepare(sql)
    guard !statement.isReadOnly else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "this writes nothing", sql: sql)
    }
    return statement
  }

  /// From now on the authorizer notes what recorded statements read.
  func installAuthorizer() {
    let actions = actions
    connection.setAuthorizer { action in
      if actions.isRecording, action.code == .read {
        actions.reads.append(Read(table: action.first ?? "", column: action.second ?? ""))
      }
      return .allow
    }
  }

  /// Runs `body` and takes back what it did.
  func trying(_ body: () throws -> Void) throws {
    try execute("SAVEPOINT trying")
    defer { try? execute("ROLLBACK TO trying; RELEASE trying") }
    try body()
  }
}
