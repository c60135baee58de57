package import StrataSchema

/// SQL put together from text of our own, quoted names and fragments of the schema, which remembers
/// where in the schema file each of its bytes was written.
package struct SQLText: Hashable, Sendable {
  /// A stretch that was taken from a fragment.
  struct Piece: Hashable, Sendable {
    /// UTF-8 offsets into the SQL.
    var range: Range<Int>
    var fragment: SQLFragment
    /// The UTF-8 offset into the fragment at which the stretch begins.
    var fragmentOffset: Int
  }

  package private(set) var sql = ""
  private(set) var pieces: [Piece] = []
  private var length = 0

  package init() {}

  /// Appends text that the planner itself writes.
  mutating func append(_ text: String) {
    sql += text
    length += text.utf8.count
  }

  /// Appends a quoted name.
  mutating func append(name: String) {
    append(SQLText.quote(name))
  }

  /// Appends a fragment without its comments and outer white space, parameters replaced.
  ///
  /// A comment becomes a space, so that it cannot swallow what follows. `expansions` are what stands in
  /// the place of the text between UTF-8 offsets, outside of parameters and comments.
  mutating func append(
    _ fragment: SQLFragment,
    tokens: [SQLToken]? = nil,
    expanding expansions: [Range<Int>: String] = [:],
    replacing parameter: (SQLToken) -> String? = { _ in nil }
  ) {
    let tokens = tokens ?? SQLTokenizer.tokens(of: fragment.text)
    let significant = tokens.filter { $0.kind != .comment }
    guard let first = significant.first, let last = significant.last else { return }
    let bytes = Array(fragment.text.utf8)
    var copied = first.range.lowerBound
    var previous: SQLToken?
    func copy(upTo end: Int, _ text: inout SQLText) {
      guard end > copied else { return }
      text.append(
        String(decoding: bytes[copied..<end], as: UTF8.self),
        from: fragment,
        at: copied
      )
    }
    var rest = expansions.sorted { $0.key.lowerBound < $1.key.lowerBound }[...]
    for token in tokens where token.range.upperBound <= last.range.upperBound {
      if token.range.lowerBound < first.range.lowerBound { continue }
      while let (range, text) = rest.first, range.lowerBound <= token.range.lowerBound {
        copy(upTo: range.lowerBound, &self)
        append(text, from: fragment, at: range.lowerBound)
        copied = max(copied, range.upperBound)
        rest.removeFirst()
      }
      // What an expansion has taken the place of.
      guard token.range.lowerBound >= copied else { continue }
      if token.kind == .comment {
        var end = token.range.lowerBound
        while end > copied, bytes[end - 1] == 0x20 { end -= 1 }
        copy(upTo: end, &self)
        if token.text.hasPrefix("/") { append(" ") }
        copied = token.range.upperBound
      } else if token.kind == .parameter {
        let isList = previous?.isWord("in") == true
        let name = parameter(token) ?? (isList ? token.text : nil)
        if let name {
          copy(upTo: token.range.lowerBound, &self)
          // SQL has no lists, but tables (`ListModule`).
          let value = isList ? "(SELECT value FROM strata_list(\(name)))" : name
          append(value, from: fragment, at: token.range.lowerBound)
          copied = token.range.upperBound
        }
      }
      if token.kind != .comment { previous = token }
    }
    copy(upTo: last.range.upperBound, &self)
  }

  private mutating func append(_ text: String, from fragment: SQLFragment, at offset: Int) {
    let start = length
    append(text)
    pieces.append(Piece(range: start..<length, fragment: fragment, fragmentOffset: offset))
  }

  mutating func append(_ other: SQLText) {
    let start = length
    append(other.sql)
    for piece in other.pieces {
      var moved = piece
      moved.range = piece.range.lowerBound + start..<piece.range.upperBound + start
      pieces.append(moved)
    }
  }

  /// The fragment, and the UTF-8 offset into it, that the byte at `offset` comes from.
  package func origin(ofUTF8Offset offset: Int) -> (fragment: SQLFragment, offset: Int)? {
    guard let piece = pieces.first(where: { $0.range.contains(offset) }) else { return nil }
    return (piece.fragment, piece.fragmentOffset + offset - piece.range.lowerBound)
  }

  /// The name in double quotes, which SQLite never reads as anything else.
  package static func quote(_ name: String) -> String {
    "\"" + name.doubling("\"") + "\""
  }
}

extension SQLFragment {
  /// The range in the file of UTF-8 offsets into the text.
  func range(ofUTF8 offsets: Range<Int>) -> SourceRange {
    SourceRange(
      file: range.file,
      start: position(atUTF8Offset: offsets.lowerBound),
      end: position(atUTF8Offset: offsets.upperBound)
    )
  }
}
