internal import CSQLite

extension SQLiteConnection {
  /// Compiles the first statement of the text.
  ///
  /// - Parameters:
  ///   - sql: one or more statements.
  ///   - isPersistent: whether the statement will live long
  ///     (https://sqlite.org/c3ref/c_prepare_dont_log.html).
  /// - Returns: the statement.
  /// - Throws: `DatabaseError` with the place of the mistake, and SQLITE_MISUSE where the text has
  ///   no statement.
  package func prepare(_ sql: String, isPersistent: Bool = false) throws -> SQLiteStatement {
    guard let (statement, _) = try prepare(sql, from: 0, isPersistent: isPersistent) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "no SQL statement", sql: sql)
    }
    return statement
  }

  /// Compiles the next statement at or after a UTF-8 offset of the text.
  ///
  /// - Returns: the statement with the offset behind it; nil where only white space and comments
  ///   are left.
  package func prepare(
    _ sql: String,
    from offset: Int,
    isPersistent: Bool = false
  ) throws -> (statement: SQLiteStatement, end: Int)? {
    var offset = offset
    let length = sql.utf8.count
    while offset < length {
      let (statement, end) = try prepareOne(sql, from: offset, isPersistent: isPersistent)
      if let statement { return (statement, end) }
      guard end > offset else {
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE,
          message: "NUL in SQL",
          sql: sql,
          offset: offset
        )
      }
      offset = end
    }
    return nil
  }

  private func prepareOne(
    _ sql: String,
    from offset: Int,
    isPersistent: Bool
  ) throws -> (SQLiteStatement?, Int) {
    var text = sql
    var statement: OpaquePointer?
    var end = offset
    let code = text.withUTF8 { bytes -> Int32 in
      bytes.withMemoryRebound(to: CChar.self) { characters -> Int32 in
        guard let base = characters.baseAddress else { return SQLITE_OK }
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle,
          base + offset,
          Int32(clamping: characters.count - offset),
          isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0,
          &statement,
          &tail
        )
        if let tail { end = tail - base }
        return code
      }
    }
    guard code == SQLITE_OK else {
      let error = error(code, sql: sql)
      throw DatabaseError(
        resultCode: error.extendedResultCode,
        message: error.message,
        sql: sql,
        offset: error.offset.map { $0 + offset }
      )
    }
    guard let statement else { return (nil, end) }
    return (SQLiteStatement(statement, connection: self), end)
  }

  /// Runs all statements of the text; rows that they give are passed over.
  package func execute(_ sql: String) throws {
    var offset = 0
    while let (statement, end) = try prepare(sql, from: offset) {
      while try statement.step() {}
      offset = end
    }
  }
}

extension SQLiteConnection {
  /// Whether only white space, comments and semicolons are at and after a UTF-8 offset of the text.
  package func isBlank(_ sql: String, from offset: Int) -> Bool {
    var isComment = false
    var isBlock = false
    var bytes = sql.utf8.dropFirst(offset)
    while let byte = bytes.popFirst() {
      let next = bytes.first
      if isBlock {
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          isBlock = false
          bytes.removeFirst()
        }
      } else if isComment {
        isComment = byte != UInt8(ascii: "\n")
      } else if byte == UInt8(ascii: "-"), next == UInt8(ascii: "-") {
        isComment = true
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        isBlock = true
        bytes.removeFirst()
      } else if byte != UInt8(ascii: ";"), !(9...13).contains(byte), byte != 32 {
        return false
      }
    }
    return true
  }
}
