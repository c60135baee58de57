internal import CSQLite

/// A word of a text for a full-text index.
package struct SQLiteToken {
  /// What is indexed and looked up.
  package var text: String
  /// Where it stands, in UTF-8 offsets.
  package var range: Range<Int>
  /// Whether it stands in the place of the word before it, as a synonym does.
  package var isColocated: Bool

  package init(text: String, range: Range<Int>, isColocated: Bool = false) {
    self.text = text
    self.range = range
    self.isColocated = isColocated
  }
}

extension SQLiteConnection {
  /// Adds a tokenizer to FTS5; the words of `tokenize` are in the order of the text
  /// (https://sqlite.org/fts5.html#custom_tokenizers).
  ///
  /// - Throws: `DatabaseError` where the library has no FTS5.
  package func addTokenizer(
    _ name: String,
    _ tokenize: @escaping (String) -> [SQLiteToken]
  ) throws {
    guard let api = try fullTextInterface(), let create = api.pointee.xCreateTokenizer else {
      throw DatabaseError(resultCode: .SQLITE_ERROR, message: "this SQLite has no FTS5")
    }
    let box = Unmanaged.passRetained(Tokenizer(tokenize))
    var functions = fts5_tokenizer(
      xCreate: { context, _, _, result in
        // Options mean nothing here, and every index shares the one tokenizer.
        guard let context else { return SQLITE_ERROR }
        result?.pointee = OpaquePointer(context)
        return SQLITE_OK
      },
      xDelete: { _ in },
      xTokenize: { tokenizer, context, _, text, count, emit in
        guard let tokenizer, let emit else { return SQLITE_ERROR }
        let own = Unmanaged<Tokenizer>.fromOpaque(UnsafeRawPointer(tokenizer))
          .takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        for token in own.tokenize(String(decoding: bytes, as: UTF8.self)) {
          let code = emitToken(token, within: count, to: emit, context)
          if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
      }
    )
    let code = create(api, name, box.toOpaque(), &functions) {
      $0.map { Unmanaged<Tokenizer>.fromOpaque($0).release() }
    }
    guard code == SQLITE_OK else {
      box.release()
      throw error(code)
    }
  }

  /// What FTS5 gives extensions; nil where the library has no FTS5.
  private func fullTextInterface() throws -> UnsafeMutablePointer<fts5_api>? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
      return nil
    }
    var api: UnsafeMutablePointer<fts5_api>?
    try withUnsafeMutablePointer(to: &api) { pointer in
      let code = sqlite3_bind_pointer(statement, 1, pointer, "fts5_api_ptr", nil)
      guard code == SQLITE_OK else { throw error(code) }
      sqlite3_step(statement)
    }
    return api
  }
}

private final class Tokenizer {
  let tokenize: (String) -> [SQLiteToken]
  init(_ tokenize: @escaping (String) -> [SQLiteToken]) { self.tokenize = tokenize }
}

private typealias Emit =
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
  ) -> Int32

/// Gives a word to FTS5; a range outside of the text would have it read beyond its end.
private func emitToken(
  _ token: SQLiteToken,
  within count: Int32,
  to emit: Emit,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  let start = min(max(0, Int32(clamping: token.range.lowerBound)), count)
  let end = min(max(start, Int32(clamping: token.range.upperBound)), count)
  var text = token.text
  return text.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) { characters in
      emit(
        context,
        token.isColocated ? FTS5_TOKEN_COLOCATED : 0,
        characters.baseAddress,
        Int32(clamping: characters.count),
        start,
        end
      )
    }
  }
}
