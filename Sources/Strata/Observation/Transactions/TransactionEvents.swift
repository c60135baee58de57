/// What the observers of a transaction are told of a part of it.
enum TransactionEvents {
  /// The rows that a statement has changed, with what was known of it before it ran: the kind of each
  /// source of its events.
  case rows(StatementEvents, kinds: [DatabaseEventKind])
  /// Changes of these kinds, of which the rows are not known.
  case unspecified([DatabaseEventKind])

  /// The rows that a statement with this access has changed.
  init(_ events: StatementEvents, of access: StatementAccess) {
    self = .rows(events, kinds: events.sources.map { access.eventKind(of: $0) })
  }
}

extension StatementAccess {
  /// What SQLite says that the statement may do.
  var eventKinds: [DatabaseEventKind] { eventKinds { _ in true } }

  /// What SQLite says that the statement may do to some tables.
  func eventKinds(_ isIncluded: (TableName) -> Bool) -> [DatabaseEventKind] {
    writes.flatMap { table, write -> [DatabaseEventKind] in
      var kinds: [DatabaseEventKind] = []
      if write.inserts { kinds.append(.insert(tableName: table.table.text)) }
      if write.deletes { kinds.append(.delete(tableName: table.table.text)) }
      if !write.columns.isEmpty { kinds.append(write.updateKind(of: table.table.text)) }
      return isIncluded(table) ? kinds : []
    }
  }

  /// The kind of some changed rows, also of those that SQLite has not said anything about.
  func eventKind(of source: StatementEvents.Source) -> DatabaseEventKind {
    switch source.kind {
    case .insert: .insert(tableName: source.table)
    case .delete: .delete(tableName: source.table)
    case .update:
      (writes[TableName(source.table, in: source.database)] ?? Write()).updateKind(of: source.table)
    }
  }
}

extension StatementAccess.Write {
  fileprivate func updateKind(of table: String) -> DatabaseEventKind {
    .update(tableName: table, columnNames: Set(columns.map(\.text)))
  }
}
