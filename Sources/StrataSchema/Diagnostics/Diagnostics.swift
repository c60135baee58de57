/// Everything a run has to say.
///
/// A stage appends, and fails only after it has reported all it sees.
package struct Diagnostics: Sendable {
  package private(set) var all: [Diagnostic] = []
  package private(set) var hasErrors = false
  private var known: Set<Diagnostic> = []

  package init() {}

  /// Adds a diagnostic, unless the same one is there already.
  package mutating func append(_ diagnostic: Diagnostic) {
    guard known.insert(diagnostic).inserted else { return }
    all.append(diagnostic)
    if diagnostic.severity == .error { hasErrors = true }
  }

  package mutating func append(contentsOf others: Diagnostics) {
    for diagnostic in others.all { append(diagnostic) }
  }

  package mutating func error(
    _ code: String,
    _ message: String,
    at range: SourceRange?,
    notes: [Diagnostic.Note] = [],
    fixIts: [Diagnostic.FixIt] = []
  ) {
    append(Diagnostic(.error, code, message, at: range, notes: notes, fixIts: fixIts))
  }

  package mutating func error(
    _ code: DiagnosticCode,
    _ message: String,
    at range: SourceRange?,
    notes: [Diagnostic.Note] = [],
    fixIts: [Diagnostic.FixIt] = []
  ) {
    error(code.rawValue, message, at: range, notes: notes, fixIts: fixIts)
  }

  /// Adds something that is allowed and unlikely to be meant.
  package mutating func warning(_ code: String, _ message: String, at range: SourceRange?) {
    append(Diagnostic(.warning, code, message, at: range))
  }
}
