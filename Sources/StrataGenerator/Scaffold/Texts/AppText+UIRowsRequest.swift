extension AppText {
  static let uiRowsRequest = AppText(
    path: "Sources/%UI%/RowsRequest.swift",
    text: #"""
      #if canImport(SwiftUI)
      import %Tables%
      import Strata

      /// The rows of a table, as a view queries them.
      struct RowsRequest: ValueObservationQueryable {
        static var defaultValue: [TableRow] { [] }
        var table: any AnyTable
        var query = RowQuery()

        func fetch(_ db: Database) throws -> [TableRow] {
          let keys = Set(table.key.map(\.name))
          let isKey = table.fields.map { keys.isEmpty || keys.contains($0.name) }
          return try table.rows(db, query).enumerated().map { place, cells in
            // Rows of a table without a key may be equal.
            let key = zip(cells, isKey).filter(\.1).map(\.0)
            return TableRow(id: TableRow.ID(key: key, place: keys.isEmpty ? place : 0), cells: cells)
          }
        }
      }

      extension RowsRequest: Equatable {
        static func == (left: RowsRequest, right: RowsRequest) -> Bool {
          left.table.name == right.table.name && left.query == right.query
        }
      }

      /// A row of a table, with a cell for each field.
      package struct TableRow: Identifiable, Hashable, Sendable {
        /// What tells a row from all others.
        package struct ID: Hashable, Sendable {
          let key: [Cell]
          let place: Int
        }

        /// What tells the row from all others.
        package let id: ID
        /// A cell for each field of the table.
        package let cells: [Cell]

        /// The first texts of the row.
        package var title: String {
          cells.compactMap(\.text).prefix(3).joined(separator: " · ")
        }

        /// The texts of the row by the names of the fields; none for NULL.
        func texts(of table: any AnyTable) -> [String: String] {
          var texts: [String: String] = [:]
          for (field, cell) in zip(table.fields, cells) { texts[field.name] = cell.text }
          return texts
        }

        /// The key of the row, as a condition.
        func conditions(of table: any AnyTable) throws -> [FieldContent] {
          let texts = texts(of: table)
          return try table.key.map { try $0.content(texts[$0.name]) }
        }
      }
      #endif

      """#
  )
}
