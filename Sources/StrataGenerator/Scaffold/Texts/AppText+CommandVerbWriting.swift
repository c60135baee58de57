extension AppText {
  static let commandVerbWriting = AppText(
    path: "Sources/%Command%/Verb+Writing.swift",
    text: #"""
      import %Tables%
      import Strata

      extension Verb {
        static let add = Verb(
          name: "add",
          form: "TABLE COLUMN=VALUE…",
          summary: "Add a row, and show it as it is stored.",
          options: [.json],
          run: { call in
            let table = try call.writableTable()
            let contents = try call.contents(call.words.dropFirst(), of: table)
            let row = try await call.write { db in
              try table.insert(db, contents)
            }
            call.show(row: row, of: table)
          }
        )

        static let edit = Verb(
          name: "edit",
          form: "TABLE KEY… COLUMN=VALUE…",
          summary: "Change a row, and show it. 'COLUMN=' takes a value away.",
          options: [.where, .json],
          run: { call in
            let table = try call.writableTable()
            // A key may hold the sign, so that it is found by its place.
            let keyCount = call.arguments[.where] == nil ? table.key.count : 0
            let keys = Array(call.words.dropFirst().prefix(keyCount))
            let conditions = try call.conditions(table, keys)
            let contents = try call.contents(call.words.dropFirst(1 + keyCount), of: table)
            guard !contents.isEmpty else { throw Misuse("edit wants COLUMN=VALUE for what changes") }
            let rows = try await call.write { db in
              _ = try table.theRow(db, conditions)
              return try table.update(db, contents, where: conditions)
            }
            for row in rows { call.show(row: row, of: table) }
          }
        )

        static let delete = Verb(
          name: "delete",
          form: "TABLE KEY…",
          summary: "Delete a row, and show what it was.",
          options: [.where, .json],
          run: { call in
            let table = try call.writableTable()
            let conditions = try call.conditions(table, Array(call.words.dropFirst()))
            let row = try await call.write { db in
              let row = try table.theRow(db, conditions)
              _ = try table.delete(db, where: conditions)
              return row
            }
            call.show(row: row, of: table)
          }
        )
      }

      extension Call {
        /// The table of a call that changes it.
        func writableTable() throws(Misuse) -> any AnyTable { try writable(table()) }

        /// The same of a table's name.
        func writableTable(named name: String) throws(Misuse) -> any AnyTable {
          try writable(program.table(name))
        }

        private func writable(_ table: any AnyTable) throws(Misuse) -> any AnyTable {
          guard !table.isReadOnly else { throw Misuse("\(table.name) is a view, which only shows rows") }
          return table
        }

        fileprivate func contents(
          _ words: ArraySlice<String>,
          of table: any AnyTable
        ) throws -> [FieldContent] {
          var contents: [FieldContent] = []
          for word in words {
            let content = try content(word, of: table, in: table.settable)
            guard !contents.contains(where: { $0.column == content.column }) else {
              throw Misuse("a column is given twice: '\(word)'")
            }
            contents.append(content)
          }
          return contents
        }
      }

      """#
  )
}
