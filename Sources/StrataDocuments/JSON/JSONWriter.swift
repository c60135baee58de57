/// Prints values as JSON text.
struct JSONWriter {
  private var bytes: [UInt8] = []

  /// The text of an object.
  static func text(_ fields: JSONFields) -> String {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(256)
    writer.write(fields)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .absent, .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .int(let value): write(value)
    // A whole number stays one that is no integer: 3.0.
    case .double(let value): append(value.description)
    case .number(let text): append(text)
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements.values {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields): write(fields)
    }
  }

  private mutating func write(_ fields: JSONFields) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in fields.all {
      if case .absent = field.value { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(field.key)
      bytes.append(UInt8(ascii: ":"))
      write(field.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ number: Int64) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The digits were found from the last one to the first.
    var (first, last) = (start, bytes.count - 1)
    while first < last {
      bytes.swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  /// Adds text that has nothing to be escaped.
  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      if !buffer.contains(where: Self.isEscaped) {
        bytes.append(contentsOf: buffer)
      } else {
        for byte in buffer { if Self.isEscaped(byte) { escape(byte) } else { bytes.append(byte) } }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
