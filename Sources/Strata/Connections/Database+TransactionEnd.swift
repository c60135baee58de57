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
      outcome = .commit
      return observationBroker.mayCommit()
    }
    sqlite.setRollbackHook { [unowned self] in outcome = .rollback }
  }

  /// Tells what a statement that may have written, or that controls transactions, has done.
  @inline(__always)
  func didExecute(_ statement: Statement, isFailed: Bool) {
    if statement.mayChangeSchema { schemaVersionOfTransaction = nil }
    observationBroker.didExecute(statement, in: self, isFailed: isFailed)
    if let outcome {
      self.outcome = nil
      // A commit may have failed after all. An error does not mean a rollback: under `OR FAIL` the rows
      // before the failure are committed.
      if !sqlite.isInsideTransaction {
        didEnd(outcome, isFailure: isFailed && statement.effect == .none)
      }
    } else if statement.effect == .transactionEnd, !isFailed, !sqlite.isInsideTransaction {
      // SQLite has no hook for a transaction without changes.
      let isCommitted = confinement.isReadOnlyAccess || observationBroker.mayCommitNothing()
      didEnd(isCommitted ? .commit : .rollback)
    }
  }

  @inline(never)
  private func didEnd(_ outcome: TransactionOutcome, isFailure: Bool = false) {
    let ends = transactionEnds
    transactionEnds = []
    knownTransactionDate = nil
    transactionMemo = nil
    switch outcome {
    case .commit:
      observationBroker.didCommit(self)
      for end in ends { end.onCommit(self) }
    case .rollback:
      observationBroker.didRollback(self, isFailure: isFailure)
      for end in ends { end.onRollback(self) }
    }
  }
}
