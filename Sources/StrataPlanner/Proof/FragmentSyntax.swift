import StrataSchema

/// Where a fragment stands, which decides what it may hold.
enum FragmentPlace: Hashable {
  /// Between parentheses of ours.
  case expression
  /// An entry of an index.
  case indexEntry
  /// A term of ORDER BY, or several.
  case orderTerm
  /// After LIMIT.
  case limit
  /// A table constraint.
  case constraint
  /// A SELECT.
  case select
  /// What follows CREATE TRIGGER and the name.
  case trigger
  /// The SELECT of a request.
  case request
  /// An INSERT, UPDATE or DELETE.
  case statement
  /// A CREATE statement of any kind.
  case creation

  /// Whether it is a statement of its own, which a semicolon may end.
  var isWhole: Bool {
    self == .select || self == .request || self == .statement || self == .creation
  }
}

/// Refuses fragments that could mean something outside of their place: SQLite sees only the whole
/// statement that they are put into.
struct FragmentSyntax {
  let fragment: SQLFragment
  let place: FragmentPlace
  let allowsParameters: Bool
  private var problems: [(range: Range<Int>, message: String)] = []

  /// The tokens of the fragment; nil where an error was reported.
  static func tokens(
    of fragment: SQLFragment,
    as place: FragmentPlace,
    allowsParameters: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> [SQLToken]? {
    var syntax = FragmentSyntax(
      fragment: fragment,
      place: place,
      allowsParameters: allowsParameters
    )
    let tokens = SQLTokenizer.tokens(of: fragment.text)
    syntax.check(tokens)
    let problems = syntax.problems.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (index, problem) in problems.enumerated() {
      // What follows the first is mostly its consequence; a parameter is wrong in itself.
      let isParameter = tokens.contains { $0.kind == .parameter && $0.range == problem.range }
      guard index == 0 || isParameter else { continue }
      diagnostics.error(
        "sql-fragment",
        problem.message,
        at: fragment.range(ofUTF8: problem.range)
      )
    }
    return problems.isEmpty ? tokens : nil
  }

  private init(fragment: SQLFragment, place: FragmentPlace, allowsParameters: Bool) {
    self.fragment = fragment
    self.place = place
    self.allowsParameters = allowsParameters
  }

  private mutating func check(_ tokens: [SQLToken]) {
    guard let first = tokens.first(where: { $0.kind != .comment }) else {
      problems.append((0..<fragment.text.utf8.count, "SQL is missing here"))
      return
    }
    let isTrigger =
      place == .trigger || place == .creation && ObjectHead(tokens)?.kind == .trigger
    var open: [Range<Int>] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .illegal: problems.append((token.range, FragmentSyntax.message(forIllegal: token)))
      case .parameter: check(parameter: token)
      case .symbol where token.text == "(": open.append(token.range)
      case .symbol where token.text == ")":
        if open.popLast() == nil {
          problems.append((token.range, "this parenthesis closes nothing"))
        }
      case .symbol where token.text == ";" && isTrigger: break
      case .symbol where token.text == ";":
        let rest = tokens[(index + 1)...]
        if !place.isWhole || !rest.allSatisfy({ $0.isSymbol(";") || $0.kind == .comment }) {
          problems.append((token.range, "';' ends a statement; \(description) stands here"))
        }
      case .symbol where token.text == "," && open.isEmpty: checkComma(token)
      case .word where open.isEmpty && forbidden.contains(token.folded):
        // IS DISTINCT FROM
        if token.folded == "from", index > 0, tokens[index - 1].isWord("distinct") { continue }
        // A column alone is quoted, whatever its name.
        if index == 0, tokens.count <= 2, place == .indexEntry || place == .orderTerm { continue }
        problems.append(
          (
            token.range,
            "'\(token.text)' is a word of SQL that cannot stand in \(description); a column of that"
              + " name is written in double quotes"
          )
        )
      default: break
      }
    }
    if isTrigger { checkBody(tokens.filter { $0.kind != .comment }) }
    for range in open { problems.append((range, "this parenthesis is not closed")) }
    checkFirst(first, tokens)
  }

  private mutating func check(parameter: SQLToken) {
    if !allowsParameters {
      problems.append((parameter.range, "only a request or a statement has parameters"))
    } else if parameter.text.hasPrefix("?") {
      problems.append((parameter.range, "a parameter needs a name, such as ':name'"))
    }
  }

  /// A trigger ends with END, and each of its statements with a semicolon.
  private mutating func checkBody(_ tokens: [SQLToken]) {
    guard let body = TriggerParts.body(of: tokens) else {
      guard let end = tokens.last(where: { !$0.isSymbol(";") }), end.isWord("end") else { return }
      problems.append((end.range, "each statement between BEGIN and END ends with ';'"))
      return
    }
    guard let rest = tokens[(body.upperBound + 1)...].first(where: { !$0.isSymbol(";") }) else {
      return
    }
    problems.append(
      (rest.range, "a trigger ends with END; write each trigger under a key of its own")
    )
  }

  private mutating func checkComma(_ token: SQLToken) {
    switch place {
    case .select, .request, .statement, .creation, .orderTerm, .limit, .trigger: break
    case .expression:
      problems.append((token.range, "one expression was expected here, not several"))
    case .indexEntry:
      problems.append((token.range, "write each entry of an index as an item of its own"))
    case .constraint:
      problems.append((token.range, "write each constraint as an item of its own"))
    }
  }

  private mutating func checkFirst(_ first: SQLToken, _ tokens: [SQLToken]) {
    switch place {
    case .select where !["select", "with", "values"].contains(first.folded):
      problems.append((first.range, "a view is a SELECT; '\(first.text)' is not one"))
    case .constraint
    where !["constraint", "primary", "unique", "check", "foreign"].contains(first.folded):
      problems.append(
        (
          first.range,
          "a table constraint begins with CONSTRAINT, PRIMARY KEY, UNIQUE, CHECK or FOREIGN KEY"
        )
      )
    case .trigger where first.folded == "create":
      problems.append(
        (
          first.range,
          "the key is the name of the trigger; leave out CREATE TRIGGER and the name, and begin with"
            + " AFTER, BEFORE or INSTEAD OF"
        )
      )
    case .trigger
    where !["after", "before", "instead", "insert", "update", "delete"].contains(first.folded):
      problems.append(
        (first.range, "a trigger begins with AFTER, BEFORE or INSTEAD OF; '\(first.text)' does not")
      )
    case .request:
      if let verb = FragmentSyntax.writingVerb(of: tokens) {
        let verb = verb.text.uppercased()
        problems.append((first.range, "a request reads; '\(verb)' stands under 'statements:'"))
      } else if !FragmentSyntax.reading.contains(first.folded) {
        problems.append((first.range, "a request is a SELECT; '\(first.text)' is not one"))
      }
    case .statement:
      if FragmentSyntax.writingVerb(of: tokens) != nil { break }
      let message =
        FragmentSyntax.reading.contains(first.folded)
        ? "a statement writes; a SELECT stands under 'requests:'"
        : "a statement is an INSERT, UPDATE or DELETE; '\(first.text)' is not one"
      problems.append((first.range, message))
    default: break
    }
  }

  private static let reading: Set<String> = ["select", "with", "values"]
  private static let writing: Set<String> = ["insert", "replace", "update", "delete"]

  /// The word that makes a statement write, at its beginning or after its WITH.
  private static func writingVerb(of tokens: [SQLToken]) -> SQLToken? {
    let tokens = tokens.filter { $0.kind != .comment }
    guard let first = tokens.first, first.kind == .word else { return nil }
    if writing.contains(first.folded) { return first }
    guard first.folded == "with" else { return nil }
    var depth = 0
    for (index, token) in tokens.enumerated().dropFirst() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      guard depth == 0, tokens[index - 1].isSymbol(")"), token.kind == .word else { continue }
      if writing.contains(token.folded) { return token }
    }
    return nil
  }

  private var description: String {
    switch place {
    case .expression: "an expression"
    case .indexEntry: "an entry of an index"
    case .orderTerm: "an order"
    case .limit: "a limit"
    case .constraint: "a table constraint"
    case .select, .request: "one SELECT"
    case .statement, .creation: "one statement"
    case .trigger: "a trigger"
    }
  }

  /// Keywords that outside of parentheses would end the place.
  private var forbidden: Set<String> {
    switch place {
    case .expression, .indexEntry, .orderTerm, .limit: FragmentSyntax.clauses
    case .constraint, .select, .request, .statement, .creation, .trigger: []
    }
  }

  private static let clauses: Set<String> = [
    "select", "values", "from", "where", "group", "having", "order", "limit", "union", "except",
    "intersect", "returning", "insert", "update", "delete", "create", "drop", "alter", "set",
  ]

  private static func message(forIllegal token: SQLToken) -> String {
    switch token.text.first {
    case "'": "this string is not closed"
    case "\"", "`", "[": "this quoted name is not closed"
    case "/": "this comment is not closed"
    case "x", "X": "this blob is not closed"
    default: "SQL knows no '\(token.text)'"
    }
  }
}
