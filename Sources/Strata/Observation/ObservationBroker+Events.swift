extension ObservationBroker: DatabaseEventSink {
  func database(_ db: Database, willExecute statement: Statement) throws {
    if isRecording { recordReads(of: statement.access) }
    if !statement.isReadonly { try willWrite(statement.access) }
  }

  func database(_ db: Database, didExecute statement: Statement, error: (any Error)?) {
    didWrite(statement.access, isFailed: error != nil)
    // VACUUM commits without the commit hook.
    let isCommitted = error == nil && db.outcome == nil && statement.effect == .none
    if isCommitted, !db.isInsideTransaction { didCommit() }
  }

  func databaseWillCommit(_ db: Database) throws {}

  func databaseDidCommit(_ db: Database) { didCommit() }

  func databaseDidRollback(_ db: Database) { didRollback() }
}
