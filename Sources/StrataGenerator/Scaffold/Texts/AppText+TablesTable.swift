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
        /// The columns of the key with their values in a record.
        private let keyStores: [(column: String, store: @Sendable (Record) -> DatabaseValue)]
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
          keyStores = Record.table.primaryKey.compactMap { column in
            fields.first { $0.description.column == column }.map { (column, $0.store) }
          }
          self.search = search
        }

        package var isReadOnly: Bool { !(Record.self is any GeneratedRecord.Type) }

        package var key: [FieldDescription] {
          Record.table.primaryKey.compactMap { column in fields.first { $0.column == column } }
        }

        package var settable: [FieldDescription] {
          isReadOnly ? [] : fields.filter { !Record.table.generated.contains($0.column) }
        }

        package var numbersItself: Bool { Record.table.rowID.map { $0 == key.first?.column } ?? false }

        package func count(_ db: Database) throws -> Int { try Record.fetchCount(db) }

        package func forEachRow(
          _ db: Database,
          _ query: RowQuery,
          _ body: ([Cell]) throws -> Void
        ) throws {
          try request(query).fetchCursor(db).forEach { try body(cells($0)) }
        }

        package func rows(_ db: Database, matching words: String) throws -> [[Cell]] {
          if let search {
            return try search(db, FTS5Pattern(matchingAllPrefixesIn: words)).map(cells)
          }
          var request = Record.all()
          for word in words.split(whereSeparator: \.isWhitespace) {
            let pattern = "%" + word.flatMap { "\\%_".contains($0) ? "\\\($0)" : "\($0)" } + "%"
            let matches = fields.filter { !$0.isContent }
              .map { Column($0.column).like(pattern, escape: "\\") }
            request = request.filter(matches.joined(operator: .or))
          }
          return try request.order(RowQuery().terms(key)).fetchAll(db).map(cells)
        }

        package func add(_ db: Database, _ contents: [FieldContent]) throws {
          try explaining(db, contents) { try NewRow<Record>(contents: contents).insert(db) }
        }

        package func insert(_ db: Database, _ contents: [FieldContent]) throws -> [Cell] {
          let record = try explaining(db, contents) {
            try NewRow<Record>(contents: contents).insertAndFetch(db, as: Record.self)
          }
          let stored =
            keyStores.isEmpty
            ? try Record.filter(Column.rowID == db.lastInsertedRowID).fetchOne(db)
            : try again(db, record)
          return cells(stored ?? record)
        }

        package func update(
          _ db: Database,
          _ contents: [FieldContent],
          where conditions: [FieldContent]
        ) throws -> [[Cell]] {
          let request = request(RowQuery(conditions: conditions))
          // Rows without a key are found again by their numbers.
          let rowIDs =
            keyStores.isEmpty ? try request.select(Column.rowID, as: Int64.self).fetchAll(db) : []
          let records = try explaining(db, contents, where: conditions) {
            try request.updateAndFetchAll(db, contents.map { Column($0.column).set(to: $0.value) })
          }
          let stored =
            keyStores.isEmpty
            ? try rowIDs.map { try Record.filter(Column.rowID == $0).fetchOne(db) }
            : try records.map { try again(db, $0) ?? $0 }
          return stored.compactMap { $0.map(cells) }
        }

        package func delete(_ db: Database, where conditions: [FieldContent]) throws -> Int {
          try explaining(db, where: conditions) {
            try request(RowQuery(conditions: conditions)).deleteAll(db)
          }
        }

        package var sqlName: String { Record.table.name }

        /// The row of a record as it is by now: what RETURNING gives was before the triggers.
        private func again(_ db: Database, _ record: Record) throws -> Record? {
          let conditions = keyStores.map { column, store in
            FieldContent(column: column, value: store(record), shown: nil)
          }
          return try request(RowQuery(conditions: conditions)).fetchOne(db)
        }

        private func request(_ query: RowQuery) -> QueryInterfaceRequest<Record> {
          var request = Record.all()
          for condition in query.conditions {
            request = request.filter(sql: condition.sql(in: sqlName), arguments: condition.arguments)
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

      """#
  )
}
