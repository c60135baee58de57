/// A JSON value whose objects keep the order of their members.
package indirect enum JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue
  }

  case string(String)
  case number(Int)
  case bool(Bool)
  case null
  case array([JSONValue])
  case object([Member])

  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// The value as text: objects over several lines, lists of plain values on one.
  package var text: String { text(0) }

  private func text(_ depth: Int) -> String {
    let margin = String(repeating: "  ", count: depth + 1)
    let end = String(repeating: "  ", count: depth)
    switch self {
    case .string(let text): return JSONText.quoted(text, escapesSlashes: false)
    case .number(let number): return String(number)
    case .bool(let flag): return flag ? "true" : "false"
    case .null: return "null"
    case .array(let items) where items.allSatisfy(\.isPlain):
      return "[" + items.map { $0.text(0) }.joined(separator: ", ") + "]"
    case .array(let items):
      return "[\n" + items.map { margin + $0.text(depth + 1) }.joined(separator: ",\n")
        + "\n\(end)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { member in
        "\(margin)\(JSONText.quoted(member.key, escapesSlashes: false)):"
          + " \(member.value.text(depth + 1))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
