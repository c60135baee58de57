extension AppText {
  static let commandVerb = AppText(
    path: "Sources/%Command%/Verb.swift",
    text: #"""
      import Foundation
      import %Tables%
      import Strata

      /// Something that the program does.
      struct Verb: Sendable {
        var name: String
        /// The words that follow the verb.
        var form: String
        var summary: String
        var options: [Option] = []
        var run: @Sendable (Call) async throws -> Void

        static let all: [Verb] = [
          .tables, .list, .show, .search, .watch, .add, .edit, .delete, .export, .import,
        ]
      }

      /// A call of a verb.
      struct Call: Sendable {
        var program: Program
        var verb: Verb
        /// The words after the verb.
        var words: [String]
        var arguments: Arguments

        /// The table that the first word names.
        func table() throws(Misuse) -> any AnyTable {
          guard let name = words.first else {
            throw Misuse("\(verb.name) wants a table: \(program.tableNames)")
          }
          return try program.table(name)
        }

        /// Reads from the database.
        func read<Value: Sendable>(
          _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
          let path = program.path(arguments)
          let isThere = FileManager.default.fileExists(atPath: path)
          guard isThere || arguments[.database] == nil else {
            throw Failure("there is no file \(path)")
          }
          // Who only looks leaves no file behind.
          if !isThere {
            Terminal.note("\(path) is not there yet; \(program.name) add and import make it")
          }
          let database = try program.open(isThere ? path : nil)
          defer { try? database.close() }
          return try await database.read(body)
        }

        /// Writes into the database, which is made where it is not there.
        func write<Value: Sendable>(
          _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
          let database = try program.open(program.path(arguments))
          defer { try? database.close() }
          return try await database.write(body)
        }

        /// Whether JSON is wanted.
        var wantsJSON: Bool { arguments[.json] != nil }

        /// The rows that the options ask for.
        func query(of table: any AnyTable) throws -> RowQuery {
          RowQuery(
            conditions: try arguments.all(.where).map { try condition($0, of: table) },
            order: try arguments.all(.sort).map { (word) throws(Misuse) in
              let parts = word.split(separator: ":", maxSplits: 1)
              guard parts.count < 2 || ["asc", "desc"].contains(parts[1]) else {
                throw Misuse("--sort wants COLUMN, COLUMN:asc or COLUMN:desc, not '\(word)'")
              }
              return RowQuery.Order(
                try field(String(parts.first ?? ""), of: table, in: table.fields),
                isDescending: parts.last == "desc"
              )
            },
            limit: try arguments.number(.limit)
          )
        }

        /// The conditions that tell one row from all others: a word for each column of the key, or what
        /// `--where` says.
        func conditions(_ table: any AnyTable, _ keys: [String]) throws -> [FieldContent] {
          let conditions = try arguments.all(.where).map { try condition($0, of: table) }
          guard conditions.isEmpty || !keys.isEmpty else { return conditions }
          guard !table.key.isEmpty else {
            throw Misuse("\(table.name) has no key; say which row with --where COLUMN=VALUE")
          }
          guard keys.count == table.key.count else {
            let names = table.key.map { "\($0.name) (\($0.form))" }.joined(separator: ", then ")
            throw Misuse("\(verb.name) \(table.name) wants the key of a row: \(names)")
          }
          return conditions + (try zip(table.key, keys).map { try $0.content(word: $1) })
        }

        /// What `COLUMN=VALUE` says; nothing after the sign is no value.
        func content(
          _ word: String,
          of table: any AnyTable,
          in fields: [FieldDescription]
        ) throws -> FieldContent {
          let scalars = word.unicodeScalars
          guard let sign = scalars.firstIndex(of: "=") else {
            throw Misuse("'\(word)' is no COLUMN=VALUE")
          }
          let field = try field(String(scalars[..<sign]), of: table, in: fields)
          return try content(String(scalars[scalars.index(after: sign)...]), of: field)
        }

        /// What `COLUMN=VALUE`, or another sign between the two, says of rows.
        func condition(_ word: String, of table: any AnyTable) throws -> FieldContent {
          let scalars = word.unicodeScalars
          let start = scalars.firstIndex { "!<>=".unicodeScalars.contains($0) } ?? scalars.endIndex
          let rest = scalars[start...]
          let signs = Comparison.allCases.filter { rest.starts(with: $0.rawValue.unicodeScalars) }
          // As SQL has it, too.
          let isOther = rest.starts(with: "<>".unicodeScalars)
          guard let comparison = isOther ? .other : signs.first else {
            throw Misuse("'\(word)' is no condition, such as COLUMN=VALUE or 'COLUMN>=VALUE'")
          }
          let field = try field(String(scalars[..<start]), of: table, in: table.fields)
          let value = String(rest.dropFirst(comparison.rawValue.unicodeScalars.count))
          var content = try content(value, of: field)
          guard !comparison.isOrder || !value.isEmpty || !field.isOptional else {
            throw Misuse("'\(word)' wants a value after the sign; no value is less or more than another")
          }
          content.comparison = comparison
          return content
        }

        private func content(_ value: String, of field: FieldDescription) throws -> FieldContent {
          guard field.isContent, value.hasPrefix("@") else { return try field.content(word: value) }
          let path = String(value.dropFirst())
          do {
            return try field.content(Data(contentsOf: URL(filePath: path)).cell.text)
          } catch let error as Unreadable {
            throw error
          } catch {
            throw Failure("\(path) cannot be read: \(error.localizedDescription)")
          }
        }

        private func field(
          _ name: String,
          of table: any AnyTable,
          in fields: [FieldDescription]
        ) throws(Misuse) -> FieldDescription {
          guard let field = table.field(named: name) else {
            let names = fields.map(\.name).joined(separator: ", ")
            throw Misuse("\(table.name) has no column '\(name)'; it has \(names)")
          }
          guard fields.contains(where: { $0.column == field.column }) else {
            throw Misuse("\(table.name).\(field.name) is computed by the database and cannot be set")
          }
          return field
        }
      }

      """#
  )
}
