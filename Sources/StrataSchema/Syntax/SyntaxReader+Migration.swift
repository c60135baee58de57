// What a schema says to the planner of migrations.
extension SyntaxReader {
  static let allowKeys = ["drop"]

  /// `{drop: [names]}`: what may be lost.
  mutating func allowedDrops(_ node: YAMLNode?, _ what: String, _ things: String)
    -> [Located<String>]
  {
    guard let node else { return [] }
    let instead = "a mapping, such as {drop: [alias]}"
    guard let mapping = mapping(node, what, keys: Self.allowKeys, instead: instead)
    else { return [] }
    let names = list(mapping["drop"], mapping.what("drop"), instead: "a list of \(things)") ?? []
    return names.compactMap {
      text($0, "an entry of \(mapping.what("drop"))", instead: "an old name, of \(things)")
    }
  }

  /// The old name of a case, or the old names of several that become one.
  mutating func oldNames(_ node: YAMLNode?, _ what: String) -> [Located<String>] {
    (list(node, what, instead: "its old name") ?? []).compactMap {
      text($0, what, instead: "its old name")
    }
  }
}
