internal import CSQLite

/// A statement that begins or that has ended.
package struct SQLiteTrace: Sendable {
  /// The SQL as it was compiled; that of a trigger's statement is a comment.
  package var sql: String
  /// The SQL with the values in place of the parameters.
  package var expandedSQL: String
  /// The time that it took; nil where it begins.
  package var nanoseconds: Int64?
}

extension SQLiteConnection {
  /// Calls `body` with each statement that begins or that has ended; nil stops that
  /// (https://sqlite.org/c3ref/trace_v2.html).
  package func setTrace(begins: Bool, ends: Bool, _ body: ((SQLiteTrace) -> Void)?) {
    hooks.trace = body
    guard body != nil, begins || ends else {
      sqlite3_trace_v2(handle, 0, nil, nil)
      return
    }
    sqlite3_trace_v2(
      handle,
      UInt32((begins ? SQLITE_TRACE_STMT : 0) | (ends ? SQLITE_TRACE_PROFILE : 0)),
      { event, pointer, subject, detail in
        guard let body = SQLiteHooks.from(pointer)?.trace, let subject else { return 0 }
        let statement = OpaquePointer(subject)
        let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
        guard Int32(bitPattern: event) == SQLITE_TRACE_STMT else {
          let time = detail?.load(as: Int64.self)
          body(SQLiteTrace(sql: sql, expandedSQL: expanded(statement), nanoseconds: time))
          return 0
        }
        // Statements of triggers come as comments that begin with "--".
        let text = detail.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        if let text, text.hasPrefix("--") {
          body(SQLiteTrace(sql: text, expandedSQL: text))
        } else {
          body(SQLiteTrace(sql: sql, expandedSQL: expanded(statement)))
        }
        return 0
      },
      hooks.pointer
    )
  }
}

private func expanded(_ statement: OpaquePointer) -> String {
  guard let text = sqlite3_expanded_sql(statement) else { return "" }
  defer { sqlite3_free(text) }
  return String(cString: text)
}
