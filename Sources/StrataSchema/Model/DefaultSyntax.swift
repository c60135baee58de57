/// A default as its author wrote it, which only a type gives a meaning.
package enum DefaultSyntax: Hashable, Sendable {
  case literal(Located<String>, isPlain: Bool)
  case sql(SQLFragment)

  package var range: SourceRange {
    switch self {
    case .literal(let text, _): text.range
    case .sql(let fragment): fragment.range
    }
  }
}
