internal import CSQLite

extension SQLiteConnection {
  /// Calls `body` with the SQL of each statement that begins, values in place of parameters; nil
  /// stops that (https://sqlite.org/c3ref/trace_v2.html).
  package func setTrace(_ body: ((String) -> Void)?) {
    hooks.trace = body
    guard body != nil else {
      sqlite3_trace_v2(handle, 0, nil, nil)
      return
    }
    sqlite3_trace_v2(
      handle,
      UInt32(SQLITE_TRACE_STMT),
      { _, pointer, statement, comment in
        guard let body = SQLiteHooks.from(pointer)?.trace, let statement else { return 0 }
        // Statements of triggers come as comments that begin with "--".
        let unexpanded = comment.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        if let unexpanded, unexpanded.hasPrefix("--") {
          body(unexpanded)
        } else if let text = sqlite3_expanded_sql(OpaquePointer(statement)) {
          body(String(cString: text))
          sqlite3_free(text)
        }
        return 0
      },
      hooks.pointer
    )
  }
}
