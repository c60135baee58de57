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
        /// Opens the database file at a path.
        var open: @Sendable (String) throws -> any DatabaseWriter

        /// Runs the call that the process was started with, and ends it.
        func main() async -> Never { exit(await run(Array(CommandLine.arguments.dropFirst()))) }

        /// Runs one call.
        ///
        /// - Returns: the status of the process: 0 good, 1 it could not be done, 2 the call makes no sense.
        func run(_ words: [String]) async -> Int32 {
          do {
            let arguments = try Arguments(words)
            guard let word = arguments.words.first, word != "help" else {
              try showHelp(Array(arguments.words.dropFirst()), isAsked: arguments[.help] != nil)
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
            Terminal.note("\(name): the database refuses it: \(error.message ?? "\(error.resultCode)")")
            return 1
          } catch {
            Terminal.note("\(name): \(error)")
            return 1
          }
        }

        /// The database of a call.
        func database(_ arguments: Arguments) throws -> any DatabaseWriter {
          try open(arguments[.database] ?? "\(name).sqlite")
        }

        var tableNames: String { tables.map(\.name).joined(separator: ", ") }

        func table(_ name: String) throws(Misuse) -> any AnyTable {
          guard let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw Misuse("there is no table '\(name)'; the tables are \(tableNames)")
          }
          return table
        }

        // MARK: Help

        private func showHelp(_ words: [String], isAsked: Bool) throws(Misuse) {
          guard let word = words.first else {
            isAsked || !words.isEmpty ? Terminal.print(help) : Terminal.note(help)
            return
          }
          if let verb = Verb.all.first(where: { $0.name == word }) {
            Terminal.print(help(verb, try words.dropFirst().first.map(table)))
          } else {
            Terminal.print(help(try table(word)))
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

        private func help(_ verb: Verb, _ table: (any AnyTable)?) -> String {
          let options = (verb.options + [.database]).map { option in
            ("--\(option.rawValue)" + (option.value.map { " \($0)" } ?? ""), option.meaning)
          }
          return """
            \(verb.summary)

            usage: \(name) \(verb.name) \(verb.form)

            \(lines(options))
            """ + (table.map { "\n\n" + help($0) } ?? "")
        }

        private func help(_ table: any AnyTable) -> String {
          let key = Set(table.key.map(\.column))
          let settable = Set(table.settable.map(\.column))
          let columns = table.fields.map { field in
            let remarks = [
              field.form,
              field.isOptional ? "may be empty" : nil,
              key.contains(field.column) ? "key" : nil,
              settable.contains(field.column) || table.isReadOnly ? nil : "computed",
            ]
            return (field.name, remarks.compactMap(\.self).joined(separator: ", "))
          }
          return "\(table.name): \(table.summary)\(table.isReadOnly ? " (read only)" : "")\n\n"
            + lines(columns)
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
