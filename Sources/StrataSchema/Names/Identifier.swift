/// The names that Swift lets a schema choose.
package enum Identifier {
  /// Whether a text is one word to Swift's lexer, a keyword or not.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text != "_" else { return false }
    guard first == "_" || first.properties.isXIDStart else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
  }

  /// Whether a name has to stand in back-ticks where it is declared or used.
  package static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

  /// The types in a generated record, from which a column or an accessor of that name could not be
  /// told.
  package static let recordTypes: Set<String> = ["CodingKeys", "Columns", "Draft", "ID", "Record"]

  /// What no case of an enum can be called: Swift gives every enum a member of that name.
  static let enumMembers: Set<String> = ["allCases", "RawValue"]

  /// What a generated record or its draft has of its own, so that no column can have the name.
  package static let recordMembers: Set<String> = recordTypes.union(["omittedColumns", "self"])

  /// The name as it is written after a dot.
  package static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  /// The words that Swift's grammar keeps, and those that mean something special as a member.
  package static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await",
    "borrowing",
    "break", "case", "catch", "class", "consume", "consuming", "continue", "copy", "default",
    "defer", "deinit", "do", "dynamic", "each", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "macro", "nil", "operator", "package", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "any", "open", "isolated", "nonisolated", "sending", "_const", "__owned", "__shared",
  ]

  /// The name with a lower-case start, as GRDB derives a table's name from its type's:
  /// `HTTPRequest` gives `httpRequest`.
  package static func lowercasingStart(of name: String) -> String {
    let capitals = name.prefix { ("A"..."Z").contains($0) }.count
    // The last capital of several begins the next word, unless nothing follows it.
    let count = capitals > 1 && capitals < name.count ? capitals - 1 : capitals
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  /// The name with a capital first letter.
  package static func capitalizingStart(of name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The name of the type of a request: `topPlayers` gives `TopPlayersRequest`.
  package static func requestTypeName(of key: String) -> String {
    let name = capitalizingStart(of: key)
    return name.lowercased().hasSuffix("request") ? name : name + "Request"
  }

  /// The name of the type of a request's rows: `teamCard` gives `TeamCardRow`.
  package static func rowTypeName(ofRequest key: String) -> String {
    let name = requestTypeName(of: key)
    return name.dropLast(name.hasSuffix("Request") && name != "Request" ? 7 : 0) + "Row"
  }

  /// The name of the type of the rows of a collection's view: `Task` gives `TaskRow`.
  package static func rowTypeName(ofCollection key: String) -> String { key + "Row" }

  /// The name of the type of a statement's rows: `addPlayer` gives `AddPlayerRow`.
  package static func rowTypeName(ofStatement key: String) -> String {
    capitalizingStart(of: key) + "Row"
  }
}
