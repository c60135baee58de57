/// A default as its author wrote it, which only a type gives a meaning.
package enum DefaultSyntax: Hashable, Sendable {
  case literal(Located<String>, isPlain: Bool)
  /// A list or a mapping.
  case json(JSONSyntax)
  case sql(SQLFragment)

  package var range: SourceRange {
    switch self {
    case .literal(let text, _): text.range
    case .json(let json): json.range
    case .sql(let fragment): fragment.range
    }
  }
}

/// A value of JSON, written in YAML or as JSON text.
package struct JSONSyntax: Hashable, Sendable {
  package indirect enum Content: Hashable, Sendable {
    /// The null of JSON text; in YAML the word is plain text, which its type may read as null.
    case null
    /// Text in quotes, or a word such as `true` and `12`.
    case scalar(String, isPlain: Bool)
    case list([JSONSyntax])
    case object([Entry])
  }

  package struct Entry: Hashable, Sendable {
    package var key: Located<String>
    package var value: JSONSyntax
  }

  package var content: Content
  package var range: SourceRange

  package init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }

  /// Whether it is null for a type that is none of text.
  var isNull: Bool { content == .null || content == .scalar("null", isPlain: true) }
}
