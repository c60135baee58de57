// What transactions change, and who is told of it.

extension ObservationBroker {
  /// Prepares for a statement that may write.
  ///
  /// While nobody observes the database, changes cost next to nothing. Of a transaction that has begun
  /// so, an observer that comes before its end is told that anything may have changed.
  @inline(__always)
  func willWrite(_ statement: Statement) throws {
    if center.isObserved {
      try willCapture(statement)
    } else {
      hasUnseenChanges = true
      if isCapturing { setCapturing(false) }
    }
  }

  /// Ends a statement that may have written, that controls transactions, or that has failed.
  @inline(__always)
  func didWrite(_ statement: Statement, isFailed: Bool) {
    if isCapturing || statement.changesStructure {
      didCapture(statement, isFailed: isFailed)
    }
  }

  private func setCapturing(_ isCapturing: Bool) {
    self.isCapturing = isCapturing
    capture.isOn = isCapturing
    if !isCapturing {
      recordings = []
      capture.recordsEvents = false
    }
  }

  @inline(never)
  private func willCapture(_ statement: Statement) throws {
    if !isCapturing { setCapturing(true) }
    isWriteImplicit = !sqlite.isInsideTransaction
    // Before the transaction others may change the schema still.
    if !isSchemaCertain, statement.effect != .transactionBegin {
      try updateSchema()
      isSchemaCertain = true
    }
    try statement.updateAccess()
    updateInterest()
    try readingSchema {
      for table in statement.access.writes.keys { try capture.prepare(table, &catalog) }
    }
    transaction.add(capture.begin())
    if !transactionObservations.isEmpty { willTellEvents(of: statement) }
  }

  private func updateInterest() {
    if let interest = center.interest(after: &interestVersion) { valueInterest = interest }
    let interest =
      transactionObservations.isEmpty
      ? valueInterest : valueInterest.union(transactionObservations.interest)
    if interest != capture.interest { capture.interest = interest }
  }

  @inline(never)
  private func didCapture(_ statement: Statement, isFailed: Bool) {
    let changes = capture.end(statement, isFailed: isFailed)
    transaction.add(changes)
    if !transactionObservations.isEmpty {
      let isRun = !isFailed && capture.seesEveryRow
      tellEvents(of: statement, hasChanged: isRun || !changes.isEmpty)
    }
    if isFailed { return }
    if changes.includesSchema { noteSchemaChange() }
    if statement.changesStructure { didChangeStructure(statement) }
  }

  private func didChangeStructure(_ statement: Statement) {
    if statement.access.changesSchema { noteSchemaChange() }
    if let savepoint = statement.access.savepoint {
      forget(transaction.apply(savepoint))
      if !transactionObservations.isEmpty { tellCertainEvents() }
    }
  }

  // MARK: - Ends of transactions

  /// Asks whether the transaction may be committed; called in the commit hook.
  @inline(__always)
  func mayCommit() -> Bool { transactionObservations.isEmpty || asksToCommit() }

  /// Asks whether a transaction that has changed nothing may be committed; nothing is lost where not.
  @inline(__always)
  func mayCommitNothing() -> Bool {
    if mayCommit() { return true }
    _ = transactionObservations.takeVeto()
    return false
  }

  @inline(never)
  private func asksToCommit() -> Bool {
    // A statement that is a transaction of its own has changed its rows, and not ended.
    if let index = recordings.indices.last {
      addEvents(of: recordings[index], hasChanged: true)
      recordings[index].isTold = true
    }
    transactionObservations.tell(transaction.takeAllEvents())
    return transactionObservations.mayCommit()
  }

  /// Publishes the changes of a transaction whose commit has succeeded.
  @inline(__always)
  func didCommit(_ db: Database) {
    if !publishChanges(db) { tellCommit(db) }
  }

  /// Publishes the changes that were committed, if there are any.
  @inline(__always) @discardableResult
  func publishChanges(_ db: Database) -> Bool {
    if isSchemaCertain { catalog.rememberDataVersion(of: sqlite) }
    isSchemaCertain = false
    let hasChanges = hasUnseenChanges || !transaction.isPristine
    if hasChanges { publish(db) }
    return hasChanges
  }

  @inline(never)
  private func publish(_ db: Database) {
    var changes = transaction.end()
    // Asked under the lock of the center: who comes later reads what is committed now.
    if hasUnseenChanges, !center.isEmpty { changes.includesSchema = true }
    hasUnseenChanges = false
    if !changes.isEmpty { center.didCommit(changes) }
    tellCommit(db, changes)
  }

  /// Wakes those who observe the database after another connection has committed something.
  func publishChangesOfOthers(_ db: Database) {
    center.didCommit(.unknown)
    transactionObservations.didChangeElsewhere(db)
  }

  @inline(__always)
  private func tellCommit(_ db: Database, _ changes: DatabaseChanges = DatabaseChanges()) {
    if !transactionObservations.isEmpty, !db.confinement.isReadOnlyAccess {
      transactionObservations.didCommit(changes, db)
    }
  }

  /// Forgets the changes of a transaction that was rolled back.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - isFailure: whether that is because a statement has failed; one that is a transaction of its own
  ///     has then done nothing.
  func didRollback(_ db: Database, isFailure: Bool) {
    isSchemaCertain = false
    hasUnseenChanges = false
    forget(transaction.end())
    let isNothing = isFailure && isWriteImplicit && !transactionObservations.hasVeto
    if !transactionObservations.isEmpty, !db.confinement.isReadOnlyAccess, !isNothing {
      transactionObservations.didRollback(db)
    }
  }

  // MARK: - Events for the observers of transactions

  @inline(never)
  private func willTellEvents(of statement: Statement) {
    transactionObservations.removeThoseThatAreOver()
    // What a statement has changed inside of which this one runs comes before.
    if let last = recordings.last { addEvents(of: last, hasChanged: true) }
    if transactionObservations.wantsEvents(of: statement.access) {
      recordings.append(EventRecording(statement: statement))
    }
    capture.recordsEvents = !recordings.isEmpty
  }

  @inline(never)
  private func tellEvents(of statement: Statement, hasChanged: Bool) {
    if let index = recordings.lastIndex(where: { $0.statement === statement }) {
      let recording = recordings.remove(at: index)
      addEvents(of: recording, hasChanged: hasChanged)
      capture.recordsEvents = !recordings.isEmpty
    }
    tellCertainEvents()
  }

  private func tellCertainEvents() {
    transactionObservations.tell(transaction.takeCertainEvents())
  }

  private func addEvents(of recording: EventRecording, hasChanged: Bool) {
    let events = capture.takeEvents()
    guard hasChanged, !recording.isTold else { return }
    let access = recording.statement.access
    if !events.isEmpty { transaction.add(TransactionEvents(events, of: access)) }
    let unseen = access.eventKinds { table in
      !events.contains(table) && (!capture.seesEveryRow || !events.isEmpty && isVirtual(table))
    }
    if !unseen.isEmpty { transaction.add(.unspecified(unseen)) }
  }

  private func isVirtual(_ table: TableName) -> Bool {
    let kind = readingSchema { try? catalog.kind(of: table, sqlite) }
    guard case .virtual? = kind else { return false }
    return true
  }
}

/// A statement whose changed rows are told to the observers of transactions.
struct EventRecording {
  let statement: Statement
  /// Whether its rows were told, because it has committed.
  var isTold = false
}

extension ObservationBroker {
  /// Tells that something in the region has changed of which SQLite says nothing.
  func notifyChanges(in region: DatabaseRegion) throws {
    var changes = DatabaseChanges()
    guard let tables = try resolve(region).tables else {
      changes.includesSchema = true
      return note(changes, kinds: [])
    }
    var kinds: [DatabaseEventKind] = []
    try readingSchema {
      for (table, region) in tables {
        let layout = try catalog.layout(of: table, sqlite)
        changes.tables[table] = changedColumns(region.columns, layout)
        kinds += eventKinds(table, region.columns, layout)
      }
    }
    note(changes, kinds: kinds)
  }

  private func note(_ changes: DatabaseChanges, kinds: [DatabaseEventKind]) {
    transaction.add(changes)
    if !transactionObservations.isEmpty {
      transaction.add(.unspecified(kinds))
      tellCertainEvents()
    }
  }

  private func changedColumns(
    _ columns: Set<SchemaName>?,
    _ layout: TableLayout?
  ) -> TableChanges {
    guard let columns, let layout else { return .whole }
    return .columns(layout.columnSet(of: columns), layout: layout)
  }

  private func eventKinds(
    _ table: TableName,
    _ columns: Set<SchemaName>?,
    _ layout: TableLayout?
  ) -> [DatabaseEventKind] {
    let names = columns ?? Set((layout?.columns ?? []).map(\.name))
    return [
      .insert(tableName: table.table.text),
      .delete(tableName: table.table.text),
      .update(tableName: table.table.text, columnNames: Set(names.map(\.text))),
    ]
  }
}
