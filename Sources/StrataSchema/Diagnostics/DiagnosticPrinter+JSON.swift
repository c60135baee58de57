extension DiagnosticPrinter {
  /// The form for machines: one JSON object a line.
  ///
  /// Each has `severity` (`error`, `warning`, `note`), `code`, `message`, `range` (where known),
  /// `notes` (`message`, `range`) and `fixes` (`message`, `range`, `replacement`). A range is
  /// `{"file": …, "start": {"line": 1, "column": 1}, "end": {…}}`; lines and columns count from 1,
  /// columns in Unicode scalars, and the end is exclusive.
  package func json(_ diagnostics: Diagnostics) -> String {
    sorted(diagnostics).map { json($0) + "\n" }.joined()
  }

  private func json(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { note in
      object([("message", string(note.message)), ("range", note.range.map(json))])
    }
    let fixes = diagnostic.fixIts.map { fixIt in
      object([
        ("message", string(fixIt.message)), ("range", json(fixIt.range)),
        ("replacement", string(fixIt.replacement)),
      ])
    }
    return object([
      ("severity", string(diagnostic.severity.rawValue)), ("code", string(diagnostic.code)),
      ("message", string(diagnostic.message)), ("range", diagnostic.range.map(json)),
      ("notes", "[\(notes.joined(separator: ", "))]"),
      ("fixes", "[\(fixes.joined(separator: ", "))]"),
    ])
  }

  private func json(_ range: SourceRange) -> String {
    object([
      ("file", string(range.file)), ("start", json(range.start)), ("end", json(range.end)),
    ])
  }

  private func json(_ position: SourcePosition) -> String {
    object([("line", "\(position.line)"), ("column", "\(position.column)")])
  }

  private func object(_ members: [(key: String, value: String?)]) -> String {
    let members = members.compactMap { key, value in value.map { "\(string(key)): \($0)" } }
    return "{\(members.joined(separator: ", "))}"
  }

  private func string(_ text: String) -> String {
    JSONText.quoted(text, escapesSlashes: false)
  }
}
