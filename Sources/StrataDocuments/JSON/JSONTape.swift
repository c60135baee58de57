/// A value in a JSON text: what it is, and where.
struct JSONNode {
  enum Kind: UInt8 {
    case null, yes, no, integer, fraction, string, array, object
  }

  var kind: Kind
  /// Of a text, whether it has escapes; of an object, whether a field is not found by its bytes alone:
  /// names that have escapes, names that are there twice, very many names.
  var isIrregular = false
  /// The bytes of the value; of a text those between the quotes.
  var start: UInt32
  var end: UInt32
  /// The node after all that is in this one.
  var next: UInt32
}

/// A JSON text that was parsed, and where its values are.
///
/// An object is followed by its fields, each a text, the name, and a value; an array by its elements.
/// Values are made when they are asked for, since most of a document goes straight into a model.
final class JSONTape {
  let bytes: [UInt8]
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The value of a node.
  func value(_ index: Int) -> JSONValue {
    switch nodes[index].kind {
    case .null: .null
    case .yes: .bool(true)
    case .no: .bool(false)
    case .integer: integer(nodes[index])
    case .fraction: fraction(nodes[index])
    case .string: .string(string(index))
    case .array: .array(JSONElements(elements(index)))
    case .object: .object(JSONFields(self, index))
    }
  }

  /// The text of a node.
  func string(_ index: Int) -> String {
    let node = nodes[index]
    let plain = bytes[Int(node.start)..<Int(node.end)]
    return node.isIrregular
      ? JSONEscapes.text(plain) : String(decoding: plain, as: UTF8.self)
  }

  /// Whether the text of a node, which has no escapes, is made of these bytes.
  @inline(__always)
  func matches(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let node = nodes[index]
    guard Int(node.end - node.start) == name.count else { return false }
    var place = Int(node.start)
    for byte in name {
      if bytes[place] != byte { return false }
      place += 1
    }
    return true
  }

  private func elements(_ index: Int) -> [JSONValue] {
    var values: [JSONValue] = []
    var element = index + 1
    let end = Int(nodes[index].next)
    while element < end {
      values.append(value(element))
      element = Int(nodes[element].next)
    }
    return values
  }

  // MARK: - Numbers

  private func text(_ node: JSONNode) -> String {
    String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
  }

  private func integer(_ node: JSONNode) -> JSONValue {
    // 18 digits fit always.
    guard node.end - node.start <= 18 else {
      let text = text(node)
      return Int64(text).map { .int($0) } ?? .number(text)
    }
    var place = Int(node.start)
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var number: Int64 = 0
    while place < Int(node.end) {
      number = number &* 10 &+ Int64(bytes[place] &- UInt8(ascii: "0"))
      place += 1
    }
    return .int(isNegative ? -number : number)
  }

  private func fraction(_ node: JSONNode) -> JSONValue {
    let text = text(node)
    // 15 digits stand for one number only, so that nothing is lost.
    if node.end - node.start <= 16, let number = Double(text), number.isFinite {
      return .double(number)
    }
    return .number(text)
  }
}
