// What the connection tells of its statements and transactions, on the thread that uses it.

extension ObservationBroker {
  /// A statement is about to run, with its values bound.
  @inline(__always)
  func willExecute(_ statement: Statement) throws {
    if isRecording { try recordReads(of: statement) }
    if !statement.isReadonly { try willWrite(statement) }
  }

  /// A statement has ended, been reset, or failed; one that may write, or that controls transactions.
  @inline(__always)
  func didExecute(_ statement: Statement, in db: Database, isFailed: Bool) {
    didWrite(statement, isFailed: isFailed)
    // VACUUM commits without the commit hook.
    if !isFailed, db.outcome == nil, statement.effect == .none, !db.isInsideTransaction {
      publishChanges(db)
    }
  }
}
