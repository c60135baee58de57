import StrataSchema

/// How Swift spells a name.
enum SwiftName {
  /// The name, back-ticked where Swift would read it as something else.
  static func quoted(_ name: String) -> String {
    Identifier.isKeyword(name) || !isPlain(name) ? "`\(name.filter(isRaw))`" : name
  }

  /// The name as an argument's label.
  static func quotedLabel(_ name: String) -> String {
    ["inout", "_"].contains(name) || !isPlain(name) ? quoted(name) : name
  }

  /// The name after a dot, where Swift reads nearly every keyword as a name.
  static func quotedMember(_ name: String) -> String {
    isPlain(name) ? Identifier.member(name) : quoted(name)
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == 95 || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    }
  }

  /// Whether a character may stand in a raw identifier.
  private static func isRaw(_ character: Character) -> Bool {
    character != "`" && character != "\\" && !character.isNewline
      && !character.unicodeScalars.contains(where: SwiftLiteral.isUnprintable)
  }
}
