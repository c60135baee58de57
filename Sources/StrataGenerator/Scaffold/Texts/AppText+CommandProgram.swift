extension AppText {
  static let commandProgram = AppText(
    path: "Sources/%Command%/Program.swift",
    text: #"""
      import Foundation
      import %Tables%
      import Strata

      /// The command line of an app over its tables.
      struct Program: Sendable {
        var name: String
        var tables = Tables.all
        /// Opens the database file at a path, or makes a database in memory where there is none.
        var open: @Sendable (String?) throws -> any DatabaseWriter

        /// Runs the call that the process was started with, and ends it.
        func main() async -> Never { exit(await run(Array(CommandLine.arguments.dropFirst()))) }

        /// Runs one call.
        ///
        /// - Returns: the status of the process: 0 good, 1 it could not be done, 2 the call makes no sense.
        func run(_ words: [String]) async -> Int32 {
          do {
            let arguments = try Arguments(words)
            guard let word = arguments.words.first, word != "help" else {
              try showHelp(Array(arguments.words.dropFirst()), isAsked: !words.isEmpty)
              return arguments.words.isEmpty && arguments[.help] == nil ? 2 : 0
            }
            guard let verb = Verb.all.first(where: { $0.name == word }) else {
              let names = Verb.all.map(\.name).joined(separator: ", ")
              throw Misuse("there is no verb '\(word)'; the verbs are \(names)")
            }
            if arguments[.help] != nil {
              Terminal.print(try help(verb, arguments.words.dropFirst().first.map(table)))
              return 0
            }
            for (option, _) in arguments.options where !(verb.options + [.database]).contains(option) {
              throw Misuse("\(verb.name) takes no --\(option.rawValue)")
            }
            let words = Array(arguments.words.dropFirst())
            try await verb.run(Call(program: self, verb: verb, words: words, arguments: arguments))
            return 0
          } catch let misuse as Misuse {
            Terminal.note("\(name): \(misuse); see \(name) --help")
            return 2
          } catch let error as DatabaseError {
            Terminal.note("\(name): \(reason(error))")
            return 1
          } catch let error as MigrationError where error.reason == .prototypeChanged {
            Terminal.note("\(name): \(otherSchema)")
            return 1
          } catch {
            Terminal.note("\(name): \(error)")
            return 1
          }
        }

        /// What an error of the database means for people.
        private func reason(_ error: DatabaseError) -> String {
          switch error.resultCode {
          case .SQLITE_BUSY, .SQLITE_LOCKED: "another process is writing into the database; try again"
          case .SQLITE_READONLY, .SQLITE_PERM: "the database file, or its folder, cannot be written"
          default: "the database refuses it: \(error.message ?? "\(error.resultCode)")"
          }
        }

        /// What to do with a database whose schema has changed without a step that leads there.
        private var otherSchema: String {
          """
          the database was made by an earlier version of the schema, and no migration leads from there to \
          this one. Remove the file if its rows do not matter. Else take the schema back to what it was, \
          record that:
              swift package --allow-writing-to-package-directory strata migrate --name create
          then make the change again, and record it by the same command with another name.
          """
        }

        /// Where the database of a call is.
        func path(_ arguments: Arguments) -> String { arguments[.database] ?? "\(name).sqlite" }

        var tableNames: String { tables.map(\.name).joined(separator: ", ") }

        func table(_ name: String) throws(Misuse) -> any AnyTable {
          guard let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw Misuse("there is no table '\(name)'; the tables are \(tableNames)")
          }
          return table
        }

        // MARK: Help

        private func showHelp(_ words: [String], isAsked: Bool) throws {
          guard let word = words.first else {
            isAsked ? Terminal.print(help) : Terminal.note(help)
            return
          }
          if let verb = Verb.all.first(where: { $0.name == word }) {
            Terminal.print(try help(verb, words.dropFirst().first.map(table)))
          } else {
            Terminal.print(try help(table(word)))
          }
        }

        private var help: String {
          let verbs = Verb.all.map { ("\($0.name) \($0.form)", $0.summary) }
          let tables = tables.map { ($0.name, $0.summary) }
          return """
            usage: \(name) VERB …

            \(lines(verbs))

            tables:
            \(lines(tables))

            The database is \(name).sqlite in this folder, or --database FILE.
            \(name) help TABLE shows its columns, and \(name) help VERB what a verb takes.
            """
        }

        private func help(_ verb: Verb, _ table: (any AnyTable)?) throws -> String {
          let options = (verb.options + [.database]).map { option in
            ("--\(option.rawValue)" + (option.value.map { " \($0)" } ?? ""), option.meaning)
          }
          return """
            \(verb.summary)

            usage: \(name) \(verb.name) \(verb.form)

            \(lines(options))
            """ + (try table.map { "\n\n" + (try help($0)) } ?? "")
        }

        private func help(_ table: any AnyTable) throws -> String {
          let database = try open(nil)
          defer { try? database.close() }
          let (required, foreignKeys) = try database.read { db in
            (Set(try table.required(db).map(\.column)), try db.foreignKeys(on: table.sqlName))
          }
          let key = Set(table.key.map(\.column))
          let settable = Set(table.settable.map(\.column))
          let columns = table.fields.map { field in
            let isSettable = settable.contains(field.column)
            let parent = foreignKeys.first { $0.originColumns == [field.column] }
            let remarks = [
              field.form,
              parent.map { "of \($0.destinationTable)" },
              key.contains(field.column) ? "key" : nil,
              field.isOptional ? "may be empty" : nil,
              isSettable && !field.isOptional && !required.contains(field.column)
                ? "has a default" : nil,
              isSettable || table.isReadOnly ? nil : "computed",
            ]
            return (field.name, remarks.compactMap(\.self).joined(separator: ", "))
          }
          let title =
            table.name + (table.summary.isEmpty ? "" : ": \(table.summary)")
            + (table.isReadOnly ? " (read only)" : "")
          let words = table.settable.filter { required.contains($0.column) }.map { " \($0.name)=…" }
          let example = "\n\nexample: \(name) add \(table.name)\(words.joined())"
          return title + "\n\n" + lines(columns) + (table.isReadOnly ? "" : example)
        }

        /// Two columns, the second of which begins at one place.
        private func lines(_ rows: [(String, String)]) -> String {
          let width = min(34, rows.map(\.0.count).max() ?? 0)
          return rows.map { name, meaning in
            let gap = String(repeating: " ", count: max(2, width + 2 - name.count))
            return "  \(name)\(meaning.isEmpty ? "" : gap + meaning)"
          }.joined(separator: "\n")
        }
      }

      """#
  )
}
