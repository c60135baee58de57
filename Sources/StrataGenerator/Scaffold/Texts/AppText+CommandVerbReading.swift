extension AppText {
  static let commandVerbReading = AppText(
    path: "Sources/%Command%/Verb+Reading.swift",
    text: #"""
      import Foundation
      import %Tables%
      import Strata

      extension Verb {
        static let tables = Verb(
          name: "tables",
          form: "",
          summary: "Show the tables and how many rows they have.",
          options: [.json],
          run: { call in
            let rows = try await call.read { db in
              try call.program.tables.map { table -> [Cell] in
                [.text(table.name), .number("\(try table.count(db))"), .text(table.summary)]
              }
            }
            call.show(rows, ["table", "rows", "summary"])
          }
        )

        static let list = Verb(
          name: "list",
          form: "TABLE",
          summary: "Show the rows of a table.",
          options: [.where, .sort, .limit, .json],
          run: { call in
            let table = try call.table(wordCount: 1)
            let query = try call.query(of: table)
            let rows = try await call.read { db in
              try table.rows(db, query)
            }
            call.show(rows, table.fields.map(\.name))
          }
        )

        static let show = Verb(
          name: "show",
          form: "TABLE KEY…",
          summary: "Show one row, a line for each column.",
          options: [.where, .json],
          run: { call in
            let table = try call.table()
            let conditions = try call.conditions(table, Array(call.words.dropFirst()))
            let rows = try await call.read { db in
              try table.theRow(db, conditions)
            }
            call.show(row: rows, of: table)
          }
        )

        static let search = Verb(
          name: "search",
          form: "TABLE WORDS…",
          summary: "Show the rows in which words occur.",
          options: [.limit, .json],
          run: { call in
            let table = try call.table()
            let limit = try call.arguments.number(.limit)
            let words = call.words.dropFirst().joined(separator: " ")
            guard !words.isEmpty else { throw Misuse("search wants words to look for") }
            let rows = try await call.read { db in
              try table.rows(db, matching: words)
            }
            call.show(limit.map { Array(rows.prefix($0)) } ?? rows, table.fields.map(\.name))
          }
        )

        static let watch = Verb(
          name: "watch",
          form: "TABLE",
          summary: "Show the rows now and whenever they change, whoever changes them.",
          options: [.where, .sort, .limit, .values, .json],
          run: { call in
            let table = try call.table(wordCount: 1)
            let query = try call.query(of: table)
            var left = try call.arguments.number(.values) ?? Int.max
            guard left > 0 else { return }
            let database = try call.program.open(call.program.path(call.arguments))
            let observation = ValueObservation.tracking { db in try table.rows(db, query) }
            for try await rows in observation.removeDuplicates().values(in: database) {
              if !call.wantsJSON { Terminal.print(Terminal.style(Date.now.formatted(.iso8601), .dim)) }
              call.show(rows, table.fields.map(\.name), isCompact: true)
              left -= 1
              if left == 0 { break }
            }
          }
        )
      }

      extension Call {
        /// The table of a call that takes a number of words.
        func table(wordCount: Int) throws(Misuse) -> any AnyTable {
          let table = try table()
          guard words.count <= wordCount else {
            throw Misuse("\(verb.name) \(table.name) does not know what '\(words[wordCount])' is for")
          }
          return table
        }

        /// Shows rows as a table or as JSON.
        func show(_ rows: [[Cell]], _ header: [String], isCompact: Bool = false) {
          if wantsJSON {
            Terminal.print(JSON.array(rows, header, isCompact: isCompact))
          } else {
            Terminal.print(TextTable(header: header, rows: rows).text(width: Terminal.width))
          }
        }

        /// Shows one row, a line for each column.
        func show(row: [Cell], of table: any AnyTable) {
          let header = table.fields.map(\.name)
          guard !wantsJSON else { return Terminal.print(JSON.object(row, header)) }
          let width = header.map(\.displayWidth).max() ?? 0
          for (name, cell) in zip(header, row) {
            let gap = String(repeating: " ", count: width + 2 - name.displayWidth)
            let lines = (cell.text ?? "-")
              .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let start = "\n" + String(repeating: " ", count: width + 2)
            let text = lines.map { String($0).visible }.joined(separator: start)
            Terminal.print(Terminal.style(name, .dim) + gap + text)
          }
        }
      }

      extension AnyTable {
        /// The only row that meets the conditions.
        func theRow(_ db: Database, _ conditions: [FieldContent]) throws -> [Cell] {
          let rows = try rows(db, RowQuery(conditions: conditions, limit: 2))
          let meant = conditions.map { condition in
            "\(fields.first { $0.column == condition.column }?.name ?? condition.column) \(condition.text)"
          }
          .joined(separator: " and ")
          guard let row = rows.first else { throw Failure("\(name) has no row with \(meant)") }
          guard rows.count == 1 else {
            throw Failure("\(name) has several rows with \(meant); say more by --where")
          }
          return row
        }
      }

      """#
  )
}
