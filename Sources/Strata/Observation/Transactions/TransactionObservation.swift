/// Somebody who is told of the transactions of a connection; confined to the connection.
protocol TransactionObservation: AnyObject {
  /// Whether it is to be told of anything more.
  var isOver: Bool { get }

  /// The tables of which each changed column matters.
  var interest: ObservationInterest { get }

  /// Whether the rows of some statements are to be told.
  var wantsEvents: Bool { get }

  /// Whether rows that are changed in this way are to be told.
  func observes(_ kind: DatabaseEventKind) -> Bool

  /// A row is about to be changed.
  func willChange(_ event: DatabasePreUpdateEvent)

  /// A row was changed; nil is one that is not known.
  func didChange(_ event: DatabaseEvent?)

  /// - Throws: why the transaction must not be committed.
  func willCommit() throws

  /// A transaction was committed; `changes` is what is known of it.
  func didCommit(_ changes: DatabaseChanges, _ db: Database)

  /// A transaction was rolled back.
  func didRollback(_ db: Database)
}

/// A ``TransactionObserver`` that was added to a connection.
final class ObserverRegistration: TransactionObservation {
  private weak var weakObserver: (any TransactionObserver)?
  private var strongObserver: (any TransactionObserver)?
  private let extent: Database.TransactionObservationExtent
  private var isStopped = false
  private var isRemoved = false

  init(_ observer: any TransactionObserver, extent: Database.TransactionObservationExtent) {
    weakObserver = observer
    self.extent = extent
    if extent != .observerLifetime { strongObserver = observer }
  }

  private var observer: (any TransactionObserver)? { isRemoved ? nil : weakObserver }

  var isOver: Bool { observer == nil }
  var interest: ObservationInterest { .tables([]) }
  var wantsEvents: Bool { !isStopped }

  func isOf(_ observer: any TransactionObserver) -> Bool { self.observer === observer }

  func remove() {
    isRemoved = true
    strongObserver = nil
  }

  func observes(_ kind: DatabaseEventKind) -> Bool {
    !isStopped && observer?.observes(eventsOfKind: kind) ?? false
  }

  func willChange(_ event: DatabasePreUpdateEvent) {
    if !isStopped { observer?.databaseWillChange(with: event) }
  }

  func didChange(_ event: DatabaseEvent?) {
    guard !isStopped, let observer else { return }
    let delivery = TransactionDelivery()
    TransactionDelivery.$current.withValue(delivery) {
      if let event {
        observer.databaseDidChange(with: event)
      } else {
        observer.databaseDidChange()
      }
    }
    isStopped = delivery.isStopped(observer)
  }

  func willCommit() throws { try observer?.databaseWillCommit() }

  func didCommit(_ changes: DatabaseChanges, _ db: Database) {
    end { $0.databaseDidCommit(db) }
  }

  func didRollback(_ db: Database) {
    end { $0.databaseDidRollback(db) }
  }

  private func end(_ tell: (any TransactionObserver) -> Void) {
    guard let observer else { return }
    isStopped = false
    // Before it is told: it may begin a transaction.
    if extent == .nextTransaction { remove() }
    tell(observer)
  }
}

/// The call of a `databaseDidChange` method, which may say that it was the last one.
final class TransactionDelivery: Sendable {
  @TaskLocal static var current: TransactionDelivery?

  private let stopped = Lock<ObjectIdentifier?>(nil)

  func stop(_ observer: any TransactionObserver) {
    stopped.withLock { [id = ObjectIdentifier(observer)] in $0 = id }
  }

  func isStopped(_ observer: any TransactionObserver) -> Bool {
    stopped.withLock { $0 } == ObjectIdentifier(observer)
  }
}
