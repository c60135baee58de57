extension AppText {
  static let tablesFieldValueTypes = AppText(
    path: "Sources/%Tables%/FieldValue+Types.swift",
    text: #"""
      import Foundation
      import Strata

      extension Int: FieldValue { package static var form: String { "whole number" } }
      extension Int64: FieldValue { package static var form: String { "whole number" } }
      extension Int32: FieldValue { package static var form: String { "whole number" } }
      extension String: FieldValue { package static var form: String { "text" } }
      extension URL: FieldValue { package static var form: String { "address" } }

      extension Double: FieldValue {
        package static var form: String { "number" }

        /// What is no number (NaN) would be stored as no value.
        package static func read(_ text: String) -> Double? {
          Double(text).flatMap { $0.isNaN ? nil : $0 }
        }
      }

      extension Bool: FieldValue {
        package static var form: String { "true|false" }

        package static func read(_ text: String) -> Bool? {
          switch text.lowercased() {
          case "true", "yes", "1": true
          case "false", "no", "0": false
          default: nil
          }
        }

        package var cell: Cell { .bool(self) }
      }

      extension Decimal: FieldValue {
        package static var form: String { "number" }
        package var cell: Cell { isFinite ? .number(description) : .text(description) }
      }

      extension UUID: FieldValue {
        package static var form: String { "UUID, or new" }

        package static func read(_ text: String) -> UUID? {
          text == "new" ? UUID() : UUID(uuidString: text)
        }

        package var cell: Cell { .text(uuidString) }
      }

      /// In UTC, without what is zero at its end: `2024-07-01`, `2024-07-01 18:30:00`.
      extension Date: FieldValue {
        package static var form: String { "date (2024-07-01 18:30 in UTC, or now)" }

        package static func read(_ text: String) -> Date? {
          text == "now" ? Date() : fromDatabaseValue(text.databaseValue)
        }

        package var cell: Cell {
          guard var text = String.fromDatabaseValue(databaseValue) else { return .none }
          for zero in [".000", " 00:00:00"] where text.hasSuffix(zero) { text.removeLast(zero.count) }
          return .text(text)
        }
      }

      /// In hexadecimal digits: `0x00ff`.
      extension Data: FieldValue {
        package static var form: String { "0x… or @FILE" }
        package static var isContent: Bool { true }

        package static func read(_ text: String) -> Data? {
          guard text.hasPrefix("0x"), text.utf8.count.isMultiple(of: 2) else { return nil }
          var bytes: [UInt8] = []
          var digits = text.dropFirst(2)
          while !digits.isEmpty {
            guard let byte = UInt8(digits.prefix(2), radix: 16), digits.first?.isHexDigit == true else {
              return nil
            }
            bytes.append(byte)
            digits = digits.dropFirst(2)
          }
          return Data(bytes)
        }

        package var cell: Cell {
          let digits = Array("0123456789abcdef".utf8)
          let text = flatMap { byte in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
          return .bytes("0x" + String(decoding: text, as: UTF8.self))
        }
      }

      /// A column of any type: a whole number, a number, bytes, or else a text.
      extension DatabaseValue: FieldValue {
        package static var form: String { "anything" }

        package static func read(_ text: String) -> DatabaseValue? {
          Int64(text)?.databaseValue ?? Data.read(text)?.databaseValue
            ?? Double.read(text)?.databaseValue ?? text.databaseValue
        }

        package static var isAny: Bool { true }
        package static func read(asText text: String) -> DatabaseValue? { text.databaseValue }

        package var cell: Cell {
          switch storage {
          case .null: .none
          case .int64(let number): .number("\(number)")
          case .double(let number): .number("\(number)")
          case .string(let text): .text(text)
          case .blob(let data): data.cell.text.map(Cell.anyBytes) ?? .none
          }
        }
      }

      """#
  )
}
