/// Parses JSON text (RFC 8259).
struct JSONReader {
  /// What is wrong with a text, and where.
  struct Failure: Error, Equatable {
    var problem: String
    var offset: Int
  }

  /// How deep values may be nested; deeper ones could end the program instead of the parse.
  static let maximumDepth = 500
  /// How many names of an object are compared with each other.
  private static let manyFields = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var depth = 0
  private var nodes: [JSONNode] = []

  /// Parses the text of one value.
  ///
  /// - Throws: `Failure` where it is no JSON.
  static func value(_ text: String) throws(Failure) -> JSONValue {
    try value(Array(text.utf8)[...])
  }

  /// Parses the UTF-8 of one value.
  ///
  /// - Throws: `Failure` where it is no JSON.
  static func value(_ utf8: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    let tape = JSONTape()
    try tape.parse(utf8)
    return tape.value(0)
  }

  /// Parses the UTF-8 of one value.
  ///
  /// - Parameters:
  ///   - utf8: the UTF-8.
  ///   - nodes: become those of the text; their memory is used again.
  /// - Throws: `Failure` where it is no JSON; there are no nodes then.
  static func parse(
    _ utf8: ArraySlice<UInt8>,
    into nodes: inout [JSONNode]
  ) throws(Failure) {
    try utf8.withUnsafeBufferPointer { bytes throws(Failure) in
      var reader = JSONReader(bytes: bytes)
      swap(&reader.nodes, &nodes)
      reader.nodes.removeAll(keepingCapacity: true)
      // A name and a value take eight bytes at least, mostly more.
      reader.nodes.reserveCapacity(4 + min(bytes.count / 8, 1000))
      try reader.readText()
      swap(&reader.nodes, &nodes)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func failure(_ problem: String) -> Failure { Failure(problem: problem, offset: offset) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func append(_ kind: JSONNode.Kind, from start: Int, isIrregular: Bool = false) {
    nodes.append(
      JSONNode(
        kind: kind,
        isIrregular: isIrregular,
        start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: offset),
        next: UInt32(truncatingIfNeeded: nodes.count + 1)
      )
    )
  }

  private mutating func readText() throws(Failure) {
    try readValue()
    skipSpace()
    if next != nil { throw failure("more text after the value") }
  }

  private mutating func readWord(_ word: StaticString, _ kind: JSONNode.Kind) throws(Failure) {
    let start = offset
    for place in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[place]) {
      offset = start
      throw failure("no JSON value")
    }
    append(kind, from: start)
  }

  private mutating func readValue() throws(Failure) {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): try readObject()
    case UInt8(ascii: "["): try readArray()
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "t"): try readWord("true", .yes)
    case UInt8(ascii: "f"): try readWord("false", .no)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: try readNumber()
    }
  }

  /// Begins an object or an array, whose node knows its end later.
  private mutating func begin(_ kind: JSONNode.Kind) throws(Failure) -> Int {
    if depth == Self.maximumDepth { throw failure("values are nested too deep") }
    depth += 1
    append(kind, from: offset)
    offset += 1
    skipSpace()
    return nodes.count - 1
  }

  private mutating func end(_ place: Int) {
    depth -= 1
    nodes[place].end = UInt32(truncatingIfNeeded: offset)
    nodes[place].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func readObject() throws(Failure) {
    let place = try begin(.object)
    var names = Names()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("no name of a field") }
        let name = nodes.count
        try readString()
        if !nodes[place].isIrregular, isIrregular(name, in: place, &names) {
          nodes[place].isIrregular = true
        }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw failure("no colon after the name of a field") }
        try readValue()
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw failure("no end of an object") }
    }
    end(place)
  }

  /// What the names of an object have been.
  private struct Names {
    var count = 0
    /// A bit for all names that have length, first and last byte in common.
    var seen: UInt64 = 0
  }

  /// Whether a field cannot be found by the bytes of its name alone.
  @inline(__always)
  private func isIrregular(_ name: Int, in object: Int, _ names: inout Names) -> Bool {
    let node = nodes[name]
    names.count += 1
    if node.isIrregular || names.count > Self.manyFields { return true }
    let (start, end) = (Int(node.start), Int(node.end))
    let ends = start < end ? Int(bytes[start]) &* 5 &+ Int(bytes[end - 1]) : 0
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: ends &+ (end - start) &* 11)
    let isLikeAnother = names.seen & bit != 0
    names.seen |= bit
    return isLikeAnother && isSecond(name, in: object)
  }

  /// Whether an earlier field of the object has the same name.
  private func isSecond(_ name: Int, in object: Int) -> Bool {
    let text = bytes[Int(nodes[name].start)..<Int(nodes[name].end)]
    var other = object + 1
    while other < name {
      if bytes[Int(nodes[other].start)..<Int(nodes[other].end)].elementsEqual(text) { return true }
      other = Int(nodes[other + 1].next)
    }
    return false
  }

  private mutating func readArray() throws(Failure) {
    let place = try begin(.array)
    if !take(UInt8(ascii: "]")) {
      repeat {
        try readValue()
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw failure("no end of an array") }
    }
    end(place)
  }

  private mutating func readNumber() throws(Failure) {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    guard skipDigits() > 0 else { throw failure("no JSON value") }
    var kind = JSONNode.Kind.integer
    if take(UInt8(ascii: ".")) {
      kind = .fraction
      guard skipDigits() > 0 else { throw failure("no digit after the point") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      kind = .fraction
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw failure("no digit in the exponent") }
    }
    append(kind, from: start)
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
    return offset - start
  }

  private mutating func readString() throws(Failure) {
    let start = offset + 1
    var place = placeOfMark(from: start)
    var hasEscapes = false
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        offset = place
        append(.string, from: start, isIrregular: hasEscapes)
        offset += 1
        return
      }
      hasEscapes = true
      guard let length = JSONEscapes.length(bytes, at: place + 1) else {
        offset = place + 1
        throw failure(offset < bytes.count ? "no such escape" : "no end of a text")
      }
      place = placeOfMark(from: place + 1 + length)
    }
    offset = place
    throw failure("no end of a text")
  }

  /// Where the next quote or backslash is, or the end; eight bytes are looked at in one.
  private func placeOfMark(from start: Int) -> Int {
    var place = start
    let raw = UnsafeRawBufferPointer(bytes)
    while place + 8 <= raw.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      )
      let marks =
        Self.zeros(word ^ 0x2222_2222_2222_2222) | Self.zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != UInt8(ascii: "\\")
    {
      place += 1
    }
    return place
  }

  /// The highest bit of each byte that is 0; of the bytes above the first such one it may err.
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
