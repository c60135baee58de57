/// All who are told of the transactions of one connection, in the order in which they have come.
///
/// Confined to the connection. Changes are told when they cannot be undone but by the end of the
/// whole transaction.
final class TransactionObservations {
  private var observations: [any TransactionObservation] = []
  private let center: ObservationCenter
  /// What must not be committed, and why.
  private var veto: (any Error)?

  init(_ center: ObservationCenter) { self.center = center }

  var isEmpty: Bool { observations.isEmpty }

  // MARK: - Who is told

  func add(_ observation: any TransactionObservation) {
    observations.append(observation)
    center.addWitness()
  }

  /// Lets those go who want to be told of nothing more.
  func removeThoseThatAreOver() {
    let count = observations.count
    observations.removeAll(where: \.isOver)
    for _ in observations.count..<count { center.removeWitness() }
  }

  func remove(_ observer: any TransactionObserver) {
    let registration = observations.lazy.compactMap { $0 as? ObserverRegistration }
      .first { $0.isOf(observer) }
    registration?.remove()
    removeThoseThatAreOver()
  }

  /// The tables of which each changed column matters.
  var interest: ObservationInterest {
    observations.reduce(.tables([])) { $0.union($1.interest) }
  }

  /// Whether somebody wants to know the rows that a statement changes.
  func wantsEvents(of access: StatementAccess) -> Bool {
    let listeners = observations.filter(\.wantsEvents)
    if listeners.isEmpty || access.writes.isEmpty { return false }
    // REPLACE deletes rows of which SQLite does not tell before.
    let replaced = access.writes.keys.map { DatabaseEventKind.delete(tableName: $0.table.text) }
    let kinds = access.eventKinds + replaced
    return listeners.contains { kinds.contains(where: $0.observes) }
  }

  // MARK: - What is told

  /// Who is told of rows before they are changed in this way; nil is nobody.
  func witness(of kind: DatabaseEventKind) -> ((DatabasePreUpdateEvent) -> Void)? {
    let listeners = observations.filter { $0.wantsEvents && $0.observes(kind) }
    if listeners.isEmpty { return nil }
    return { event in for listener in listeners { listener.willChange(event) } }
  }

  func tell(_ events: [TransactionEvents]) {
    for events in events {
      switch events {
      case .rows(let events, let kinds): tell(events, kinds)
      case .unspecified(let kinds):
        for observation in observations where kinds.contains(where: observation.observes) {
          observation.didChange(nil)
        }
      }
    }
  }

  private func tell(_ events: StatementEvents, _ kinds: [DatabaseEventKind]) {
    let listeners = observations.filter(\.wantsEvents)
      .map { ($0, isWanted: kinds.map($0.observes)) }
      .filter { $0.isWanted.contains(true) }
    if listeners.isEmpty { return }
    events.forEach { source, event in
      for (observation, isWanted) in listeners where isWanted[source] {
        observation.didChange(event)
      }
    }
  }

  var hasVeto: Bool { veto != nil }

  /// Asks whether the transaction may be committed.
  func mayCommit() -> Bool {
    do {
      for observation in observations { try observation.willCommit() }
      return true
    } catch {
      veto = error
      return false
    }
  }

  /// The error of whoever has not let the transaction be committed, once.
  func takeVeto() -> (any Error)? {
    defer { veto = nil }
    return veto
  }

  func didCommit(_ changes: DatabaseChanges, _ db: Database) {
    let present = observations
    for observation in present { observation.didCommit(changes, db) }
    removeThoseThatAreOver()
  }

  /// Another connection has committed something, of which only those are told who want no more than
  /// that.
  func didChangeElsewhere(_ db: Database) {
    for case let observer as RegionObserver in observations { observer.didCommit(.unknown, db) }
    removeThoseThatAreOver()
  }

  func didRollback(_ db: Database) {
    let present = observations
    for observation in present { observation.didRollback(db) }
    removeThoseThatAreOver()
  }
}
