// What stands below a table.
extension LanguageTable {
  static let table = LanguageTable(
    name: "table",
    keys: SyntaxReader.tableKeys,
    required: ["columns"],
    entries: [
      "sql": Entry(.text, "The table's name in SQL."),
      "doc": Entry(.text, "What becomes a documentation comment."),
      "was": Entry(.text, "The table's old name, for migrations."),
      "columns": Entry(
        .named(.either(.mapping(.column), else: .type)),
        "The columns with their types, in the order of the record."
      ),
      "primaryKey": Entry(.list(.text), "The columns of the key, where it is not 'id'."),
      "unique": Entry(
        .strictList(.strictList(.text)),
        "Lists of columns that are unique together."
      ),
      "strict": Entry(.bool, "Whether the table is STRICT."),
      "withoutRowID": Entry(.bool, "Whether it is a WITHOUT ROWID table."),
      "constraints": Entry(.list(.text), "Constraints in SQL, verbatim."),
      "checks": Entry(.named(.text), "Conditions in SQL on a row, by name."),
      "indexes": Entry(
        .named(.either(.mapping(.index), else: .list(.text))),
        "Indexes by name, each with a list of columns or expressions."
      ),
      "requests": Entry(.named(.mapping(.request)), "Requests on the table."),
      "standardRequests": Entry(.bool, "Whether there are requests by id and of all rows."),
      "codable": Entry(.bool, "Whether the record is Codable."),
      "allow": Entry(.mapping(.allow), "Columns that may be dropped with their values."),
    ]
  )

  static let column = LanguageTable(
    name: "column",
    keys: SyntaxReader.columnKeys,
    required: ["type"],
    entries: [
      "type": Entry(.type, "A Swift type; '?' where it may be NULL."),
      "stored": Entry(.words(SchemaResolver.storageNames), "How the type is stored."),
      "default": Entry(.anything, "For rows that give no value: a literal, now, or {sql: …}."),
      "unique": Entry(.bool, "Whether no two rows have the same value."),
      "check": Entry(.text, "A condition in SQL."),
      "collate": Entry(.text, "A collation: NOCASE, RTRIM, BINARY, or one of the app."),
      "generated": Entry(
        .either(.mapping(.generated), else: .text),
        "SQL by which the database computes the value."
      ),
      "sql": Entry(.text, "The column's name in SQL, and possibly its declared type."),
      "autoincrement": Entry(.bool, "Whether keys are never used again."),
      "newtype": Entry(.bool, "Whether the key is a type of its own."),
      "delete": Entry(.words(actions), "What happens when the row that is referred to is deleted."),
      "update": Entry(.words(actions), "What happens when the key that is referred to changes."),
      "as": Entry(.text, "The accessor from this record to the other."),
      "inverse": Entry(.text, "The accessor from the other record to these."),
      "was": Entry(.text, "The column's old name, for migrations."),
      "backfill": Entry(.text, "SQL: what rows get where the column is new or must have a value."),
      "cast": Entry(.text, "SQL: what becomes of the values where the type changes."),
      "doc": Entry(.text, "What becomes a documentation comment."),
      "notNull": Entry(.bool, "With 'false', a key that SQL lets be NULL."),
    ]
  )

  private static let actions = ForeignKeyModel.Action.allCases.map(\.rawValue)

  static let generated = LanguageTable(
    name: "generated",
    keys: SyntaxReader.generatedKeys,
    required: ["stored"],
    entries: ["stored": Entry(.text, "SQL for a value that is computed when the row is written.")]
  )

  static let index = LanguageTable(
    name: "index",
    keys: SyntaxReader.indexKeys,
    required: ["columns"],
    entries: [
      "columns": Entry(.list(.text), "Columns or expressions in SQL, each possibly with 'desc'."),
      "where": Entry(.text, "SQL: which rows are in the index."),
      "unique": Entry(.bool, "Whether no two rows have the same entry."),
      "sql": Entry(.text, "The index's name in SQL."),
    ]
  )
}
