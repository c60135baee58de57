extension AppText {
  static let commandImport = AppText(
    path: "Sources/%Command%/Import.swift",
    text: #"""
      import Strata
      import %Tables%

      /// Adds the rows of files to their tables, which may refer to each other in any order.
      struct Import {
        /// A file for a table.
        struct File: Sendable {
          var table: any AnyTable
          var path: String
          var rows: any RowSource
        }

        private let files: [File]
        private let program: Program
        /// Rows that refer to rows which are yet to come.
        private var waiting: [(table: any AnyTable, path: String, row: FileRow)] = []
        /// How many rows a message names.
        private static let limit = 20

        init(_ files: [File], program: Program) {
          self.files = files
          self.program = program
        }

        /// - Returns: the number of rows.
        mutating func run(_ db: Database) throws -> Int {
          var progress = Progress()
          defer { progress.end() }
          var count = 0
          for var file in files {
            let isDeferring = try file.table.mayDeferForeignKeys(db)
            while let row = try next(&file) {
              do { try add(db, row, file, isDeferring) } catch { throw failure(error, row, file) }
              count += 1
              progress.advance(count, file.rows.percent)
            }
          }
          try checkWaiting(db)
          return count
        }

        private func next(_ file: inout File) throws -> FileRow? {
          do { return try file.rows.next() } catch let failure as Failure {
            throw Failure("\(file.path), \(failure); nothing was imported")
          }
        }

        private mutating func add(
          _ db: Database,
          _ row: FileRow,
          _ file: File,
          _ isDeferring: Bool
        ) throws {
          let isChecked = isDeferring || !waiting.isEmpty
          if isChecked, let missing = try file.table.missingParent(db, row.contents) {
            try wait(db, missing, row, file)
          }
          do { try file.table.add(db, row.contents) } catch {
            guard !isChecked, let missing = try file.table.missingParent(db, row.contents) else {
              throw error
            }
            try wait(db, missing, row, file)
            try file.table.add(db, row.contents)
          }
        }

        private mutating func wait(
          _ db: Database,
          _ missing: MissingParent,
          _ row: FileRow,
          _ file: File
        ) throws {
          let parent = missing.table.lowercased()
          guard files.contains(where: { $0.table.sqlName.lowercased() == parent }) else {
            let other = program.tables.first { $0.sqlName.lowercased() == parent }
            guard let other, try refers(db, from: other, to: file.table) else { throw missing }
            let name = file.table.name
            throw Failure(
              "\(missing); \(name) and \(other.name) refer to each other, so import both at once:"
                + " \(program.name) import \(name) \(file.path) \(other.name) FILE"
            )
          }
          waiting.append((file.table, file.path, row))
          // Until all rows are there, foreign keys are not looked at.
          try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        }

        /// Whether rows of a table may refer to rows of another one, by way of whichever tables.
        private func refers(
          _ db: Database,
          from table: any AnyTable,
          to other: any AnyTable
        ) throws -> Bool {
          var open = [table.sqlName]
          var known: Set<String> = []
          while let name = open.popLast() {
            for parent in try db.foreignKeys(on: name).map(\.destinationTable) {
              if parent.lowercased() == other.sqlName.lowercased() { return true }
              if known.insert(parent.lowercased()).inserted { open.append(parent) }
            }
          }
          return false
        }

        /// Says which rows refer to none, now that all are there.
        private func checkWaiting(_ db: Database) throws {
          var reasons: [String] = []
          for (table, path, row) in waiting {
            guard let missing = try table.missingParent(db, row.contents) else { continue }
            guard reasons.count < Self.limit else {
              reasons.append("and more")
              break
            }
            reasons.append("\(path), \(row.place): \(missing)")
          }
          guard reasons.isEmpty else {
            throw Failure("\(reasons.joined(separator: "\n")); nothing was imported")
          }
        }

        private func failure(_ error: any Error, _ row: FileRow, _ file: File) -> Failure {
          let reason = (error as? DatabaseError)?.message ?? "\(error)"
          return Failure("\(file.path), \(row.place): \(reason); nothing was imported")
        }
      }

      extension AnyTable {
        /// Whether a foreign key may be looked at only when the transaction ends.
        fileprivate func mayDeferForeignKeys(_ db: Database) throws -> Bool {
          let sql = try String.fetchOne(
            db,
            sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
            arguments: [sqlName]
          )
          return sql?.lowercased().contains("deferred") == true
        }
      }

      """#
  )
}
