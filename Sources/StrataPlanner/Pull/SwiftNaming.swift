import Foundation
import StrataSchema

/// Makes Swift names of SQL's.
struct SwiftNaming {
  /// A name that Swift has in another form than the rules give, and why.
  private var taken: Set<String>

  init(taken: some Sequence<String> = []) {
    self.taken = Set(taken.map(Self.key))
  }

  /// The rules in words, one line each.
  static let rules = [
    "words are cut at '_', spaces and other marks, and where capitals begin",
    "tables and views begin with a capital, columns with a small letter; 'Id' at the end is 'ID'",
    "a key that is named after its table is 'id'",
    "what begins with a digit, is reserved or is taken gets a word or a number more",
    "the name in SQL stays, under 'sql:' where it is another one; nothing is made plural or singular",
  ]

  /// The name of a type, free from now on.
  mutating func type(_ sqlName: String, or fallback: String = "Table") -> String {
    var name = Self.words(of: sqlName).map(Self.capitalized).joined()
    if name.isEmpty { name = fallback }
    if !Identifier.isValid(name) { name = fallback + name }
    if TypeNames.isReserved(name) { name += fallback }
    return claim(name)
  }

  /// The name of a column, a case or an index, free from now on.
  mutating func member(_ sqlName: String, or fallback: String, reserved: Set<String> = [])
    -> String
  {
    claim(Self.memberName(sqlName, or: fallback, reserved: reserved))
  }

  /// The name of a column before it is known whether it is free.
  static func memberName(
    _ sqlName: String,
    or fallback: String,
    reserved: Set<String> = []
  ) -> String {
    let words = words(of: sqlName)
    var name = ""
    for (index, word) in words.enumerated() {
      if index == 0 {
        name += lowered(word)
      } else {
        name += word.lowercased() == "id" && index == words.count - 1 ? "ID" : capitalized(word)
      }
    }
    if name.isEmpty { name = fallback }
    if !Identifier.isValid(name) { name = fallback + capitalized(name) }
    if reserved.contains(name) { name += capitalized(fallback) }
    return name
  }

  /// A name like this one that is free, and is taken from now on.
  mutating func claim(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(Self.key(result)).inserted {
      result = name + (name.last?.isNumber == true ? "_" : "") + "\(number)"
      number += 1
    }
    return result
  }

  func isFree(_ name: String) -> Bool { !taken.contains(Self.key(name)) }

  /// What two names have in common that YAML takes for one.
  private static func key(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }

  /// The words of a name: `Order Details` and `orderDetails` have the same two.
  static func words(of name: String) -> [String] {
    let name = name.precomposedStringWithCanonicalMapping
    var words: [String] = []
    var word = ""
    let scalars = Array(name.unicodeScalars)
    let isShouted = !scalars.contains { $0.properties.isLowercase }
    func finish() {
      if !word.isEmpty { words.append(isShouted ? word.lowercased() : word) }
      word = ""
    }
    for (index, scalar) in scalars.enumerated() {
      guard scalar != "_", scalar.properties.isXIDContinue, scalar.properties.isIDContinue else {
        finish()
        continue
      }
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let previous = index > 0 ? scalars[index - 1] : nil
      if scalar.properties.isUppercase, !isShouted, let previous {
        let endsWord = previous.properties.isLowercase || ("0"..."9").contains(previous)
        let beginsWord = previous.properties.isUppercase && next?.properties.isLowercase == true
        if endsWord || beginsWord { finish() }
      }
      word.unicodeScalars.append(scalar)
    }
    finish()
    return words
  }

  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func lowered(_ word: String) -> String {
    word.allSatisfy { !$0.isLowercase }
      ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
  }
}
