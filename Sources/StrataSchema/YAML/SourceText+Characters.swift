extension SourceText {
  /// Reports the first of each kind of character that a schema cannot hold.
  ///
  /// - Returns: Whether all is text.
  func checkCharacters(_ diagnostics: inout Diagnostics) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      diagnostics.error(
        .invalidUTF8,
        "this file is UTF-16, but a schema is UTF-8; save it as UTF-8",
        at: range(ofByte: bytes.startIndex)
      )
      return false
    }
    var found: [DiagnosticCode: Int] = [:]
    let base = bytes.startIndex
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 {
          index += 1
          continue
        }
        let (length, scalar) = Self.scalar(bytes, at: index)
        let problem: DiagnosticCode? =
          switch scalar.map(Int.init) {
          case nil: .invalidUTF8
          case 0: .nulCharacter
          case 0x85, 0x2028, 0x2029: .lineSeparator
          case .some(0x01..<0x20), .some(0x7F..<0xA0), 0xFEFF, 0xFFFE, 0xFFFF: .controlCharacter
          default: nil
          }
        if let problem, found[problem] == nil { found[problem] = base + index }
        index += length
      }
    }
    for (code, index) in found.sorted(by: { $0.value < $1.value }) {
      diagnostics.error(code, Self.message(code), at: range(ofByte: index))
    }
    return found.isEmpty
  }

  private static func message(_ code: DiagnosticCode) -> String {
    switch code {
    case .nulCharacter: "this is a NUL character, which a schema cannot hold; remove it"
    case .lineSeparator:
      "this is a Unicode line separator, which editors do not show; end the line with a newline"
    case .controlCharacter: "this is a control character; remove it"
    default: "this is not UTF-8; save the file as UTF-8"
    }
  }

  /// The length of what stands at `index`, and its scalar value unless it is malformed.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> (length: Int, scalar: UInt32?) {
    let first = bytes[index]
    let length: Int
    var value: UInt32
    switch first {
    case 0x00..<0x80: return (1, UInt32(first))
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return (1, nil)
    }
    guard index + length <= bytes.count else { return (1, nil) }
    for next in 1..<length {
      let byte = bytes[index + next]
      guard byte & 0xC0 == 0x80 else { return (1, nil) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, Unicode.Scalar(value) != nil else { return (1, nil) }
    return (length, value)
  }
}
