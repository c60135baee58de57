/// English singulars and plurals, for the names that associations get from their tables.
///
/// An association that it names badly is given a `key:`.
enum Inflection {
  private static let irregular = [
    "child": "children", "foot": "feet", "goose": "geese", "man": "men", "mouse": "mice",
    "person": "people", "tooth": "teeth", "woman": "women",
  ]
  private static let unchanging = [
    "equipment", "information", "news", "series", "sheep", "species",
  ]

  /// `player` for `player` and `players`.
  static func singular(_ name: String) -> String {
    if let exact = ending(of: name, in: unchanging) { return exact }
    for (singular, plural) in irregular {
      if let result = replacing(plural, by: singular, in: name) { return result }
    }
    if name.hasSuffix("ies") && name.utf8.count > 4 { return name.dropLast(3) + "y" }
    if ["sses", "xes", "ches", "shes", "zzes"].contains(where: name.hasSuffix) {
      return String(name.dropLast(2))
    }
    if name.hasSuffix("s") && !["ss", "us", "is"].contains(where: name.hasSuffix) {
      return String(name.dropLast())
    }
    return name
  }

  /// `players` for `player` and `players`.
  static func plural(_ name: String) -> String {
    let name = singular(name)
    if let exact = ending(of: name, in: unchanging) { return exact }
    for (singular, plural) in irregular {
      if let result = replacing(singular, by: plural, in: name) { return result }
    }
    if name.hasSuffix("y"), let letter = name.dropLast().last, !"aeiou".contains(letter) {
      return name.dropLast() + "ies"
    }
    if ["s", "x", "z", "ch", "sh"].contains(where: name.hasSuffix) { return name + "es" }
    return name + "s"
  }

  private static func ending(of name: String, in words: [String]) -> String? {
    words.contains { name.lowercased().hasSuffix($0) } ? name : nil
  }

  /// The name with its last word replaced, `salesPerson` as well as `person`.
  private static func replacing(_ word: String, by other: String, in name: String) -> String? {
    if name == word { return other }
    let capitalised = word.prefix(1).uppercased() + word.dropFirst()
    guard name.hasSuffix(capitalised) || name.hasSuffix("_" + word) else { return nil }
    let ending =
      name.hasSuffix(capitalised) ? other.prefix(1).uppercased() + other.dropFirst() : other
    return name.dropLast(word.count) + ending
  }
}
