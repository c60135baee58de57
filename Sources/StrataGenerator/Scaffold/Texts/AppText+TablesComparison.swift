extension AppText {
  static let tablesComparison = AppText(
    path: "Sources/%Tables%/Comparison.swift",
    text: #"""
      import Strata

      /// How the values of a column compare with another one.
      package enum Comparison: String, CaseIterable, Sendable {
        case other = "!="
        case atMost = "<="
        case atLeast = ">="
        case equal = "="
        case less = "<"
        case more = ">"

        /// Whether it is of an order, in which no value has no place.
        package var isOrder: Bool { self != .equal && self != .other }

        /// No value is equal to no value, and another one than any value.
        fileprivate var sql: String {
          switch self {
          case .equal: "IS"
          case .other: "IS NOT"
          case .atMost, .atLeast, .less, .more: rawValue
          }
        }
      }

      extension FieldContent {
        /// The condition in SQL, in which the value is bound.
        func sql(in table: String) -> String {
          let name = table.quotedDatabaseIdentifier + "." + column.quotedDatabaseIdentifier
          // Numbers that are stored as texts have an order only as numbers.
          return isTextOfNumber && comparison.isOrder
            ? "CAST(\(name) AS REAL) \(comparison.sql) CAST(? AS REAL)" : "\(name) \(comparison.sql) ?"
        }

        /// What is bound in it.
        var arguments: StatementArguments { StatementArguments([value]) }
      }

      """#
  )
}
