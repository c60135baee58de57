internal import CSQLite

/// A compiled statement of a connection.
package final class SQLiteStatement {
  package let handle: OpaquePointer
  package let connection: SQLiteConnection
  /// The number of the largest parameter.
  package let parameterCount: Int
  /// Texts and blobs that are bound now.
  package let arena: BindingArena

  init(_ handle: OpaquePointer, connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    arena = BindingArena()
  }

  deinit { sqlite3_finalize(handle) }

  /// The text of this statement alone.
  package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }
  /// The text with the bound values in place of the parameters.
  package var expandedSQL: String? {
    guard let text = sqlite3_expanded_sql(handle) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
  /// Whether the statement writes nothing (https://sqlite.org/c3ref/stmt_readonly.html).
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }
  /// Whether the statement is an EXPLAIN or an EXPLAIN QUERY PLAN.
  package var isExplain: Bool { sqlite3_stmt_isexplain(handle) != 0 }
  /// How often SQLite has compiled the statement anew because the schema changed.
  package var recompilationCount: Int32 {
    sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
  }

  /// Runs to the next row.
  ///
  /// - Returns: false where there is no further row; the statement is then reset.
  /// - Throws: `DatabaseError`; the statement is then reset.
  @inline(__always)
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    return try end(code)
  }

  @inline(never)
  private func end(_ code: Int32) throws -> Bool {
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    let error = connection.error(code, sql: sql)
    sqlite3_reset(handle)
    throw error
  }

  /// Goes back before the first row; the bound values stay.
  package func reset() { sqlite3_reset(handle) }

  /// Forgets the bound values; all parameters are NULL.
  package func clearBindings() {
    sqlite3_clear_bindings(handle)
    arena.reset()
  }

  /// Makes the place of the bound values free for new ones, all of which have to be bound.
  ///
  /// The old texts and blobs may be read no more, but their memory is still there as long as no value
  /// was too large for it.
  @inline(__always)
  package func rewindBindings() {
    if arena.hasOthers { sqlite3_clear_bindings(handle) }
    arena.reset()
  }
}

extension SQLiteStatement {
  /// The name of a parameter, from 1, with its `:`, `@`, `$` or `?`.
  ///
  /// Nil for a bare `?`.
  package func parameterName(_ number: Int) -> String? {
    sqlite3_bind_parameter_name(handle, Int32(clamping: number)).map { String(cString: $0) }
  }

  /// The names of all parameters without their first character, nil for those without a name.
  package var parameterNames: [String?] {
    (0..<parameterCount).map { index in
      parameterName(index + 1).flatMap { $0.hasPrefix("?") ? nil : String($0.dropFirst()) }
    }
  }

  /// What binds values to the parameters; forget them with `clearBindings()`.
  package var binder: ValueBinder {
    ValueBinder(statement: handle, count: parameterCount, arena: arena)
  }

  /// Binds the arguments.
  ///
  /// - Throws: `DatabaseError` with SQLITE_MISUSE where their number or their names do not fit.
  package func bind(_ arguments: StatementArguments) throws {
    clearBindings()
    let binder = binder
    if arguments.namedValues.isEmpty, arguments.values.count == parameterCount {
      for index in arguments.values.indices { binder.value(index, arguments.values[index]) }
      return try arena.checkFailure()
    }
    var positions = arguments.values[...]
    for (index, name) in parameterNames.enumerated() {
      if let name, let value = arguments.namedValues[name] {
        binder.value(index, value)
      } else if let value = positions.popFirst() {
        binder.value(index, value)
      } else {
        throw misfit("missing statement argument: \(name ?? "number \(index + 1)")", arguments)
      }
    }
    guard positions.isEmpty else {
      throw misfit("too many statement arguments: \(arguments.values.count)", arguments)
    }
    try arena.checkFailure()
  }

  private func misfit(_ message: String, _ arguments: StatementArguments) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISUSE,
      message: message,
      sql: sql,
      arguments: arguments
    )
  }
}
