extension AppText {
  static let commandJSON = AppText(
    path: "Sources/%Command%/JSON.swift",
    text: #"""
      import Foundation
      import %Tables%

      /// Rows as JSON: objects with the names of the columns.
      enum JSON {
        static func array(_ rows: [[Cell]], _ header: [String], isCompact: Bool = false) -> String {
          let objects = rows.map { object($0, header) }
          guard !isCompact, !rows.isEmpty else { return "[\(objects.joined(separator: ", "))]" }
          return "[\n  \(objects.joined(separator: ",\n  "))\n]"
        }

        static func object(_ row: [Cell], _ header: [String]) -> String {
          let members = zip(header, row).map { name, cell in "\(quoted(name)): \(text(cell))" }
          return "{\(members.joined(separator: ", "))}"
        }

        private static func text(_ cell: Cell) -> String {
          switch cell {
          case .none: "null"
          case .bool(let value): "\(value)"
          case .number("inf"): "1e999"
          case .number("-inf"): "-1e999"
          case .number(let digits): digits
          // A line of its own for each row.
          case .json(let text): text.replacing("\n", with: " ")
          case .text(let text), .bytes(let text): quoted(text)
          case .anyBytes(let digits): "{\"bytes\": \(quoted(digits))}"
          }
        }

        /// The digits of an object that stands for bytes where a text may look like them; nil for any other.
        static func bytes(_ object: String?) -> String? {
          let members = object.flatMap {
            try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
          }
          guard let members, members.count == 1, let digits = members["bytes"],
            digits.hasPrefix("0x")
          else { return nil }
          return digits
        }

        private static func quoted(_ text: String) -> String {
          var result = "\""
          for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
              let digits = String(scalar.value, radix: 16)
              result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
          }
          return result + "\""
        }
      }

      """#
  )
}
