extension AppText {
  static let tablesAnyTable = AppText(
    path: "Sources/%Tables%/AnyTable.swift",
    text: #"""
      import Strata

      /// A table or a view, whatever its record.
      package protocol AnyTable: Sendable {
        /// What people call it.
        var name: String { get }

        /// What the database calls it.
        var sqlName: String { get }

        /// What it holds, in a sentence; empty where nobody has said it.
        var summary: String { get }

        /// Its columns.
        var fields: [FieldDescription] { get }

        /// The columns of its primary key; none where it has no key.
        var key: [FieldDescription] { get }

        /// The columns that a row can be given values for.
        var settable: [FieldDescription] { get }

        /// Whether it is a view.
        var isReadOnly: Bool { get }

        /// Whether the database gives a new row its key.
        var numbersItself: Bool { get }

        /// The number of its rows.
        func count(_ db: Database) throws -> Int

        /// Calls a function with the rows of a query, one after the other, a cell for each field.
        func forEachRow(
          _ db: Database,
          _ query: RowQuery,
          _ body: ([Cell]) throws -> Void
        ) throws

        /// The rows in which all words occur.
        func rows(_ db: Database, matching words: String) throws -> [[Cell]]

        /// Inserts a row.
        func add(_ db: Database, _ contents: [FieldContent]) throws

        /// Inserts a row, and gives it as it is stored then.
        func insert(_ db: Database, _ contents: [FieldContent]) throws -> [Cell]

        /// Changes the rows that meet all conditions, and gives them as they are stored then.
        func update(
          _ db: Database,
          _ contents: [FieldContent],
          where conditions: [FieldContent]
        ) throws -> [[Cell]]

        /// Deletes the rows that meet all conditions, and gives their number.
        func delete(_ db: Database, where conditions: [FieldContent]) throws -> Int
      }

      extension AnyTable {
        /// The rows of a query, a cell for each field.
        package func rows(_ db: Database, _ query: RowQuery) throws -> [[Cell]] {
          var rows: [[Cell]] = []
          try forEachRow(db, query) { rows.append($0) }
          return rows
        }

        /// The field of a name, whatever the case of its letters.
        package func field(named name: String) -> FieldDescription? {
          fields.first { $0.name == name }
            ?? fields.first {
              [$0.name.lowercased(), $0.column.lowercased()].contains(name.lowercased())
            }
        }
      }

      /// Which rows of a table are meant, and in which order.
      package struct RowQuery: Hashable, Sendable {
        /// What the rows have in common.
        package var conditions: [FieldContent]
        /// What they are ordered by, before the key.
        package var order: [Order]
        /// How many there are at most.
        package var limit: Int?

        /// A column to order by.
        package struct Order: Hashable, Sendable {
          let column: String
          let isDescending: Bool

          /// The order of a field's values.
          package init(_ field: FieldDescription, isDescending: Bool = false) {
            column = field.column
            self.isDescending = isDescending
          }
        }

        /// All rows by their key, unless more is said.
        package init(conditions: [FieldContent] = [], order: [Order] = [], limit: Int? = nil) {
          self.conditions = conditions
          self.order = order
          self.limit = limit
        }

        /// The terms of an ORDER BY that ends with the key.
        func terms(_ key: [FieldDescription]) -> [any SQLOrderingTerm] {
          (order + key.map { Order($0) }).map { order in
            order.isDescending ? Column(order.column).desc : Column(order.column).asc
          }
        }
      }

      """#
  )
}
