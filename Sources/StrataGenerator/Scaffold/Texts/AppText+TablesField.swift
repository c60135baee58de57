extension AppText {
  static let tablesField = AppText(
    path: "Sources/%Tables%/Field.swift",
    text: #"""
      import Strata

      /// A column of a record, as people see it.
      package struct Field<Record: TableRecord & SendableMetatype>: Sendable {
        let description: FieldDescription
        let show: @Sendable (Record) -> Cell
        /// The value as its column has it.
        let store: @Sendable (Record) -> DatabaseValue

        /// Describes a column.
        ///
        /// - Parameters:
        ///   - column: where the value is stored.
        ///   - value: where a record has it.
        ///   - name: what people call it; the name of the column where nothing is said.
        package init<Value: FieldValue>(
          _ column: TypedColumn<Record, Value>,
          _ value: @escaping @Sendable (Record) -> Value,
          named name: String? = nil
        ) {
          let name = name ?? column.name
          description = FieldDescription(
            name: name,
            column: column.name,
            form: Value.form,
            isOptional: Value.isOptional,
            isContent: Value.isContent,
            isAny: Value.isAny,
            read: { text, isText in
              guard let value = isText ? Value.read(asText: text) : Value.read(text) else {
                throw Unreadable(name, Value.form, text)
              }
              return value.stored(as: column.format)
            }
          )
          show = { record in value(record).cell }
          store = { record in value(record).stored(as: column.format) }
        }
      }

      /// What there is to know of a field without its record.
      package struct FieldDescription: Sendable {
        /// What people call it.
        package let name: String
        /// The column in the database.
        package let column: String
        /// What to write, in a few words.
        package let form: String
        /// Whether there may be no value.
        package let isOptional: Bool
        /// Whether a value may be the content of a file.
        package let isContent: Bool
        /// Whether values of all types may stand in the column.
        package let isAny: Bool
        let read: @Sendable (_ text: String, _ isText: Bool) throws -> DatabaseValue

        /// What a text of a file puts into the column, nil for no value; `isText` where the file says that
        /// it is a text, though other values look alike.
        package func content(_ text: String?, isText: Bool = false) throws -> FieldContent {
          let value: DatabaseValue = try text.map { try read($0, isText) } ?? .null
          let isText = String.fromDatabaseValue(value) != nil
          return FieldContent(
            column: column,
            value: value,
            shown: text,
            isTextOfNumber: isText && form == Double.form
          )
        }

        /// What people write for a value: nothing is no value where there may be none.
        package func content(word: String) throws -> FieldContent {
          try content(isOptional && word.isEmpty ? nil : word)
        }
      }

      /// A value for a column.
      package struct FieldContent: Hashable, Sendable {
        package let column: String
        let value: DatabaseValue
        /// The value as it was given; nil for no value.
        let shown: String?
        /// Whether it is a number that is stored as a text.
        var isTextOfNumber = false
        /// How a row's value has to compare with it, where it is a condition.
        package var comparison = Comparison.equal

        /// The value in a message.
        package var text: String {
          let sign = comparison == .equal ? "" : "\(comparison.rawValue) "
          guard let shown else { return "\(sign)no value" }
          return sign + (Double(shown) == nil ? "'\(shown)'" : shown)
        }
      }

      /// A text that stands for no value of a field.
      package struct Unreadable: Error, CustomStringConvertible {
        /// Which, and what was expected.
        package let description: String

        init(_ field: String, _ form: String, _ text: String) {
          description = "\(field) wants \(form), not '\(text)'"
        }
      }

      """#
  )
}
