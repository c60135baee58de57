extension AppText {
  static let tablesTable = AppText(
    path: "Sources/%Tables%/Table.swift",
    text: #"""
      import Strata

      /// A table or a view, as people see it.
      package struct Table<Record: GeneratedRow & Sendable>: AnyTable {
        package let name: String
        package let summary: String
        package let fields: [FieldDescription]
        private let shows: [@Sendable (Record) -> Cell]
        private let search: (@Sendable (Database, FTS5Pattern?) throws -> [Record])?

        /// Describes a table or a view.
        ///
        /// - Parameters:
        ///   - name: what people call it.
        ///   - summary: what it holds, in a sentence.
        ///   - fields: its columns.
        ///   - search: the full-text search over it; without one, words are looked for in every column.
        package init(
          _ name: String,
          _ summary: String = "",
          fields: [Field<Record>],
          search: (@Sendable (Database, FTS5Pattern?) throws -> [Record])? = nil
        ) {
          self.name = name
          self.summary = summary
          self.fields = fields.map(\.description)
          shows = fields.map(\.show)
          self.search = search
        }

        package var isReadOnly: Bool { !(Record.self is any GeneratedRecord.Type) }

        package var key: [FieldDescription] {
          Record.table.primaryKey.compactMap { column in fields.first { $0.column == column } }
        }

        package var settable: [FieldDescription] {
          isReadOnly ? [] : fields.filter { !Record.table.generated.contains($0.column) }
        }

        package func count(_ db: Database) throws -> Int { try Record.fetchCount(db) }

        package func rows(_ db: Database, _ query: RowQuery) throws -> [[Cell]] {
          try request(query).fetchAll(db).map(cells)
        }

        package func rows(_ db: Database, matching words: String) throws -> [[Cell]] {
          if let search {
            return try search(db, FTS5Pattern(matchingAllPrefixesIn: words)).map(cells)
          }
          var request = Record.all()
          for word in words.split(separator: " ") {
            let pattern = "%" + word.flatMap { "\\%_".contains($0) ? "\\\($0)" : "\($0)" } + "%"
            let matches = fields.filter { !$0.isContent }
              .map { Column($0.column).like(pattern, escape: "\\") }
            request = request.filter(matches.joined(operator: .or))
          }
          return try request.order(RowQuery().terms(key)).fetchAll(db).map(cells)
        }

        package func insert(_ db: Database, _ contents: [FieldContent]) throws -> [Cell] {
          let given = Set(contents.map(\.column))
          let missing = try db.columns(in: Record.table.name).filter { column in
            column.isNotNull && column.defaultValueSQL == nil && !column.isGenerated
              && column.name != Record.table.rowID && !given.contains(column.name)
          }
          guard missing.isEmpty else {
            let names = missing.map { column in
              fields.first { $0.column == column.name }?.name ?? column.name
            }
            throw MissingValues(description: "\(name) wants a value for \(names.joined(separator: ", "))")
          }
          return cells(try NewRow<Record>(contents: contents).insertAndFetch(db, as: Record.self))
        }

        package func update(
          _ db: Database,
          _ contents: [FieldContent],
          where conditions: [FieldContent]
        ) throws -> [[Cell]] {
          try request(RowQuery(conditions: conditions))
            .updateAndFetchAll(db, contents.map { Column($0.column).set(to: $0.value) })
            .map(cells)
        }

        package func delete(_ db: Database, where conditions: [FieldContent]) throws -> Int {
          try request(RowQuery(conditions: conditions)).deleteAll(db)
        }

        private func request(_ query: RowQuery) -> QueryInterfaceRequest<Record> {
          var request = Record.all()
          for condition in query.conditions {
            request = request.filter(Column(condition.column) == condition.value)
          }
          request = request.order(query.terms(key))
          return query.limit.map { request.limit($0) } ?? request
        }

        private func cells(_ record: Record) -> [Cell] { shows.map { $0(record) } }
      }

      /// A row that is not in the database yet.
      private struct NewRow<Record: TableRecord>: PersistableRecord {
        static var databaseTableName: String { Record.databaseTableName }
        let contents: [FieldContent]

        func encode(to container: inout PersistenceContainer) {
          for content in contents { container[content.column] = content.value }
        }
      }

      /// A row that cannot be inserted as it is.
      package struct MissingValues: Error, CustomStringConvertible {
        /// The columns without a value.
        package let description: String
      }

      """#
  )
}
