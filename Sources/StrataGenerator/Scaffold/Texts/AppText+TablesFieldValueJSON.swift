extension AppText {
  static let tablesFieldValueJSON = AppText(
    path: "Sources/%Tables%/FieldValue+JSON.swift",
    text: #"""
      import Foundation
      import Strata

      /// A struct of the schema, which is stored as JSON.
      package protocol JSONFieldValue: FieldValue {}

      extension JSONFieldValue where Self: DatabaseValueConvertible {
        package static var form: String { "\(Self.self) as JSON" }

        package var cell: Cell { String.fromDatabaseValue(databaseValue).map(Cell.json) ?? .none }
      }

      extension Array: FieldValue where Element: Codable {}
      extension Dictionary: FieldValue where Key == String, Value: Codable {}

      /// A list or a dictionary, which is stored as JSON.
      extension FieldValue where Self: Codable & DatabaseCollection {
        package static var form: String { "\(Self.self) as JSON" }

        package static func read(_ text: String) -> Self? {
          let decoder = JSONDecoder()
          decoder.dateDecodingStrategy = .millisecondsSince1970
          return try? decoder.decode(Self.self, from: Data(text.utf8))
        }

        package func stored(as format: ColumnFormat) -> DatabaseValue { databaseJSON }

        package var cell: Cell { String.fromDatabaseValue(databaseJSON).map(Cell.json) ?? .none }
      }

      """#
  )
}
