/// A function of the app as its author declares it.
struct FunctionSyntax: Sendable {
  var name: Located<String>
  var argumentCount: Int?
  var returns: TypeSyntax?
  var isDeterministic = false
  var isAggregate = false
}

extension SyntaxReader {
  static let functionKeys = ["arguments", "returns", "deterministic", "aggregate"]

  mutating func functions(_ node: YAMLNode?) -> [FunctionSyntax] {
    named(node, "'functions'", "what is known of the function") { reader, name, value in
      let place = "function '\(name.value)'"
      guard
        let mapping = reader.mapping(
          value,
          place,
          keys: Self.functionKeys,
          instead: "a mapping, such as {arguments: 1, returns: String?, deterministic: true}"
        )
      else { return FunctionSyntax(name: name) }
      var function = FunctionSyntax(name: name)
      function.argumentCount = reader.count(
        mapping["arguments"],
        mapping.what("arguments"),
        in: 0...127
      )
      function.returns = mapping["returns"].flatMap { reader.type($0, mapping.what("returns")) }
      function.isDeterministic =
        reader.bool(mapping["deterministic"], mapping.what("deterministic"))?.value ?? false
      function.isAggregate =
        reader.bool(mapping["aggregate"], mapping.what("aggregate"))?.value ?? false
      return function
    }
  }

  mutating func collations(_ node: YAMLNode?) -> [Located<String>] {
    let items = list(node, "'collations'", instead: "a list of names") ?? []
    return items.compactMap {
      text($0, "an entry of 'collations'", instead: "the name of a collation")
    }
  }

  mutating func tokenizers(_ node: YAMLNode?) -> [Located<String>] {
    let items = list(node, "'tokenizers'", instead: "a list of names") ?? []
    return items.compactMap {
      text($0, "an entry of 'tokenizers'", instead: "the name of a tokenizer")
    }
  }

  /// A small whole number.
  mutating func count(_ node: YAMLNode?, _ what: String, in range: ClosedRange<Int>) -> Int? {
    let instead = "a number from \(range.lowerBound) to \(range.upperBound)"
    guard let text = text(node, what, instead: instead) else { return nil }
    guard text.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text.value),
      range.contains(number)
    else {
      diagnostics.error(.wrongShape, "\(what) is \(instead), not '\(text.value)'", at: text.range)
      return nil
    }
    return number
  }
}
