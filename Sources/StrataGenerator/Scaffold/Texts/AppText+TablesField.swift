extension AppText {
  static let tablesField = AppText(
    path: "Sources/%Tables%/Field.swift",
    text: #"""
      import Strata

      /// A column of a record, as people see it.
      package struct Field<Record: TableRecord & SendableMetatype>: Sendable {
        let description: FieldDescription
        let show: @Sendable (Record) -> Cell

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
            read: { text in
              guard let value = Value.read(text) else { throw Unreadable(name, Value.form, text) }
              return value.stored(as: column.format)
            }
          )
          show = { record in value(record).cell }
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
        let read: @Sendable (String) throws -> DatabaseValue

        /// What a text puts into the column, nil for no value; an empty text is no value where there may be
        /// none.
        package func content(_ text: String?) throws -> FieldContent {
          guard let text, !(isOptional && text.isEmpty) else {
            return FieldContent(column: column, value: .null)
          }
          return FieldContent(column: column, value: try read(text))
        }
      }

      /// A value for a column.
      package struct FieldContent: Hashable, Sendable {
        package let column: String
        let value: DatabaseValue
      }

      /// A text that stands for no value of a field.
      package struct Unreadable: Error, CustomStringConvertible {
        /// Which, and what was expected.
        package let description: String

        init(_ field: String, _ form: String, _ text: String) {
          description = "\(field): '\(text)' is not what is wanted here: \(form)"
        }
      }

      """#
  )
}
