import StrataSQLite
import StrataSchema

extension Prover {
  /// Reports an error of SQLite, then those that it hides: SQLite stops at the first name that it does
  /// not know, so a constant is put in its place and the text tried again.
  mutating func reportAll(
    _ first: any Error,
    in text: SQLText,
    fragment: SQLFragment? = nil,
    at range: SourceRange,
    reading relations: [String],
    _ attempt: (ProofDatabase, String) throws -> Void
  ) throws {
    var error = first
    var sql = Array(text.sql.utf8)
    for _ in 0..<16 {
      try report(error, in: text, fragment: fragment, at: range, reading: relations)
      guard let known = error as? DatabaseError, text.hide(known, in: &sql) else { return }
      do {
        try attempt(database, String(decoding: sql, as: UTF8.self))
        return
      } catch let next as DatabaseError {
        // Anything else may come from the constant, which in an index is the name of a column.
        let prefix = "no such column: "
        guard let message = next.message, message.hasPrefix(prefix), message != prefix else {
          return
        }
        error = next
      }
    }
  }
}

extension SQLText {
  /// Puts a constant of the same length in the place of a column that SQLite does not know.
  ///
  /// - Returns: Whether that could be done.
  fileprivate func hide(_ error: DatabaseError, in sql: inout [UInt8]) -> Bool {
    let prefix = "no such column: "
    guard let message = error.message, message.hasPrefix(prefix) else { return false }
    let path = SQLTokenizer.tokens(of: String(message.dropFirst(prefix.count)))
      .filter { $0.name != nil }.map(\.folded)
    guard !path.isEmpty else { return false }
    let tokens = SQLTokenizer.tokens(of: String(decoding: sql, as: UTF8.self))
    var isHidden = false
    for index in tokens.indices where tokens[index].folded == path[0] {
      let range = tokens[index].range
      if let offset = error.offset, offset != range.lowerBound { continue }
      let end = index + 2 * (path.count - 1)
      guard end < tokens.count, origin(ofUTF8Offset: range.lowerBound) != nil,
        path.indices.allSatisfy({ tokens[index + 2 * $0].folded == path[$0] }),
        tokens[end].range.upperBound - range.lowerBound > 1
      else { continue }
      for position in range.lowerBound..<tokens[end].range.upperBound { sql[position] = 0x20 }
      sql[range.lowerBound] = UInt8(ascii: "'")
      sql[range.lowerBound + 1] = UInt8(ascii: "'")
      isHidden = true
    }
    return isHidden
  }
}
