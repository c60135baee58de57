/// How a connection learns which rows its statements change.
protocol ChangeCapture: AnyObject {
  /// The tables of which each row matters.
  var interest: ObservationInterest { get set }

  /// Looks up what is needed of a table that the next statement may change.
  func prepare(_ table: TableName, _ catalog: inout SchemaCatalog) throws

  /// Forgets what was looked up, because the schema has changed.
  func forgetSchema()

  /// Whether changes are told; else there is nobody whom they concern.
  var isOn: Bool { get set }

  /// Whether no changed row goes unseen.
  var seesEveryRow: Bool { get }

  /// Whether each changed row is kept for ``takeEvents()``, beside the sum of all changes.
  var recordsEvents: Bool { get set }

  /// Says who is told of the rows of a source before they change, while events are recorded; nil is
  /// nobody. Called only where `seesEveryRow`.
  var witness: (StatementEvents.Source) -> ((DatabasePreUpdateEvent) -> Void)? { get set }

  /// The rows that were changed since the last call.
  func takeEvents() -> StatementEvents

  /// Begins a statement.
  ///
  /// - Returns: what a statement has changed that has begun and not ended.
  func begin() -> DatabaseChanges

  /// Ends a statement, which may have failed, and tells what it has changed.
  func end(_ statement: Statement, isFailed: Bool) -> DatabaseChanges
}

/// The changes of the present transaction, in layers that savepoints divide.
struct TransactionChanges {
  private struct Layer {
    var savepoint: SchemaName?
    var changes = DatabaseChanges()
    /// What the observers of the transaction have not been told.
    var events: [TransactionEvents] = []
  }

  private var layers = [Layer()]

  /// Whether nothing has changed, and no savepoint is open.
  var isPristine: Bool { layers.count == 1 && layers[0].changes.isEmpty }

  /// Adds the changes of a statement.
  mutating func add(_ changes: DatabaseChanges) {
    if !changes.isEmpty { layers[layers.count - 1].changes.formUnion(changes) }
  }

  /// Adds what the observers of the transaction are to be told.
  mutating func add(_ events: TransactionEvents) {
    layers[layers.count - 1].events.append(events)
  }

  /// What no savepoint can undo any more, and nobody has been told; once.
  mutating func takeCertainEvents() -> [TransactionEvents] {
    layers.count == 1 ? takeAllEvents() : []
  }

  /// All that nobody has been told, once; the transaction is about to be committed.
  mutating func takeAllEvents() -> [TransactionEvents] {
    var events: [TransactionEvents] = []
    for index in layers.indices {
      events += layers[index].events
      layers[index].events = []
    }
    return events
  }

  /// Follows a statement about savepoints; names may occur several times, the last one counts.
  ///
  /// - Returns: the changes that were undone.
  mutating func apply(_ action: StatementAccess.Savepoint) -> DatabaseChanges {
    switch action {
    case .begin(let name):
      layers.append(Layer(savepoint: name))
      return DatabaseChanges()
    case .release(let name):
      guard let index = layers.lastIndex(where: { $0.savepoint == name }) else { break }
      let events = layers[index...].flatMap(\.events)
      let released = merged(from: index)
      layers[index - 1].changes.formUnion(released)
      layers[index - 1].events += events
      return DatabaseChanges()
    case .rollback(let name):
      guard let index = layers.lastIndex(where: { $0.savepoint == name }) else { break }
      let undone = merged(from: index)
      layers.append(Layer(savepoint: name))
      return undone
    }
    return DatabaseChanges()
  }

  /// Ends the transaction, and gives all its changes.
  mutating func end() -> DatabaseChanges {
    if layers.count == 1 {
      defer { layers[0] = Layer() }
      return layers[0].changes
    }
    let changes = merged(from: 0)
    layers = [Layer()]
    return changes
  }

  private mutating func merged(from index: Int) -> DatabaseChanges {
    var changes = DatabaseChanges()
    for layer in layers[index...] { changes.formUnion(layer.changes) }
    layers.removeSubrange(index...)
    return changes
  }
}
