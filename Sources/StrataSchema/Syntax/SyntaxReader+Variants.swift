extension SyntaxReader {
  /// The variants that a request has; nil where it has all that make sense.
  mutating func variants(
    _ node: YAMLNode?,
    _ what: String,
    returns: RequestModel.Returns
  ) -> Set<RequestModel.Variant>? {
    let words = RequestModel.Variant.allCases.map(\.rawValue)
    let items = list(node, what, instead: "a list of \(words.joined(separator: ", "))")
    guard let node, let items else { return nil }
    if items.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(what) names no variant; write at least one of \(words.joined(separator: ", "))",
        at: node.range
      )
    }
    var result: Set<RequestModel.Variant> = []
    for item in items {
      guard let word = word(item, "an entry of \(what)", RequestModel.Variant.self) else {
        continue
      }
      if !result.insert(word.value).inserted {
        diagnostics.error(
          .duplicateName,
          "\(what) names '\(word.value.rawValue)' a second time; remove one of them",
          at: word.range
        )
      }
      if word.value == .presence, returns != .first {
        diagnostics.error(
          .idleKey,
          "'presence' is that of one row, and the request returns \(returns.rawValue); write"
            + " 'returns: first', or remove it",
          at: word.range
        )
      }
    }
    return result
  }
}
