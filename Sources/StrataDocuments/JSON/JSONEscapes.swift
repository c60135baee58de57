/// The escapes in JSON texts.
enum JSONEscapes {
  /// How many bytes an escape has after its `\`; nil where it is none.
  static func length(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"):
      return 1
    case UInt8(ascii: "u"):
      guard offset + 5 <= bytes.count,
        bytes[(offset + 1)..<(offset + 5)].allSatisfy({ digit($0) != nil })
      else { return nil }
      return 5
    default: return nil
    }
  }

  /// The text that stands between two quotes, with good escapes.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        utf8.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): utf8.append(0x0A)
      case UInt8(ascii: "r"): utf8.append(0x0D)
      case UInt8(ascii: "t"): utf8.append(0x09)
      case UInt8(ascii: "b"): utf8.append(0x08)
      case UInt8(ascii: "f"): utf8.append(0x0C)
      case UInt8(ascii: "u"): utf8.append(contentsOf: UTF8.encode(scalar(&rest)) ?? .init())
      case let other: other.map { utf8.append($0) }
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// The character after `\u`, of which half a pair stands for none.
  private static func scalar(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
    let first = codeUnit(&rest)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), rest.starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    rest.removeFirst(2)
    let second = codeUnit(&rest)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    let pair = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(pair) ?? "\u{FFFD}"
  }

  private static func codeUnit(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 { unit = unit << 4 | (rest.popFirst().flatMap(digit) ?? 0) }
    return unit
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
