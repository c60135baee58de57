/// A documentation comment: any text, made into lines that stay a comment.
struct SwiftDocumentation: Hashable, Sendable {
  var lines: [String]

  /// The author's text, or a sentence of the generator's where there is none.
  ///
  /// The first sentence becomes a paragraph of its own, closed by a point, as the house's lint
  /// wants the summary of every comment.
  init(_ text: String?, else sentence: String) {
    let written = Self.lines(of: text ?? "")
    guard let first = written.first else {
      lines = Self.lines(of: sentence)
      return
    }
    guard !Self.opensBlock(first) else {
      lines = Self.lines(of: sentence) + [""] + written
      return
    }
    let paragraph = Array(written.prefix { !$0.isEmpty && !Self.opensBlock($0) })
    let rest = written.dropFirst(paragraph.count)
    let isTight = rest.first?.isEmpty == false
    lines = Self.summarised(paragraph) + (isTight ? [""] : []) + rest
  }

  /// Lines without white space at their ends and without empty lines around them.
  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        var kept = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
          if scalar == "\t" {
            kept.append(contentsOf: "  ".unicodeScalars)
          } else if !SwiftLiteral.isUnprintable(scalar) {
            kept.append(scalar)
          }
        }
        while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
        return String(kept)
      }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop(while: \.isEmpty))
  }

  /// Whether a line opens something else than a paragraph: a list, a heading, code, a table.
  private static func opensBlock(_ line: String) -> Bool {
    guard let first = line.first else { return false }
    return "-*+#>`|~<=[:&!0123456789 ".contains(first)
  }

  /// A paragraph with its first sentence set apart and closed by a point.
  private static func summarised(_ paragraph: [String]) -> [String] {
    var summary: [String] = []
    var rest: [String] = []
    for line in paragraph {
      guard rest.isEmpty, summary.last?.hasSuffix(".") != true else {
        rest.append(line)
        continue
      }
      if let end = line.firstRange(of: ". ") {
        summary.append(String(line[..<end.upperBound].dropLast()))
        rest.append(String(line[end.upperBound...].drop { $0 == " " }))
      } else {
        summary.append(line)
      }
    }
    if let last = summary.last, !last.hasSuffix(".") {
      let bare = last.hasSuffix(":") || last.hasSuffix(",") ? String(last.dropLast()) : last
      summary[summary.count - 1] = bare + "."
    }
    return rest.isEmpty ? summary : summary + [""] + rest
  }

  /// Appends the comment.
  func print(into file: inout [String], depth: Int) {
    file.append(lines.map { $0.isEmpty ? "///" : "/// \($0)" }, depth: depth)
  }
}
