import StrataSQLite
import StrataSchema

/// The database in memory that SQLite proves a schema on.
final class ProofDatabase {
  private let connection: SQLiteConnection
  private let actions = Actions()

  /// What the authorizer sees, shared with it.
  private final class Actions {
    var isRecording = false
    var reads: [Read] = []
    var writes: [Write] = []
  }

  /// A table or view, and a column of it; an empty name where only rows count.
  struct Read: Hashable {
    var table: String
    var column: String
  }

  /// Something that a statement does to a table.
  struct Write: Hashable {
    enum Kind: String { case insert, update, delete }

    var kind: Kind
    var table: String
    /// The column of an update.
    var column: String?
    /// The trigger that does it; nil for the statement, and for a foreign key.
    var trigger: String?
  }

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    // Rows that refute a promise need no parents.
    try connection.execute("PRAGMA foreign_keys = OFF")
  }

  func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Whether a transaction is open.
  var isInsideTransaction: Bool { connection.isInsideTransaction }

  /// Lets SQL call a function that the app has, which gives always the same.
  func add(_ function: FunctionModel, gives value: DatabaseValue) throws {
    let name = function.name.value
    if function.isAggregate {
      try connection.addAggregate(
        name,
        argumentCount: function.argumentCount,
        isDeterministic: function.isDeterministic
      ) { ConstantAggregate(value) }
    } else {
      try connection.addFunction(
        name,
        argumentCount: function.argumentCount,
        isDeterministic: function.isDeterministic
      ) { _ in value }
    }
  }

  /// Lets SQL name a collation that the app has.
  func addCollation(_ name: String) throws {
    try connection.addCollation(name) { left, right in
      left == right ? 0 : left < right ? -1 : 1
    }
  }

  /// Lets a search name a tokenizer that the app has.
  func addTokenizer(_ name: String) throws { try connection.addTokenizerStandIn(name) }

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

  /// What a statement does, also by way of triggers and foreign keys, in the order in which it is
  /// compiled; nothing without the authorizer.
  func writes(of sql: String) throws -> [Write] {
    actions.writes = []
    actions.isRecording = true
    defer { actions.isRecording = false }
    _ = try connection.prepare(sql)
    return actions.writes
  }

  /// From now on the authorizer notes what recorded statements read and write.
  func installAuthorizer() {
    let actions = actions
    connection.setAuthorizer { action in
      guard actions.isRecording else { return .allow }
      let table = action.first ?? ""
      switch action.code {
      case .read: actions.reads.append(Read(table: table, column: action.second ?? ""))
      case .insert:
        actions.writes.append(Write(kind: .insert, table: table, trigger: action.source))
      case .delete:
        actions.writes.append(Write(kind: .delete, table: table, trigger: action.source))
      case .update:
        actions.writes.append(
          Write(kind: .update, table: table, column: action.second, trigger: action.source)
        )
      default: break
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

/// Stands in for an aggregate of the app.
private final class ConstantAggregate: SQLiteAggregate {
  private let value: DatabaseValue

  init(_ value: DatabaseValue) { self.value = value }

  func step(_ arguments: [DatabaseValue]) {}
  func finalize() -> DatabaseValue { value }
}
