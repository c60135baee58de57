/// How a transaction ended.
enum TransactionOutcome {
  case commit
  case rollback
}

/// What waits for the end of the present transaction.
struct TransactionEnd {
  var onCommit: (Database) -> Void
  var onRollback: (Database) -> Void
}

extension Database {
  /// Calls one of the closures once, after the present transaction, or the next one, has ended.
  ///
  /// The closures may use the connection; a transaction that changed nothing counts as committed.
  public func afterNextTransaction(
    onCommit: @escaping (Database) -> Void,
    onRollback: @escaping (Database) -> Void = { _ in }
  ) {
    checkConfinement()
    transactionEnds.append(TransactionEnd(onCommit: onCommit, onRollback: onRollback))
  }

  /// Learns from SQLite how transactions end.
  func watchTransactions() {
    sqlite.setCommitHook { [unowned self] in
      do {
        try events?.databaseWillCommit(self)
        outcome = .commit
        return true
      } catch {
        commitRefusal = error
        return false
      }
    }
    sqlite.setRollbackHook { [unowned self] in outcome = .rollback }
  }

  /// Tells what a statement that may have written, or that controls transactions, has done.
  ///
  /// - Returns: the error to throw; that of a refused commit is the refuser's.
  func didExecute(_ statement: Statement, error: (any Error)?) -> (any Error)? {
    var error = error
    if error != nil, let refusal = commitRefusal { error = refusal }
    commitRefusal = nil
    events?.database(self, didExecute: statement, error: error)
    var ended = outcome
    outcome = nil
    if sqlite.isInsideTransaction {
      // A commit that failed after all, or a savepoint.
      return error
    }
    if ended == nil, statement.effect == .transactionEnd, error == nil {
      // SQLite has no hook for a transaction without changes.
      ended = .commit
    }
    // An error does not mean a rollback: under `OR FAIL` the rows before the failure are committed.
    if let ended { didEnd(ended) }
    return error
  }

  private func didEnd(_ outcome: TransactionOutcome) {
    let ends = transactionEnds
    transactionEnds.removeAll()
    switch outcome {
    case .commit:
      events?.databaseDidCommit(self)
      for end in ends { end.onCommit(self) }
    case .rollback:
      events?.databaseDidRollback(self)
      for end in ends { end.onRollback(self) }
    }
  }
}
