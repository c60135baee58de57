/// The parts of CREATE TABLE whose SQL is kept as it was written: conditions and expressions.
struct TableSource {
  struct Check {
    /// The index of the column beside which it stands.
    var column: Int?
    var name: String?
    var sql: String
    var tokens: [SQLToken]
  }

  struct Generated {
    var sql: String
    var isStored: Bool
  }

  var checks: [Check] = []
  /// By the index of the column.
  var generated: [Int: Generated] = [:]
  private var columnNames: Set<String> = []
  /// The expressions of defaults in brackets, by the index of the column.
  var defaults: [Int: String] = [:]

  /// Reads a statement that SQLite has kept; `columnCount` columns stand before the constraints.
  init(_ sql: String) {
    let tokens = SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }
    guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
      let close = SQLMeaning.closingBracket(of: open, in: tokens[open...])
    else { return }
    let bytes = Array(sql.utf8)
    var column = -1
    let parts = TableReader.parts(of: tokens[(open + 1)..<close])
    columnNames = SQLToken.columnNames(in: parts)
    for part in parts {
      let isConstraint = part.first.map(TableReader.beginsTableConstraint) ?? true
      if !isConstraint { column += 1 }
      read(Array(part), of: isConstraint ? nil : column, bytes)
    }
  }

  private mutating func read(_ tokens: [SQLToken], of column: Int?, _ bytes: [UInt8]) {
    var name: String?
    var index = column == nil ? 0 : 1
    while index < tokens.count {
      let token = tokens[index]
      if token.isSymbol("("),
        let close = SQLMeaning.closingBracket(of: index, in: tokens[index...])
      {
        let inner = Array(tokens[(index + 1)..<close]).quotingTexts(besideColumns: columnNames)
        let word = tokens[index - 1]
        if word.isWord("check") {
          checks.append(
            Check(column: column, name: name, sql: Self.text(inner, bytes), tokens: inner)
          )
          name = nil
        } else if word.isWord("as"), let column {
          let isStored = close + 1 < tokens.count && tokens[close + 1].isWord("stored")
          generated[column] = Generated(sql: Self.text(inner, bytes), isStored: isStored)
        } else if word.isWord("default"), let column {
          defaults[column] = Self.text(inner, bytes)
        }
        index = close
      } else if token.isWord("constraint"), index + 1 < tokens.count {
        name = tokens[index + 1].name ?? SQLToken.unquote(tokens[index + 1].text)
        index += 1
      } else if token.kind == .word,
        ["unique", "primary", "not", "references", "foreign"]
          .contains(token.folded)
      {
        name = nil
      }
      index += 1
    }
  }

  /// The text of tokens, with what stands between them but for comments.
  static func text(_ tokens: [SQLToken], _ bytes: [UInt8]) -> String {
    var text = ""
    var last: Int?
    for token in tokens {
      if let last, token.range.lowerBound > last {
        let gap = bytes[last..<token.range.lowerBound]
        text += gap.allSatisfy(SQLTokenizer.isSpace) ? (gap.contains(0x0A) ? "\n" : " ") : " "
      }
      text += token.text
      last = token.range.upperBound
    }
    // Lines in brackets need no lines of their own, and texts that hold some keep theirs.
    let holdsLines = tokens.contains { $0.text.utf8.contains(0x0A) }
    return holdsLines ? text : text.split(separator: "\n").joined(separator: " ")
  }
}
