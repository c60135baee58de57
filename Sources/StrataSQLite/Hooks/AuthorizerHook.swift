internal import CSQLite

/// What a statement that is being compiled will do (https://sqlite.org/c3ref/c_alter_table.html).
package struct SQLiteAction {
  /// The code `SQLITE_READ`, `SQLITE_INSERT`, ….
  package var code: Code
  /// The first detail: the table of a read or write, the operation of a transaction.
  package var first: String?
  /// The second detail: the column of a read or an update, the name of a savepoint or a function.
  package var second: String?
  /// `main`, `temp`, or the name of an attached database.
  package var database: String?
  /// The innermost trigger or view that is the cause, nil for the statement itself.
  package var source: String?

  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let read = Code(rawValue: SQLITE_READ)
    package static let select = Code(rawValue: SQLITE_SELECT)
    package static let insert = Code(rawValue: SQLITE_INSERT)
    package static let update = Code(rawValue: SQLITE_UPDATE)
    package static let delete = Code(rawValue: SQLITE_DELETE)
    package static let transaction = Code(rawValue: SQLITE_TRANSACTION)
    package static let savepoint = Code(rawValue: SQLITE_SAVEPOINT)
    package static let function = Code(rawValue: SQLITE_FUNCTION)
    package static let pragma = Code(rawValue: SQLITE_PRAGMA)
    package static let attach = Code(rawValue: SQLITE_ATTACH)
    package static let detach = Code(rawValue: SQLITE_DETACH)
    package static let alterTable = Code(rawValue: SQLITE_ALTER_TABLE)
    package static let createTable = Code(rawValue: SQLITE_CREATE_TABLE)
    package static let createTemporaryTable = Code(rawValue: SQLITE_CREATE_TEMP_TABLE)
    package static let createIndex = Code(rawValue: SQLITE_CREATE_INDEX)
    package static let createTemporaryIndex = Code(rawValue: SQLITE_CREATE_TEMP_INDEX)
    package static let createTrigger = Code(rawValue: SQLITE_CREATE_TRIGGER)
    package static let createTemporaryTrigger = Code(rawValue: SQLITE_CREATE_TEMP_TRIGGER)
    package static let createView = Code(rawValue: SQLITE_CREATE_VIEW)
    package static let createTemporaryView = Code(rawValue: SQLITE_CREATE_TEMP_VIEW)
    package static let createVirtualTable = Code(rawValue: SQLITE_CREATE_VTABLE)
    package static let dropTable = Code(rawValue: SQLITE_DROP_TABLE)
    package static let dropTemporaryTable = Code(rawValue: SQLITE_DROP_TEMP_TABLE)
    package static let dropIndex = Code(rawValue: SQLITE_DROP_INDEX)
    package static let dropTemporaryIndex = Code(rawValue: SQLITE_DROP_TEMP_INDEX)
    package static let dropTrigger = Code(rawValue: SQLITE_DROP_TRIGGER)
    package static let dropTemporaryTrigger = Code(rawValue: SQLITE_DROP_TEMP_TRIGGER)
    package static let dropView = Code(rawValue: SQLITE_DROP_VIEW)
    package static let dropTemporaryView = Code(rawValue: SQLITE_DROP_TEMP_VIEW)
    package static let dropVirtualTable = Code(rawValue: SQLITE_DROP_VTABLE)
    package static let recursive = Code(rawValue: SQLITE_RECURSIVE)
  }
}

/// The answer to an action.
package enum SQLiteAuthorization: Sendable {
  case allow
  /// The statement is not compiled.
  case deny
  /// A read gives NULL; a delete deletes row by row and not the whole table at once.
  case ignore
}

extension SQLiteConnection {
  /// Asks `body` about every action of the statements that are compiled from now on; nil stops that.
  ///
  /// Compiled statements are compiled anew at their next run
  /// (https://sqlite.org/c3ref/set_authorizer.html).
  package func setAuthorizer(_ body: ((SQLiteAction) -> SQLiteAuthorization)?) {
    hooks.authorizer = body
    guard body != nil else {
      sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    sqlite3_set_authorizer(
      handle,
      { pointer, code, first, second, database, source in
        guard let body = SQLiteHooks.from(pointer)?.authorizer else { return SQLITE_OK }
        let action = SQLiteAction(
          code: SQLiteAction.Code(rawValue: code),
          first: first.map { String(cString: $0) },
          second: second.map { String(cString: $0) },
          database: database.map { String(cString: $0) },
          source: source.map { String(cString: $0) }
        )
        return switch body(action) {
        case .allow: SQLITE_OK
        case .deny: SQLITE_DENY
        case .ignore: SQLITE_IGNORE
        }
      },
      hooks.pointer
    )
  }
}
