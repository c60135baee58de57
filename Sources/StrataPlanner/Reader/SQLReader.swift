/// Reads the SQL that SQLite has accepted into values from which types are inferred.
///
/// It is no grammar of SQLite: what it does not know it gives up on, and then nothing is known about
/// the types.
struct SQLReader {
  /// That the text is not understood.
  struct Unreadable: Error {}

  /// The tokens without comments.
  let tokens: [SQLToken]
  var index = 0
  private var depth = 0
  /// At least the height of what has been read at this level, as chains of operators make it.
  private var height = 0

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens.filter { $0.kind != .comment }
  }

  /// The expression that `tokens` spell as a whole; nil where it is not understood.
  static func expression(_ tokens: [SQLToken]) -> SQLExpression? {
    var reader = SQLReader(tokens)
    guard let expression = try? reader.expression(), reader.token == nil else { return nil }
    return expression
  }

  /// The SELECT that `tokens` spell as a whole; nil where it is not understood.
  static func select(_ tokens: [SQLToken]) -> SelectStatement? {
    var reader = SQLReader(tokens)
    guard let select = try? reader.select() else { return nil }
    while reader.skip(symbol: ";") {}
    return reader.token == nil ? select : nil
  }

  var token: SQLToken? { index < tokens.count ? tokens[index] : nil }

  func token(ahead: Int) -> SQLToken? {
    index + ahead < tokens.count ? tokens[index + ahead] : nil
  }

  func isNext(word: String, ahead: Int = 0) -> Bool { token(ahead: ahead)?.isWord(word) == true }

  func isNext(symbol: String, ahead: Int = 0) -> Bool {
    token(ahead: ahead)?.isSymbol(symbol) == true
  }

  mutating func skip(word: String) -> Bool {
    guard isNext(word: word) else { return false }
    index += 1
    return true
  }

  mutating func skip(symbol: String) -> Bool {
    guard isNext(symbol: symbol) else { return false }
    index += 1
    return true
  }

  mutating func expect(word: String) throws(Unreadable) {
    guard skip(word: word) else { throw Unreadable() }
  }

  mutating func expect(symbol: String) throws(Unreadable) {
    guard skip(symbol: symbol) else { throw Unreadable() }
  }

  /// A name, folded.
  mutating func name() throws(Unreadable) -> String {
    guard let token, token.kind == .word || token.kind == .quotedName else { throw Unreadable() }
    index += 1
    return token.folded
  }

  /// Elements with commas between them.
  mutating func list<Element>(
    of element: (inout SQLReader) throws(Unreadable) -> Element
  ) throws(Unreadable) -> [Element] {
    var elements = [try element(&self)]
    while skip(symbol: ",") { elements.append(try element(&self)) }
    return elements
  }

  /// Reads one level deeper; a schema cannot make the reader overflow the stack.
  mutating func nested<Value>(
    _ read: (inout SQLReader) throws(Unreadable) -> Value
  ) throws(Unreadable) -> Value {
    guard depth < 100 else { throw Unreadable() }
    depth += 1
    let siblings = height
    height = 0
    defer {
      depth -= 1
      height = max(height, siblings)
    }
    return try read(&self)
  }

  /// Counts an operator whose left side is what has been read so far: a chain of them is a tree as
  /// deep as the chain is long, although reading it does not nest.
  mutating func link() throws(Unreadable) {
    guard height < 200 else { throw Unreadable() }
    height += 1
  }
}
