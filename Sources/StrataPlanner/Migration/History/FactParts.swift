/// The facts of enums and values by the names of these, so that none is looked for among all.
struct FactParts {
  /// The names of the cases of each enum, by their raw values as SQL spells them.
  private(set) var cases: [String: [String: String]] = [:]
  /// The facts of the properties of each value, by their keys in `SchemaFacts`.
  private(set) var properties: [String: [String: String]] = [:]

  init(_ facts: SchemaFacts) {
    for (key, fact) in facts.values {
      if key.hasPrefix("case ") {
        let words = key.split(separator: " ", maxSplits: 2)
        if words.count == 3 { cases[String(words[1]), default: [:]][String(words[2])] = fact }
      } else if key.hasPrefix("value "), let end = key.firstIndex(of: ".") {
        properties[String(key[..<end].dropFirst("value ".count)), default: [:]][key] = fact
      }
    }
  }
}
