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
          form: "TABLE FILE…",
          summary: "Add all rows of .csv, .json or .jsonl files, or of standard input (-), or none.",
          options: [.format],
          run: { call in
            let files = try call.importedFiles()
            let count: Int
            do {
              count = try await call.write { db in
                var adding = Import(files, program: call.program)
                return try adding.run(db)
              }
            } catch let error as DatabaseError
              where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
            {
              throw Failure("a row refers to one that is not there; nothing was imported")
            }
            let names = files.map(\.table.name)
            let tables = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
            Terminal.note(
              "imported \(counted(count, "row")) into \(tables.joined(separator: ", "))"
            )
          }
        )
      }

      extension Call {
        /// The files of an import, each with the table that stands before it.
        fileprivate func importedFiles() throws -> [Import.File] {
          guard words.count >= 2, words.count.isMultiple(of: 2) else {
            throw Misuse("import wants a table and a file, or several such pairs")
          }
          guard words.enumerated().count(where: { $0 % 2 == 1 && $1 == "-" }) < 2 else {
            throw Misuse("only one file can be standard input")
          }
          return try stride(from: 0, to: words.count, by: 2).map { index in
            let table = try writableTable(named: words[index])
            let path = words[index + 1]
            let format = try FileFormat(arguments[.format], path, else: nil)
            let bytes = try ByteSource(path: path)
            do {
              let rows = try format.rows(bytes, table)
              return Import.File(table: table, path: path, rows: rows)
            } catch let failure as Failure {
              throw Failure("\(path), \(failure); nothing was imported")
            }
          }
        }
      }

      /// A number of things.
      func counted(_ count: Int, _ thing: String) -> String {
        "\(count) \(thing)\(count == 1 ? "" : "s")"
      }

      """#
  )
}
