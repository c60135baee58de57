import StrataSchema

/// Why a statement cannot be in a step, although SQLite runs it: a step is one transaction on one file,
/// and nobody is there to give it a value.
struct StepRule: Error, CustomStringConvertible {
  var description: String

  /// The rule that a statement breaks.
  init?(brokenBy statement: String) {
    let tokens = SQLTokenizer.tokens(of: statement).filter { $0.kind != .comment }
    guard let first = tokens.first else { return nil }
    switch first.folded {
    case "attach", "detach":
      description = "a step changes only its own database; remove \(first.text.uppercased())"
    case "begin", "commit", "end", "rollback":
      // ROLLBACK [TRANSACTION] TO a savepoint of the step stays inside of its transaction.
      if first.isWord("rollback"), tokens.dropFirst().prefix(2).contains(where: { $0.isWord("to") })
      {
        return nil
      }
      description =
        "a step is one transaction, which is done whole or not at all; remove"
        + " \(first.text.uppercased()), or record two steps"
    default:
      guard let parameter = tokens.first(where: { $0.kind == .parameter }) else { return nil }
      description =
        "nobody gives '\(parameter.text)' a value, so it is NULL; write the value itself"
    }
  }
}

extension StepFailure {
  /// Who refuses the statement.
  package var verdict: String { error is StepRule ? "no step may have" : "SQLite refuses" }
}
