import StrataSchema

/// The parts of a trigger, as far as checking it needs them.
struct TriggerParts {
  enum Event: Hashable { case insert, delete, update }

  var event: Event
  /// The columns after UPDATE OF.
  var columns: [SQLToken] = []
  /// The table or view, as it is written.
  var table: SQLToken
  /// The tokens before BEGIN.
  var head: [SQLToken]
  /// The tokens of each statement between BEGIN and END, without the semicolon.
  var statements: [[SQLToken]]

  /// The parts of a trigger that SQLite's grammar accepts; nil for anything else.
  init?(_ tokens: [SQLToken]) {
    let tokens = tokens.filter { $0.kind != .comment }
    guard let body = TriggerParts.body(of: tokens) else { return nil }
    let (begin, end) = (body.lowerBound, body.upperBound)
    head = Array(tokens[..<begin])
    statements = tokens[(begin + 1)..<end].split { $0.isSymbol(";") }.map(Array.init)
    let events: [String: Event] = ["insert": .insert, "delete": .delete, "update": .update]
    guard
      let index = head.firstIndex(where: { $0.kind == .word && events[$0.folded] != nil }),
      let event = events[head[index].folded]
    else { return nil }
    self.event = event
    guard let on = head[index...].firstIndex(where: { $0.isWord("on") }), on + 1 < head.count else {
      return nil
    }
    if index + 1 < on, head[index + 1].isWord("of") {
      columns = head[(index + 2)..<on].filter { $0.name != nil }
    }
    let isQualified = on + 3 < head.count && head[on + 2].isSymbol(".")
    table = head[isQualified ? on + 3 : on + 1]
    guard table.name != nil else { return nil }
  }

  /// The indexes of the BEGIN that opens the body, not of a column of that name in WHEN, and of the END
  /// that closes it, which is none of CASE where it follows a semicolon.
  static func body(of tokens: [SQLToken]) -> Range<Int>? {
    var depth = 0
    var begin: Int?
    for (index, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      guard index > 0 else { continue }
      let previous = tokens[index - 1]
      if let begin {
        if token.isWord("end"), previous.isSymbol(";") { return begin..<index }
      } else if depth == 0, token.isWord("begin"), !previous.isSymbol(".") {
        begin = index
      }
    }
    return nil
  }
}
