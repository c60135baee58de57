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
          case .number(let digits): digits
          case .json(let text): text
          case .text(let text): quoted(text)
          }
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

        /// The rows of a file for a table: an array of objects, or one object.
        static func rows(_ text: String, _ table: any AnyTable) throws -> [FileRow] {
          let objects: [[String: Value]]
          do {
            let decoder = JSONDecoder()
            let data = Data(text.utf8)
            objects =
              try (try? [decoder.decode([String: Value].self, from: data)])
              ?? decoder.decode([[String: Value]].self, from: data)
          } catch {
            throw Failure("it is no JSON array of objects: \(error)")
          }
          let settable = Set(table.settable.map(\.column))
          return try objects.enumerated().map { index, object in
            let place = "row \(index + 1)"
            let contents = try object.sorted { $0.key < $1.key }
              .compactMap { name, value -> FieldContent? in
                guard let field = table.field(named: name) else {
                  let names = table.fields.map(\.name).joined(separator: ", ")
                  throw Failure("\(place): \(table.name) has no column '\(name)'; it has \(names)")
                }
                // What the database computes stands in an exported file, too.
                guard settable.contains(field.column), field.isOptional || value.text != nil else {
                  return nil
                }
                do { return try field.content(value.text) } catch { throw Failure("\(place): \(error)") }
              }
            return FileRow(place: place, contents: contents)
          }
        }

        /// A value of JSON.
        private enum Value: Codable {
          case null
          case bool(Bool)
          case integer(Int64)
          case number(Decimal)
          case string(String)
          case array([Value])
          case object([String: Value])

          init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
              self = .null
            } else if let value = try? container.decode(Bool.self) {
              self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
              self = .integer(value)
            } else if let value = try? container.decode(Decimal.self) {
              self = .number(value)
            } else if let value = try? container.decode(String.self) {
              self = .string(value)
            } else if let value = try? container.decode([Value].self) {
              self = .array(value)
            } else {
              self = .object(try container.decode([String: Value].self))
            }
          }

          func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array(let values): try container.encode(values)
            case .object(let members): try container.encode(members)
            }
          }

          /// The value as a field reads it; nil for null.
          var text: String? {
            switch self {
            case .null: nil
            case .bool(let value): "\(value)"
            case .integer(let value): "\(value)"
            case .number(let value): "\(value)"
            case .string(let value): value
            case .array, .object:
              (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
            }
          }
        }
      }

      """#
  )
}
