extension Database {
  /// Adds an observer, which is told of the transactions from now on.
  ///
  /// - Parameters:
  ///   - transactionObserver: the observer.
  ///   - extent: how long it is told; see ``TransactionObservationExtent``.
  public func add(
    transactionObserver: some TransactionObserver,
    extent: TransactionObservationExtent = .observerLifetime
  ) {
    checkConfinement()
    observationBroker.transactionObservations
      .add(ObserverRegistration(transactionObserver, extent: extent))
  }

  /// Removes an observer, which is told of nothing more.
  public func remove(transactionObserver: some TransactionObserver) {
    checkConfinement()
    observationBroker.transactionObservations.remove(transactionObserver)
  }

  /// Tells all who observe the database that something in a region has changed of which SQLite says
  /// nothing.
  ///
  ///     try db.notifyChanges(in: Player.all())
  ///
  /// Such changes are those of another connection, where they are not noticed by
  /// ``Configuration/observesExternalChanges``, and those of what a function of the app reads. It takes
  /// effect with the commit of the present transaction, or at once where none is open. The rows of the
  /// region are not considered: all rows of its tables count as changed.
  ///
  /// - Parameter region: what has changed.
  /// - Throws: what the region throws.
  public func notifyChanges(in region: some DatabaseRegionConvertible) throws {
    checkConfinement()
    try observationBroker.notifyChanges(in: region.databaseRegion(self))
    if !isInsideTransaction { observationBroker.publishChanges(self) }
  }
}

extension DatabaseWriter {
  /// Adds an observer, which is told of the transactions from now on.
  ///
  /// - Parameters:
  ///   - transactionObserver: the observer.
  ///   - extent: how long it is told.
  public func add(
    transactionObserver: some TransactionObserver,
    extent: Database.TransactionObservationExtent = .observerLifetime
  ) {
    // A closed database has no more transactions.
    try? unsafeReentrantWrite { $0.add(transactionObserver: transactionObserver, extent: extent) }
  }

  /// Removes an observer, which is told of nothing more.
  public func remove(transactionObserver: some TransactionObserver) {
    try? unsafeReentrantWrite { $0.remove(transactionObserver: transactionObserver) }
  }
}

extension DatabaseRegion {
  /// Whether a changed row is in the region.
  ///
  /// Columns are not considered: an event tells nothing of them.
  public func isModified(by event: DatabaseEvent) -> Bool {
    guard let tables else { return true }
    guard let region = tables[TableName(event.tableName, in: event.databaseName)] else {
      return false
    }
    return region.rowIDs?.contains(event.rowID) ?? true
  }
}
