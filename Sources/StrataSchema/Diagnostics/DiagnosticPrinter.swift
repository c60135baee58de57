/// Shows diagnostics to people, and to machines.
///
/// Sorted by file and place, each one once.
package struct DiagnosticPrinter: Sendable {
  private let sources: [String: SourceText]
  private let usesColor: Bool

  /// - Parameters:
  ///   - files: The files whose lines are shown.
  ///   - usesColor: Whether severities and carets are coloured with ANSI escapes; whether the output
  ///     is a terminal is the caller's business.
  package init(files: [SchemaFile], usesColor: Bool = false) {
    sources = Dictionary(
      files.map { ($0.path, SourceText($0)) },
      uniquingKeysWith: { first, _ in first }
    )
    self.usesColor = usesColor
  }

  /// The text form: for each diagnostic `path:line:column: error: sentence [code]`, the line of the
  /// source with a caret under the place, then notes and fixes.
  package func text(_ diagnostics: Diagnostics) -> String {
    var line = ShownLine()
    return sorted(diagnostics).map { text($0, &line) }.joined()
  }

  /// Diagnostics in the order in which they are shown.
  package func sorted(_ diagnostics: Diagnostics) -> [Diagnostic] {
    diagnostics.all.enumerated()
      .sorted { left, right in
        let (first, second) = (left.element.range, right.element.range)
        guard let first, let second else {
          return first == nil && second == nil ? left.offset < right.offset : first == nil
        }
        return (first.file, first.start, left.offset) < (second.file, second.start, right.offset)
      }
      .map(\.element)
  }

  /// The line that was shown last: several diagnostics may stand on one that is very long.
  private struct ShownLine {
    var file = ""
    var line = 0
    var scalars: [Unicode.Scalar] = []
  }

  private func text(_ diagnostic: Diagnostic, _ shown: inout ShownLine) -> String {
    var result = header(
      diagnostic.severity,
      "\(diagnostic.message) [\(diagnostic.code)]",
      at: diagnostic.range,
      &shown
    )
    for note in diagnostic.notes { result += header(.note, note.message, at: note.range, &shown) }
    for fixIt in diagnostic.fixIts {
      let start = fixIt.range.start
      let replacement = visible(fixIt.replacement.unicodeScalars)
      let isNamed = fixIt.message.contains("'\(fixIt.replacement)'")
      result +=
        "\(fixIt.range.file.visible):\(start.line):\(start.column): \(colored("note", "36")): fix: "
        + fixIt.message.visible + (isNamed ? "\n" : ": \(replacement)\n")
    }
    return result
  }

  private func header(
    _ severity: Diagnostic.Severity,
    _ message: String,
    at range: SourceRange?,
    _ shown: inout ShownLine
  ) -> String {
    let color = severity == .error ? "31" : severity == .warning ? "35" : "36"
    let word = colored(severity.rawValue, color) + ": " + message.visible + "\n"
    guard let range else { return word }
    return "\(range.file.visible):\(range.start.line):\(range.start.column): " + word
      + excerpt(range, color: color, &shown)
  }

  /// The line of the source, with a mark under the part of the range that is on it.
  private func excerpt(_ range: SourceRange, color: String, _ last: inout ShownLine) -> String {
    guard let source = sources[range.file], source.lineStarts.count >= range.start.line else {
      return ""
    }
    if last.file != range.file || last.line != range.start.line {
      last = ShownLine(
        file: range.file,
        line: range.start.line,
        scalars: Array(source.text(ofLine: range.start.line - 1).unicodeScalars)
      )
    }
    let scalars = last.scalars
    // A very long line is shown around the place only.
    let width = 160
    let first = scalars.count > width ? max(0, range.start.column - 1 - width / 4) : 0
    let shown = scalars.dropFirst(first).prefix(width)
    // Tabs stay, so that the caret stands right whatever their width; all else is one column wide.
    let before = shown.prefix(max(0, range.start.column - 1 - first))
    let indentation = String(before.map { $0 == "\t" ? Character("\t") : " " })
    let end = range.end.line == range.start.line ? range.end.column : scalars.count + 1
    let length = max(1, min(end - range.start.column, width - before.count))
    let mark = "^" + String(repeating: "~", count: length - 1)
    return "  \(visible(shown))\n  \(indentation)\(colored(mark, color))\n"
  }

  private func visible(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view).visible.replacing("\n", with: "\u{FFFD}")
  }

  private func colored(_ text: String, _ color: String) -> String {
    usesColor ? "\u{1B}[1;\(color)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with nothing in it that moves the cursor or talks to the terminal, but for line feeds and
  /// tabs.
  package var visible: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl =
        scalar != "\t" && scalar != "\n" && scalar.properties.generalCategory == .control
      result.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }
}
