import StrataSchema

/// The SQL of a step, cut into statements.
package struct SQLScript: Hashable, Sendable {
  /// The statements without their semicolons and what stands around them.
  package var statements: [String] = []
  /// The comments before each statement, without those of the head.
  var comments: [[String]] = []
  /// The comments behind each statement, on its last line.
  var remarks: [[String]] = []
  /// The comments after the last statement.
  var tail: [String] = []
  /// Where each statement begins, in lines from 1.
  var lines: [Int] = []
  /// What is said of hazards: the key of each with the reason, as `column-dropped a.b: nobody reads it`.
  private var acknowledgements: [String] = []
  /// Whether the last statement does not end.
  package private(set) var isCut = false

  /// Reads a script whose lines end with LF.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    var statement: [SQLToken] = []
    var comments: [String] = []
    var end = 0
    var (line, counted) = (1, 0)
    func add() {
      guard let first = statement.first, let last = statement.last else { return }
      let range = first.range.lowerBound..<last.range.upperBound
      statements.append(String(decoding: bytes[range], as: UTF8.self))
      for byte in bytes[counted..<range.lowerBound] where byte == 0x0A { line += 1 }
      counted = range.lowerBound
      lines.append(line)
      self.comments.append(comments)
      remarks.append([])
      comments = []
      statement = []
    }
    for token in SQLTokenizer.tokens(of: text) {
      if token.kind == .comment {
        let isHead =
          acknowledge(token.text) || token.text.hasPrefix(SQLScript.title)
          || token.text == SQLScript.nothing
        guard statement.isEmpty, !isHead else { continue }
        if let last = remarks.indices.last, comments.isEmpty,
          !bytes[end..<token.range.lowerBound].contains(0x0A)
        {
          remarks[last].append(token.text)
        } else {
          comments.append(token.text)
        }
      } else if token.isSymbol(";"), Self.isWhole(statement) {
        add()
        end = token.range.upperBound
      } else {
        statement.append(token)
      }
    }
    isCut = statement.first.map { Self.isTrigger(statement) || $0.kind == .illegal } ?? false
    add()
    tail = comments
  }

  /// The step's hash, which is that of a prototype with the same statements.
  package var hash: String { schemaHash(of: statements) }

  /// Whether a semicolon ends the statement: a trigger has others before that.
  private static func isWhole(_ tokens: [SQLToken]) -> Bool {
    guard isTrigger(tokens) else { return true }
    guard let last = tokens.last, last.isWord("end"), tokens.count > 1 else { return false }
    return tokens[tokens.count - 2].isSymbol(";")
  }

  private static func isTrigger(_ tokens: [SQLToken]) -> Bool {
    guard let first = tokens.first, first.isWord("create") else { return false }
    return tokens.dropFirst().prefix(2).contains { $0.isWord("trigger") }
  }

  /// `-- allow column-dropped player.nickname: nobody reads it`.
  private mutating func acknowledge(_ comment: String) -> Bool {
    guard comment.hasPrefix("--") else { return false }
    let words = comment.dropFirst(2).drop { $0 == " " }
    guard words.hasPrefix("allow "), words.contains(": ") else { return false }
    acknowledgements.append(String(words.dropFirst(6)))
    return true
  }

  /// Why a hazard may be, by its key; nil where nobody says so.
  package func reason(for hazard: String) -> String? {
    // A name in the key may hold a colon itself.
    let reasons = acknowledgements.filter { $0.hasPrefix(hazard + ": ") }.map { line in
      String(line.dropFirst(hazard.count + 2).drop { $0 == " " })
    }
    return reasons.first { !$0.isEmpty }
  }

  /// How the first line of a step begins.
  static let title = "-- Step "

  /// What stands in a step without statements.
  static let nothing = "-- Nothing changes in SQL."
}
