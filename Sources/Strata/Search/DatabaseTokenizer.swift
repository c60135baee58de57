/// What parts texts into words for full-text search, as an app adds it to SQL.
///
/// Its name stands under `tokenizers:` in the schema, and in `tokenize:` of the searches that use it:
///
/// ```swift
/// let letters = DatabaseTokenizer("letters") { text in
///   text.indices.filter { text[$0].isLetter }.map {
///     .init(text[$0].lowercased(), in: $0..<text.index(after: $0))
///   }
/// }
/// configuration.prepareDatabase { db in db.add(tokenizer: letters) }
/// ```
public final class DatabaseTokenizer: Sendable {
  /// A word of a text.
  public struct Token: Hashable, Sendable {
    /// What is indexed and looked up.
    public var text: String
    /// Where it stands in the text, for `highlight` and `snippet`.
    public var range: Range<String.Index>
    /// Whether it stands in the place of the word before it, as a synonym does.
    public var isColocated: Bool

    /// A word.
    ///
    /// - Parameters:
    ///   - text: what is indexed and looked up, such as the word in lower case.
    ///   - range: where it stands in the text.
    ///   - isColocated: whether it stands in the place of the word before it.
    public init(_ text: String, in range: Range<String.Index>, isColocated: Bool = false) {
      self.text = text
      self.range = range
      self.isColocated = isColocated
    }
  }

  /// What the tokenizer is called in SQL.
  public let name: String
  private let tokenize: @Sendable (String) -> [Token]

  /// A tokenizer.
  ///
  /// - Parameters:
  ///   - name: what it is called in SQL.
  ///   - tokenize: the words of a text, in their order; equal texts always give equal words, or the
  ///     index becomes unusable.
  public init(_ name: String, tokenize: @escaping @Sendable (String) -> [Token]) {
    self.name = name
    self.tokenize = tokenize
  }

  fileprivate func add(to connection: SQLiteConnection) throws {
    try connection.addTokenizer(name) { [tokenize] text in
      tokenize(text).map { token in
        let start = text.utf8.distance(from: text.startIndex, to: token.range.lowerBound)
        let end = text.utf8.distance(from: text.startIndex, to: token.range.upperBound)
        return SQLiteToken(
          text: token.text,
          range: start..<max(start, end),
          isColocated: token.isColocated
        )
      }
    }
  }
}

extension Database {
  /// Adds a tokenizer to the full-text searches of this connection, in place of one of the same name.
  ///
  /// Do it in `Configuration.prepareDatabase(_:)`, so that all connections of a pool have it.
  public func add(tokenizer: DatabaseTokenizer) {
    checkConfinement()
    do { try tokenizer.add(to: sqlite) } catch {
      preconditionFailure("the tokenizer \(tokenizer.name) cannot be added: \(error)")
    }
  }
}
