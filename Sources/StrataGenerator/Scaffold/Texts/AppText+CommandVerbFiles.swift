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
          summary: "Write the rows of a table into a .csv or .json file, or to standard output.",
          options: [.where, .sort, .limit, .format],
          run: { call in
            let table = try call.table(wordCount: 2)
            let path = call.words.dropFirst().first ?? "-"
            let format = try FileFormat(call.arguments[.format], path, else: .csv)
            let query = try call.query(of: table)
            let rows = try await call.program.database(call.arguments).read { db in
              try table.rows(db, query)
            }
            let header = table.fields.map(\.name)
            let text = format == .json ? JSON.array(rows, header) + "\n" : CSV.text(header, rows)
            try Files.write(text, to: path)
            if path != "-" { Terminal.note("wrote \(rows.count) rows to \(path)") }
          }
        )

        static let `import` = Verb(
          name: "import",
          form: "TABLE FILE",
          summary: "Add all rows of a .csv or .json file, or of standard input (-), or none.",
          options: [.format],
          run: { call in
            guard call.words.count == 2 else { throw Misuse("import wants a table and a file") }
            let table = try call.writableTable()
            let path = call.words[1]
            let format = try FileFormat(call.arguments[.format], path, else: nil)
            let text = try Files.read(path)
            let rows: [FileRow]
            do { rows = try format == .json ? JSON.rows(text, table) : CSV.rows(text, table) } catch {
              throw Failure("\(path), \(error); nothing was imported")
            }
            try await call.program.database(call.arguments).write { db in
              var progress = Progress(total: rows.count)
              for row in rows {
                do { _ = try table.insert(db, row.contents) } catch {
                  let reason = (error as? DatabaseError)?.message ?? "\(error)"
                  throw Failure("\(path), \(row.place): \(reason); nothing was imported")
                }
                progress.advance()
              }
              progress.end()
            }
            Terminal.note("imported \(rows.count) rows into \(table.name)")
          }
        )
      }

      /// A row of a file.
      struct FileRow: Sendable {
        /// Where it stands in the file.
        var place: String
        var contents: [FieldContent]
      }

      /// The form of a file.
      enum FileFormat: String {
        case csv, json

        /// The form that is asked for, or else that of the file's name.
        init(_ word: String?, _ path: String, else standard: FileFormat?) throws(Misuse) {
          let word = word ?? (path.contains(".") ? path.split(separator: ".").last.map(String.init) : nil)
          guard let format = word.flatMap({ FileFormat(rawValue: $0.lowercased()) }) ?? standard else {
            throw Misuse("say what '\(path)' is: --format csv or --format json")
          }
          self = format
        }
      }

      /// Files by their paths; `-` is standard input or output.
      enum Files {
        static func read(_ path: String) throws -> String {
          guard let text = String(data: try bytes(path), encoding: .utf8) else {
            throw Failure("\(path) is no text in UTF-8")
          }
          return text
        }

        static func write(_ text: String, to path: String) throws {
          guard path != "-" else { return Terminal.print(text, terminator: "") }
          do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw Failure("\(path) cannot be written: \(error.localizedDescription)")
          }
        }

        /// The content of a file as a column of bytes reads it.
        static func hexadecimal(_ path: String) throws -> String {
          try bytes(path).cell.text ?? ""
        }

        private static func bytes(_ path: String) throws -> Data {
          if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
          do { return try Data(contentsOf: URL(filePath: path)) } catch {
            throw Failure("\(path) cannot be read: \(error.localizedDescription)")
          }
        }
      }

      """#
  )
}
