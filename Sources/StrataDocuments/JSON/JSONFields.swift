internal import Foundation

/// The fields of an object, in order.
///
/// Those of a text that was parsed stay in the text, where a field is found by the bytes of its name,
/// until all of them are wanted or one is changed.
final class JSONFields {
  typealias Field = (key: String, value: JSONValue)

  /// Whether it was made of a dictionary, all of whose keys the model knows.
  var isDictionary = false
  @exclusivity(unchecked) private var fields: [Field] = []
  /// Where the bytes of each key are, once there are many.
  private var places: [[UInt8]: Int] = [:]
  /// A bit for all keys that have length and first byte in common.
  private var seen: UInt64 = 0
  /// The text and its object that the fields are still in.
  @exclusivity(unchecked) private var tape: JSONTape?
  private let object: Int
  /// The field that is asked for next, if the type asks in the order in which it wrote.
  @exclusivity(unchecked) private var expected = 0

  private static let manyFields = 12

  init() {
    object = 0
    // Most objects have some fields, for which the array would grow several times.
    fields.reserveCapacity(8)
  }

  init(_ tape: JSONTape, _ object: Int) {
    self.tape = tape
    self.object = object
    expected = object + 1
    if tape.nodes[object].isIrregular { readAll() }
  }

  /// Takes the fields of another text, if they are still in a text that nobody else has.
  ///
  /// - Returns: whether it did; if not, it is as it was, or has no use any more.
  /// - Throws: `JSONReader.Failure` where the text is no JSON.
  func reopen(_ utf8: ArraySlice<UInt8>) throws(JSONReader.Failure) -> Bool {
    guard object == 0, isKnownUniquelyReferenced(&tape), let tape else { return false }
    try tape.parse(utf8)
    guard tape.nodes[0].kind == .object else { return false }
    expected = 1
    if tape.nodes[0].isIrregular { readAll() }
    return true
  }

  /// All fields.
  var all: [Field] {
    readAll()
    return fields
  }

  subscript(_ key: String) -> JSONValue? {
    get {
      guard let tape else { return place(of: key).map { fields[$0].value } }
      guard let node = node(of: key, tape) else { return nil }
      return tape.value(node)
    }
    set {
      readAll()
      guard let newValue else { return remove(key) }
      if let place = place(of: key) {
        fields[place].value = newValue
      } else {
        seen |= Self.bit(key)
        fields.append((key, newValue))
      }
    }
  }

  /// The value of a field whose name stands in the code of the program.
  subscript(_ key: StaticString) -> JSONValue? {
    guard let tape else { return self[key.description] }
    guard let node = key.withUTF8Buffer({ node(of: $0, tape) }) else { return nil }
    return tape.value(node)
  }

  /// The date that a field is, where that can be told from the bytes of a text.
  func date(_ key: StaticString) -> Date? {
    guard let tape else { return nil }
    return key.withUTF8Buffer { node(of: $0, tape) }.flatMap(tape.date)
  }

  /// The date that a field is, where that can be told from the bytes of a text.
  func date(_ key: String) -> Date? {
    guard let tape else { return nil }
    return node(of: key, tape).flatMap(tape.date)
  }

  /// Whether there is a field.
  func contains(_ key: String) -> Bool {
    if let tape { node(of: key, tape) != nil } else { place(of: key) != nil }
  }

  /// Whether it is certain, without a look at each value, that a text is none of the names and values at
  /// any depth.
  func hasNowhere(_ text: String) -> Bool {
    guard let tape else { return false }
    var text = text
    return text.withUTF8 { text in
      for index in object..<Int(tape.nodes[object].next) where tape.nodes[index].kind == .string {
        if tape.nodes[index].isIrregular || tape.matches(index, text) { return false }
      }
      return true
    }
  }

  // MARK: - In the text

  /// The value of a field.
  private func node(of key: String, _ tape: JSONTape) -> Int? {
    var key = key
    return key.withUTF8 { node(of: $0, tape) }
  }

  /// The value of a field whose name has these bytes.
  private func node(of name: UnsafeBufferPointer<UInt8>, _ tape: JSONTape) -> Int? {
    guard let found = tape.field(name, of: object, from: expected) else { return nil }
    expected = found.next
    return found.value
  }

  private func readAll() {
    guard let tape else { return }
    self.tape = nil
    let end = Int(tape.nodes[object].next)
    var index = object + 1
    while index < end {
      self[tape.string(index)] = tape.value(index + 1)
      index = Int(tape.nodes[index + 1].next)
    }
  }

  // MARK: - In the array

  private static func bit(_ key: String) -> UInt64 {
    let first = Int(key.utf8.first ?? 0)
    return 1 &<< UInt64(truncatingIfNeeded: first &+ key.utf8.count &* 7)
  }

  private func place(of key: String) -> Int? {
    if seen & Self.bit(key) == 0 { return nil }
    // Names are what their bytes are, as they are for SQLite; those that only look alike are different.
    if fields.count <= Self.manyFields {
      return fields.firstIndex { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }
    }
    if places.count != fields.count {
      for index in places.count..<fields.count { places[Array(fields[index].key.utf8)] = index }
    }
    return places[Array(key.utf8)]
  }

  private func remove(_ key: String) {
    guard let place = place(of: key) else { return }
    fields.remove(at: place)
    places = [:]
  }
}
