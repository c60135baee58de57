/// What is known of a proved schema, in words: for people who want to know why.
package struct Explanation: Hashable, Sendable, Codable {
  package var database: String
  package var views: [View]
  package var requests: [Request]
  package var statements: [Statement]
  /// The SQL names of tables for which no row could be made: nothing that reads them was tried, so what
  /// is said of NULL there is only inferred.
  package var tablesWithoutRows: [String]

  package struct View: Hashable, Sendable, Codable {
    package var name: String
    package var sql: String
    package var columns: [Value]
    package var plan: [Step]
    package var reads: [Table]
  }

  package struct Request: Hashable, Sendable, Codable {
    /// The Swift name of its type.
    package var name: String
    /// The key of the table or view whose record it gives or whose rows it counts, if it is one's.
    package var source: String?
    package var sql: String
    package var parameters: [Value]
    /// What it gives; without a name.
    package var result: Value
    /// The properties of rows of its own.
    package var columns: [Value]
    package var plan: [Step]
    package var reads: [Table]
  }

  package struct Statement: Hashable, Sendable, Codable {
    /// The Swift name of its type.
    package var name: String
    package var sql: String
    package var parameters: [Value]
    /// The properties of rows of its own.
    package var columns: [Value]
    /// What happens to a row that a constraint is in the way of, where the SQL says that.
    package var conflict: String?
    /// What it writes, also by way of triggers and foreign keys.
    package var writes: [Write]
    package var plan: [Step]
  }

  /// A table that is written.
  package struct Write: Hashable, Sendable, Codable {
    /// `insert`, `update` or `delete`.
    package var action: String
    package var table: String
    /// The columns that are updated.
    package var columns: [String]
    /// What does it, in words; nil for the statement itself.
    package var cause: String?
  }

  /// A column, a parameter or a result with its type, and how that is known.
  package struct Value: Hashable, Sendable, Codable {
    package var name: String?
    package var type: String
    package var reason: String
  }

  /// A line of SQLite's plan (https://sqlite.org/eqp.html).
  package struct Step: Hashable, Sendable, Codable {
    /// How far it is indented.
    package var depth: Int
    package var text: String
  }

  /// A table in SQL with the columns that are read of it; none where only its rows count.
  package struct Table: Hashable, Sendable, Codable {
    package var name: String
    package var columns: [String]
  }
}
