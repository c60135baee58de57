internal import Foundation
internal import StrataSQLite

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
  @exclusivity(unchecked) private var bytes: ArraySlice<UInt8> = []
  @exclusivity(unchecked) private(set) var nodes: [JSONNode] = []

  /// Parses a text, instead of the one before.
  ///
  /// - Throws: `JSONReader.Failure` where it is no JSON.
  func parse(_ utf8: ArraySlice<UInt8>) throws(JSONReader.Failure) {
    try JSONReader.parse(utf8, into: &nodes)
    bytes = utf8
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
    return node.isIrregular
      ? withBytes(node) { JSONEscapes.text($0) }
      : text(node)
  }

  /// The date that the text of a node is, without the text being made.
  func date(_ index: Int) -> Date? {
    let node = nodes[index]
    guard node.kind == .string, !node.isIrregular else { return nil }
    return withBytes(node) { DateText.parse($0) }
  }

  /// Whether the text of a node, which has no escapes, is made of these bytes.
  func matches(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { Self.matches(nodes[index], text, $0) }
  }

  @inline(__always)
  private static func matches(
    _ node: JSONNode,
    _ text: UnsafeBufferPointer<UInt8>,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard Int(node.end - node.start) == text.count else { return false }
    for place in 0..<text.count where bytes[Int(node.start) + place] != text[place] {
      return false
    }
    return true
  }

  /// Finds a field by the bytes of its name, which stands nowhere with escapes.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - object: the object.
  ///   - expected: the name that is looked at first, or the end of the object.
  /// - Returns: the value, and the name after it or the end of the object; nil where there is no such
  ///   field.
  func field(
    _ name: UnsafeBufferPointer<UInt8>,
    of object: Int,
    from expected: Int
  ) -> (value: Int, next: Int)? {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeBufferPointer { nodes in
        let end = Int(nodes[object].next)
        var index = expected
        while index < end {
          let next = Int(nodes[index + 1].next)
          if Self.matches(nodes[index], name, bytes) { return (index + 1, next) }
          index = next
        }
        index = object + 1
        while index < expected {
          let next = Int(nodes[index + 1].next)
          if Self.matches(nodes[index], name, bytes) { return (index + 1, next) }
          index = next
        }
        return nil
      }
    }
  }

  @inline(__always)
  private func withBytes<T>(_ node: JSONNode, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    bytes.withUnsafeBufferPointer { body(.init(rebasing: $0[Int(node.start)..<Int(node.end)])) }
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
    withBytes(node) { String(decoding: $0, as: UTF8.self) }
  }

  private func integer(_ node: JSONNode) -> JSONValue {
    // 18 digits fit always.
    guard node.end - node.start <= 18 else {
      let text = text(node)
      return Int64(text).map { .int($0) } ?? .number(text)
    }
    return withBytes(node) { digits in
      var number: Int64 = 0
      let isNegative = digits.first == UInt8(ascii: "-")
      for place in (isNegative ? 1 : 0)..<digits.count {
        number = number &* 10 &+ Int64(digits[place] &- UInt8(ascii: "0"))
      }
      return .int(isNegative ? -number : number)
    }
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
