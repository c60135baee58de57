/// Something the author of a schema should know, with its place and its remedy.
package struct Diagnostic: Hashable, Sendable {
  /// How serious a diagnostic is.
  ///
  /// Only an error stops the compiler.
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// A further place that explains the diagnostic.
  package struct Note: Hashable, Sendable {
    package var message: String
    package var range: SourceRange?

    package init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// A replacement of text that would settle the diagnostic.
  package struct FixIt: Hashable, Sendable {
    package var message: String
    package var range: SourceRange
    package var replacement: String

    package init(_ message: String, replacing range: SourceRange, with replacement: String) {
      self.message = message
      self.range = range
      self.replacement = replacement
    }
  }

  package var severity: Severity
  /// A stable word such as `unknown-key`; wording may change, the code does not.
  package var code: String
  package var message: String
  package var range: SourceRange?
  package var notes: [Note]
  package var fixIts: [FixIt]

  package init(
    _ severity: Severity,
    _ code: String,
    _ message: String,
    at range: SourceRange?,
    notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
  }
}
