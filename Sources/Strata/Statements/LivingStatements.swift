/// The statements of a connection that somebody has.
///
/// SQLite keeps a connection interrupted, and a transaction of reading open, as long as one statement
/// stands on a row (https://sqlite.org/c3ref/interrupt.html), whoever has forgotten it.
final class LivingStatements {
  private var statements: [ObjectIdentifier: Unmanaged<Statement>] = [:]

  func insert(_ statement: Statement) {
    statements[ObjectIdentifier(statement)] = Unmanaged.passUnretained(statement)
  }

  func remove(_ statement: Statement) { statements[ObjectIdentifier(statement)] = nil }

  /// Ends the statements that stand on a row.
  func abortAll() {
    let running = statements.values.map { $0.takeUnretainedValue() }.filter(\.isRunning)
    for statement in running { statement.abort() }
  }
}
