extension AppText {
  static let commandVerbFiles = AppText(
    path: "Sources/%Command%/Verb+Files.swift",
    text: #"""
      import Foundation
      import %Tables%
      import Strata

      extension Verb {
        static let export = Verb(
          name: "export",
          form: "TABLE [FILE]",
          summary: "Write the rows of a table into a .csv, .json or .jsonl file, or to standard output.",
          options: [.where, .sort, .limit, .format],
          run: { call in
            let table = try call.table(wordCount: 2)
            let path = call.words.dropFirst().first ?? "-"
            let format = try FileFormat(call.arguments[.format], path, else: .csv)
            let query = try call.query(of: table)
            let file = try Output(path)
            defer { file.removePart() }
            let count = try await call.read { db in
              var output = file
              let count = try format.write(table.fields.map(\.name), to: &output) { body in
                try table.forEachRow(db, query, body)
              }
              try output.close()
              return count
            }
            if path != "-" { Terminal.note("wrote \(counted(count, "row")) to \(path)") }
          }
        )

        static let `import` = Verb(
          name: "import",
          form: "TABLE FILE",
          summary: "Add all rows of a .csv, .json or .jsonl file, or of standard input (-), or none.",
          options: [.format],
          run: { call in
            guard call.words.count == 2 else { throw Misuse("import wants a table and a file") }
            let table = try call.writableTable()
            let path = call.words[1]
            let format = try FileFormat(call.arguments[.format], path, else: nil)
            let bytes = try ByteSource(path: path)
            do {
              let rows = try format.rows(bytes, table)
              let count = try await call.write { db in
                var adding = Import(table: table)
                return try adding.run(db, rows)
              }
              Terminal.note("imported \(counted(count, "row")) into \(table.name)")
            } catch let failure as Failure {
              throw Failure("\(path), \(failure); nothing was imported")
            }
          }
        )
      }

      /// A number of things.
      func counted(_ count: Int, _ thing: String) -> String {
        "\(count) \(thing)\(count == 1 ? "" : "s")"
      }

      /// Adds the rows of a file to a table.
      private struct Import {
        var table: any AnyTable
        /// Rows that refer to rows of the same table which come later in the file.
        private var ahead: [FileRow] = []

        init(table: any AnyTable) { self.table = table }

        /// - Returns: the number of rows.
        mutating func run(_ db: Database, _ source: any RowSource) throws -> Int {
          var source = source
          var progress = Progress()
          defer { progress.end() }
          var count = 0
          while let row = try source.next() {
            do { try add(db, row) } catch { throw Self.failure(error, row) }
            count += 1
            progress.advance(count, source.percent)
          }
          for row in ahead {
            guard let missing = try table.missingParent(db, row.contents) else { continue }
            throw Self.failure(missing, row)
          }
          return count
        }

        private mutating func add(_ db: Database, _ row: FileRow) throws {
          if !ahead.isEmpty, let missing = try table.missingParent(db, row.contents) {
            try wait(missing, row)
          }
          do { try table.add(db, row.contents) } catch {
            guard ahead.isEmpty, let missing = try table.missingParent(db, row.contents) else {
              throw error
            }
            try wait(missing, row)
            // Until all rows are there, foreign keys are not looked at.
            try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
            try table.add(db, row.contents)
          }
        }

        private mutating func wait(_ missing: MissingParent, _ row: FileRow) throws {
          guard missing.table.lowercased() == table.sqlName.lowercased() else { throw missing }
          ahead.append(row)
        }

        private static func failure(_ error: any Error, _ row: FileRow) -> Failure {
          let reason = (error as? DatabaseError)?.message ?? "\(error)"
          return Failure("\(row.place): \(reason)")
        }
      }

      """#
  )
}
