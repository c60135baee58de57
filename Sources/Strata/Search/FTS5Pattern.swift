/// What a full-text search looks for (https://sqlite.org/fts5.html#full_text_query_syntax).
///
/// A pattern made of what a person typed is never a mistake of syntax, and nil where nothing was typed
/// that could be found:
///
///     FTS5Pattern(matchingAllPrefixesIn: "harb rov")   // Harbour Rovers
///
/// The table's own tokenizer sees each word, so that case and accents count there as little as in the
/// texts.
public struct FTS5Pattern: Hashable, Sendable {
  /// The pattern as SQLite reads it.
  public let rawPattern: String

  private init(verbatim pattern: String) {
    rawPattern = pattern
  }

  /// Matches texts that have at least one of the words.
  public init?(matchingAnyTokenIn string: String) {
    self.init(Self.tokens(of: string).map(Self.quoted), separator: " OR ")
  }

  /// Matches texts that have all of the words, in any order.
  public init?(matchingAllTokensIn string: String) {
    self.init(Self.tokens(of: string).map(Self.quoted), separator: " ")
  }

  /// Matches texts that have words that begin with each of these, in any order.
  public init?(matchingAllPrefixesIn string: String) {
    self.init(Self.tokens(of: string).map { Self.quoted($0) + "*" }, separator: " ")
  }

  /// Matches texts that have the words one after the other.
  public init?(matchingPhrase string: String) {
    let tokens = Self.tokens(of: string)
    guard !tokens.isEmpty else { return nil }
    rawPattern = Self.quoted(tokens.joined(separator: " "))
  }

  /// Matches texts that begin with the words.
  public init?(matchingPrefixPhrase string: String) {
    let tokens = Self.tokens(of: string)
    guard !tokens.isEmpty else { return nil }
    rawPattern = "^" + Self.quoted(tokens.joined(separator: " "))
  }

  /// Takes a pattern in SQLite's own syntax.
  ///
  /// - Parameters:
  ///   - rawPattern: the pattern.
  ///   - allowedColumns: the columns that it may name.
  /// - Throws: `DatabaseError` where SQLite cannot read it.
  public init(rawPattern: String, allowedColumns: [String] = []) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let columns = allowedColumns.isEmpty ? ["text"] : allowedColumns
    let names = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    try connection.execute("CREATE VIRTUAL TABLE strata USING fts5(\(names))")
    let statement = try connection.prepare("SELECT 1 FROM strata WHERE strata MATCH ?1")
    statement.binder.string(0, rawPattern)
    _ = try statement.step()
    self.init(verbatim: rawPattern)
  }

  private init?(_ terms: [String], separator: String) {
    guard !terms.isEmpty else { return nil }
    rawPattern = terms.joined(separator: separator)
  }

  /// The words of a text: letters and digits of ASCII, and everything beyond ASCII, which the table's
  /// tokenizer divides further.
  private static func tokens(of text: String) -> [String] {
    text.utf8.split { byte in
      !(0x30...0x39).contains(byte) && !(0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A string of FTS5, in which no word is an operator.
  private static func quoted(_ words: String) -> String { "\"" + words + "\"" }
}

extension FTS5Pattern: DatabaseValueConvertible {
  /// The pattern as text.
  public var databaseValue: DatabaseValue { rawPattern.databaseValue }

  /// Nil: what a database holds may not be a pattern.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> FTS5Pattern? {
    String.fromDatabaseValue(value).flatMap { try? FTS5Pattern(rawPattern: $0) }
  }
}

extension Database {
  /// A pattern in SQLite's own syntax that may name the columns of a full-text table.
  ///
  /// - Parameters:
  ///   - rawPattern: the pattern.
  ///   - table: the table.
  /// - Returns: the pattern.
  /// - Throws: `DatabaseError` where SQLite cannot read it, or there is no such table.
  public func makeFTS5Pattern(rawPattern: String, forTable table: String) throws -> FTS5Pattern {
    try FTS5Pattern(rawPattern: rawPattern, allowedColumns: columns(in: table).map(\.name))
  }
}
