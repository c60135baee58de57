internal import Strata

/// What models knew before the present transaction, so that they know it again after a rollback.
final class TransactionJournal: Sendable {
  private let entries = Lock<[(id: DocumentID, state: DocumentID.State)]>([])

  func note(_ id: DocumentID) { entries.withLock { $0.append((id, id.current)) } }

  func undo() {
    let entries = entries.withLock { $0 }
    for entry in entries.reversed() { entry.id.current = entry.state }
  }
}

extension DocumentStore {
  /// Has a model know the revision that was just written.
  func remember(_ version: Version, _ id: String, _ property: DocumentID, _ db: Database) {
    var isNew = false
    let journal = journal.withLock { current -> TransactionJournal in
      if let current { return current }
      let journal = TransactionJournal()
      current = journal
      isNew = true
      return journal
    }
    if isNew {
      db.afterNextTransaction(
        onCommit: { [weak self] _ in self?.journal.withLock { $0 = nil } },
        onRollback: { [weak self] _ in
          journal.undo()
          self?.journal.withLock { $0 = nil }
        }
      )
    }
    journal.note(property)
    property.current = DocumentID.State(
      id: id,
      knowledge: .revision(version),
      unreadFields: property.current.unreadFields
    )
  }
}
