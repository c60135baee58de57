extension AppText {
  static let tablesFieldValue = AppText(
    path: "Sources/%Tables%/FieldValue.swift",
    text: #"""
      import Foundation
      import Strata

      /// A type of columns whose values people write and read.
      package protocol FieldValue: SendableMetatype {
        /// What to write, in a few words.
        static var form: String { get }

        /// Whether there may be no value.
        static var isOptional: Bool { get }

        /// Whether a value may be the content of a file.
        static var isContent: Bool { get }

        /// Whether values of all types may stand side by side, so that what they are has to be told.
        static var isAny: Bool { get }

        /// The value that a text stands for; nil where it stands for none.
        static func read(_ text: String) -> Self?

        /// The same of what is known to be a text, even where it looks like a number.
        static func read(asText text: String) -> Self?

        /// The value as a column stores it.
        func stored(as format: ColumnFormat) -> DatabaseValue

        /// The value as it is shown.
        var cell: Cell { get }
      }

      extension FieldValue {
        package static var isOptional: Bool { false }
        package static var isContent: Bool { false }
        package static var isAny: Bool { false }
        package static func read(asText text: String) -> Self? { read(text) }
      }

      /// Whatever the database can store, by way of what it stores.
      extension FieldValue where Self: DatabaseValueConvertible {
        package static var form: String { "\(Self.self)" }

        package static func read(_ text: String) -> Self? {
          fromDatabaseValue(text.databaseValue)
            ?? Int64(text).flatMap { fromDatabaseValue($0.databaseValue) }
            ?? Double.read(text).flatMap { fromDatabaseValue($0.databaseValue) }
            ?? Data.read(text).flatMap { fromDatabaseValue($0.databaseValue) }
        }

        package func stored(as format: ColumnFormat) -> DatabaseValue { format.databaseValue(self) }

        package var cell: Cell {
          switch databaseValue.storage {
          case .null: .none
          case .int64(let number): .number("\(number)")
          case .double(let number): number.isFinite ? .number("\(number)") : .text("\(number)")
          case .string(let text): .text(text)
          case .blob(let data): data.cell
          }
        }
      }

      extension Optional: FieldValue where Wrapped: FieldValue {
        package static var form: String { Wrapped.form }
        package static var isOptional: Bool { true }
        package static var isContent: Bool { Wrapped.isContent }
        package static var isAny: Bool { Wrapped.isAny }

        package static func read(_ text: String) -> Wrapped?? { Wrapped.read(text).map(Optional.some) }

        package static func read(asText text: String) -> Wrapped?? {
          Wrapped.read(asText: text).map(Optional.some)
        }

        package func stored(as format: ColumnFormat) -> DatabaseValue {
          self?.stored(as: format) ?? .null
        }

        package var cell: Cell { self?.cell ?? .none }
      }

      /// The cases of an enum, by their names or their raw values.
      extension FieldValue where Self: CaseIterable & DatabaseValueConvertible & RawRepresentable {
        package static var form: String { allCases.map { "\($0)" }.joined(separator: "|") }

        package static func read(_ text: String) -> Self? {
          allCases.first { "\($0)" == text } ?? allCases.first { "\($0.rawValue)" == text }
        }

        package var cell: Cell { .text("\(self)") }
      }

      /// A key that is a type of its own, by its raw value.
      extension FieldValue where Self: RecordID, RawValue: FieldValue {
        package static var form: String { RawValue.form }
        package static func read(_ text: String) -> Self? { RawValue.read(text).map(Self.init) }
        package var cell: Cell { rawValue.cell }
      }

      """#
  )
}
