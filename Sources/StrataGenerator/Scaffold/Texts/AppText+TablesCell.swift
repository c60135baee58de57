extension AppText {
  static let tablesCell = AppText(
    path: "Sources/%Tables%/Cell.swift",
    text: #"""
      /// What stands in one column of one row, as it is shown and as files hold it.
      package enum Cell: Hashable, Sendable {
        /// No value: NULL.
        case none
        /// A truth value.
        case bool(Bool)
        /// A number in decimal digits.
        case number(String)
        /// A text.
        case text(String)
        /// A list or an object, as JSON.
        case json(String)
        /// Bytes in hexadecimal digits.
        case bytes(String)
        /// The same in a column that may hold a text which looks so.
        case anyBytes(String)

        /// The text of the value; nil where there is none.
        package var text: String? {
          switch self {
          case .none: nil
          case .bool(let value): value ? "true" : "false"
          case .number(let text), .text(let text), .json(let text), .bytes(let text),
            .anyBytes(let text):
            text
          }
        }
      }

      """#
  )
}
