extension AppText {
  static let uiTableList = AppText(
    path: "Sources/%UI%/TableList.swift",
    text: #"""
      #if canImport(SwiftUI)
      import %Tables%
      import Strata
      import StrataUI
      import SwiftUI

      /// The tables of the app, and behind each its rows.
      ///
      ///     TableList().databaseContext(.readWrite { database })
      public struct TableList: View {
        /// The tables of the schema.
        public init() {}

        /// A list of the tables.
        public var body: some View {
          NavigationStack {
            List {
              ForEach(Tables.all, id: \.name) { table in
                NavigationLink {
                  RowList(table)
                } label: {
                  Text(verbatim: table.name)
                }
              }
            }
            .navigationTitle("Tables")
          }
        }
      }

      /// The rows of a table, which follow the database.
      package struct RowList: View {
        private let table: any AnyTable
        @Query<RowsRequest> private var rows: [TableRow]

        /// The rows of a table, by its key.
        package init(_ table: any AnyTable) {
          self.table = table
          _rows = Query(RowsRequest(table: table))
        }

        package var body: some View {
          List {
            if let error = $rows.error { Text(verbatim: "\(error)") }
            ForEach(rows) { row in
              NavigationLink {
                RowDetail(table, row)
              } label: {
                Text(verbatim: row.title)
              }
            }
            if !table.isReadOnly {
              NavigationLink {
                RowDetail(table, nil)
              } label: {
                Text("Add")
              }
            }
          }
          .navigationTitle(table.name)
        }
      }
      #endif

      """#
  )
}
