import StrataSQLite
import StrataSchema

extension Prover {
  /// Creates the searches with their triggers; an option that FTS5 refuses is reported at its place.
  mutating func createSearches() throws {
    for search in schema.searches {
      guard let table = tables[search.table] else { continue }
      let source = SQLTokenizer.fold(table.sqlName)
      guard !broken.contains(source), !schema.faults.tables.contains(table.name),
        !schema.faults.open.contains(search.name)
      else {
        broken.insert(SQLTokenizer.fold(search.sqlName))
        continue
      }
      checkVersion(of: search)
      let writer = SearchWriter(search: search, table: table)
      do {
        for statement in writer.statements { try database.execute(statement.sql) }
        catalog.add(search, of: table)
        let names = Set(writer.columnNames + [table.rowIDColumn?.sqlName].compactMap(\.self))
        viewFootprints[SQLTokenizer.fold(search.sqlName)] = Footprint(
          tables: [.init(name: table.sqlName, columns: names.sorted())]
        )
      } catch let error as DatabaseError {
        broken.insert(SQLTokenizer.fold(search.sqlName))
        report(error, of: search, writer)
      }
    }
  }

  private mutating func checkVersion(of search: SearchModel) {
    guard let tokenizer = search.tokenizer, !schema.faults.hasUnknownVersion,
      tokenizer.value.split(separator: " ").contains("trigram"),
      schema.sqliteVersion < SQLiteVersion(3, 34)
    else { return }
    diagnostics.error(
      "sqlite-version",
      "the tokenizer 'trigram' needs SQLite 3.34; the schema declares \(schema.sqliteVersion)"
        + " (sqlite:)",
      at: tokenizer.range
    )
  }

  private mutating func report(
    _ error: DatabaseError,
    of search: SearchModel,
    _ writer: SearchWriter
  ) {
    let message = error.message ?? "\(error)"
    let needsNoOptions =
      (try? database.trying {
        try database.execute(writer.indexStatement(withOptions: false).sql)
      }) != nil
    if needsNoOptions, let tokenizer = search.tokenizer {
      diagnostics.error(
        "search-tokenizer",
        "FTS5 has no such tokenizer with such options (\(message)); write one such as 'unicode61',"
          + " 'unicode61 remove_diacritics 2', 'porter', 'ascii' or 'trigram', or name one of the app"
          + " under 'tokenizers:'",
        at: tokenizer.range
      )
      return
    }
    let reserved = ["rank", "rowid", SQLTokenizer.fold(search.sqlName)]
    let column = zip(search.columns, writer.columnNames).first {
      reserved.contains(SQLTokenizer.fold($0.1))
    }
    guard let column else {
      diagnostics.error("sql-error", "SQLite says: \(message)", at: search.range)
      return
    }
    diagnostics.error(
      "search-column",
      "a search cannot have a column that SQL names '\(column.1)', which FTS5 or the search itself"
        + " has already; say with 'sql:' how SQL spells the one or the other",
      at: column.0.range
    )
  }
}
