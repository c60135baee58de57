/// Names of columns as SQL lists them: what is not letters, digits and `_` stands in double quotes.
///
///     let columns: NameList = #"id, name, "shirt number""#
///
/// It is one text and no array, because the compiler works long on an array of literals, and every
/// generated record has one.
public struct NameList: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The names, without quotes.
  public let names: [String]

  /// The names that a literal lists.
  public init(stringLiteral text: StaticString) {
    var scanner = NameScanner(text)
    var names: [String] = []
    while let token = scanner.next() {
      if case .name(let name) = token { names.append(name) }
    }
    self.names = names
  }
}

/// The tables and columns that a request reads, known when it was compiled.
///
/// Two columns of one table and the whole of another are
///
///     let footprint: RequestFootprint = "player(name, score), team"
public struct RequestFootprint: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The columns by table; no columns stand for the whole table.
  public let tables: [String: Set<String>]

  /// The tables, with their columns in parentheses, that a literal lists; names are written as in
  /// `NameList`.
  public init(stringLiteral text: StaticString) {
    var scanner = NameScanner(text)
    var tables: [(name: String, columns: Set<String>)] = []
    var isInside = false
    while let token = scanner.next() {
      switch token {
      case .name(let column) where isInside: tables[tables.count - 1].columns.insert(column)
      case .name(let table): tables.append((table, []))
      case .open: isInside = !tables.isEmpty
      case .close: isInside = false
      }
    }
    self.init(tables)
  }

  /// Makes the footprint of these tables with these columns; a table without columns is whole.
  init(_ tables: some Sequence<(name: String, columns: Set<String>)>) {
    self.tables = Dictionary(tables.map { ($0.name, $0.columns) }) { first, second in
      first.isEmpty || second.isEmpty ? [] : first.union(second)
    }
  }
}

/// Reads names and parentheses; commas and white space part them.
private struct NameScanner {
  enum Token {
    case name(String)
    case open
    case close
  }

  private static let separators: Set<Unicode.Scalar> = [" ", "\n", ",", "(", ")", "\""]

  private var rest: Substring.UnicodeScalarView

  init(_ text: StaticString) { rest = Substring(text.description).unicodeScalars }

  mutating func next() -> Token? {
    rest = rest.drop { $0 == " " || $0 == "\n" || $0 == "," }
    guard let first = rest.first else { return nil }
    switch first {
    case "(":
      rest.removeFirst()
      return .open
    case ")":
      rest.removeFirst()
      return .close
    case "\"":
      return .name(quotedName())
    default:
      let name = rest.prefix { !Self.separators.contains($0) }
      rest = rest[name.endIndex...]
      return .name(String(name))
    }
  }

  /// A name between double quotes, in which two of them stand for one.
  private mutating func quotedName() -> String {
    var name = ""
    while true {
      rest.removeFirst()
      let part = rest.prefix { $0 != "\"" }
      name += String(part)
      rest = rest[part.endIndex...].dropFirst()
      guard rest.first == "\"" else { return name }
      name += "\""
    }
  }
}
