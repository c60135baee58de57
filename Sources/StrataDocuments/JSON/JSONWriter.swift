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
    case .absent, .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): write(value)
    case .double(let value): write(value)
    case .number(let text): bytes.append(contentsOf: text.utf8)
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
    for index in fields.keys.indices {
      let value = fields.values[index]
      if case .absent = value { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(fields.keys[index])
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ number: Int64) {
    if number >= 0, number < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  private mutating func write(_ number: Double) {
    // A whole number stays one that is no integer: 3.0.
    bytes.append(contentsOf: number.description.utf8)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { buffer in
      var isPlain = true
      for byte in buffer where Self.isEscaped(byte) { isPlain = false }
      if isPlain {
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
