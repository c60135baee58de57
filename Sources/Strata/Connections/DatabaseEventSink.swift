/// What watches a connection: the broker of observations fills it in.
///
/// All methods are called on the thread that uses the connection.
protocol DatabaseEventSink: AnyObject {
  /// A statement is about to run, with its values bound.
  func database(_ db: Database, willExecute statement: Statement) throws
  /// A statement has ended, been reset, or failed. Called only for statements that may write, and
  /// for those that control transactions.
  func database(_ db: Database, didExecute statement: Statement, error: (any Error)?)
  /// Changes are about to be committed; an error rolls them back and is what the commit throws.
  func databaseWillCommit(_ db: Database) throws
  /// A transaction was committed, or ended without a change; called after its last statement.
  func databaseDidCommit(_ db: Database)
  /// A transaction was rolled back; called after its last statement.
  func databaseDidRollback(_ db: Database)
}
