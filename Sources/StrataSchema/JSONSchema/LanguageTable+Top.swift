// What stands at the top of a schema, and what is no table.
extension LanguageTable {
  static let schema = LanguageTable(
    name: "schema",
    keys: SyntaxReader.schemaKeys,
    required: ["strata", "database"],
    entries: [
      "strata": Entry(.values([.number(1), .string("1")]), "The version of the language."),
      "database": Entry(.text, "The Swift type that is generated for the database as a whole."),
      "sqlite": Entry(
        .form(#"^3\.[0-9]{1,3}(\.[0-9]{1,3})?$"#),
        "The oldest SQLite that the app meets, in quotation marks."
      ),
      "strict": Entry(.bool, "Whether tables are STRICT."),
      "generate": Entry(.mapping(.generate), "What is generated."),
      "enums": Entry(
        .named(.either(.mapping(.enumeration), else: .strictList(.text))),
        "Enums, each with a list of its cases."
      ),
      "values": Entry(.named(.structure), "Structs that are stored in one column, as JSON."),
      "types": Entry(.named(.mapping(.appType)), "Types that the app declares."),
      "tables": Entry(.named(.mapping(.table)), "Tables, each of which becomes a record."),
      "views": Entry(.named(.mapping(.view)), "Views, with the SELECT of each."),
      "requests": Entry(.named(.mapping(.sqlRequest)), "Requests in SQL of any shape."),
      "statements": Entry(.named(.mapping(.statement)), "INSERTs, UPDATEs and DELETEs."),
      "search": Entry(.named(.mapping(.search)), "Full-text indexes over columns of a table."),
      "triggers": Entry(.named(.mapping(.trigger)), "Triggers, by their names in SQL."),
      "collections": Entry(.named(.documents), "Collections of documents, stored whole."),
      "objects": Entry(.named(.mapping(.object)), "What SQL creates and no key has words for."),
      "functions": Entry(.named(.mapping(.function)), "Functions of SQL that the app registers."),
      "collations": Entry(.list(.text), "Collations that the app registers."),
      "tokenizers": Entry(
        .list(.text),
        "Tokenizers of full-text search that the app registers."
      ),
      "allow": Entry(.mapping(.allow), "Tables that may be dropped with their rows."),
    ]
  )

  static let generate = LanguageTable(
    name: "generate",
    keys: SyntaxReader.generateKeys,
    entries: [
      "access": Entry(
        .words(SchemaModel.Access.allCases.map(\.rawValue)),
        "The access of what is generated."
      ),
      "standardRequests": Entry(.bool, "Whether there are requests by id and of all rows."),
      "codable": Entry(.bool, "Whether records are Codable."),
    ]
  )

  static let allow = LanguageTable(
    name: "allow",
    keys: SyntaxReader.allowKeys,
    entries: ["drop": Entry(.list(.text), "The old names of what may be lost.")]
  )

  static let enumeration = LanguageTable(
    name: "enum",
    keys: SyntaxReader.enumKeys,
    required: ["cases"],
    entries: [
      "raw": Entry(.words(EnumModel.RawType.allCases.map(\.rawValue)), "The type that is stored."),
      "cases": Entry(
        .either(.named(.either(.mapping(.enumCase), else: .text)), else: .list(.text)),
        "A list of cases, or a mapping from cases to what is stored."
      ),
      "doc": Entry(.text, "What becomes a documentation comment."),
    ]
  )

  static let enumCase = LanguageTable(
    name: "enumCase",
    keys: SyntaxReader.enumCaseKeys,
    entries: [
      "raw": Entry(.text, "What is stored."),
      "was": Entry(.list(.text), "What was stored before, for migrations."),
    ]
  )

  static let structure = LanguageTable(
    name: "struct",
    keys: SyntaxReader.structKeys,
    required: ["properties"],
    entries: [
      "doc": Entry(.text, "What becomes a documentation comment."),
      "properties": Entry(
        .named(.either(.mapping(.property), else: .type)),
        "The properties with their types."
      ),
    ]
  )

  /// The short form of a struct.
  static let properties = LanguageShape.named(.either(.mapping(.property), else: .type))

  static let property = LanguageTable(
    name: "property",
    keys: SyntaxReader.propertyKeys,
    required: ["type"],
    entries: [
      "type": Entry(.type, "A Swift type; '?' where it may be nil."),
      "default": Entry(.anything, "What it is where the JSON lacks the key."),
      "doc": Entry(.text, "What becomes a documentation comment."),
    ]
  )

  static let appType = LanguageTable(
    name: "appType",
    keys: SyntaxReader.appTypeKeys,
    required: ["stored"],
    entries: [
      "stored": Entry(.type, "The type of the language that it is stored as."),
      "module": Entry(.text, "The module that declares it."),
    ]
  )

  static let search = LanguageTable(
    name: "search",
    keys: SyntaxReader.searchKeys,
    required: ["table", "columns"],
    entries: [
      "table": Entry(.text, "The table that is searched."),
      "columns": Entry(.list(.text), "The columns of text that are searched."),
      "weights": Entry(.named(.text), "How much a match in a column weighs."),
      "tokenize": Entry(.text, "The tokenizer of FTS5 with its options."),
      "prefix": Entry(.list(.number(1...31)), "Lengths of prefixes that are indexed."),
      "sql": Entry(.text, "The name of the index in SQL."),
      "doc": Entry(.text, "What becomes a documentation comment."),
    ]
  )

  static let trigger = LanguageTable(
    name: "trigger",
    keys: SyntaxReader.namedSQLKeys,
    required: ["sql"],
    entries: ["sql": Entry(.text, "What follows CREATE TRIGGER and its name.")]
  )

  static let object = LanguageTable(
    name: "object",
    keys: SyntaxReader.namedSQLKeys,
    required: ["sql"],
    entries: ["sql": Entry(.text, "The statement that creates it.")]
  )

  static let function = LanguageTable(
    name: "function",
    keys: SyntaxReader.functionKeys,
    entries: [
      "arguments": Entry(.number(0...127), "How many arguments it has; without it any number."),
      "returns": Entry(.type, "The type of its result."),
      "deterministic": Entry(.bool, "Whether equal arguments give equal results."),
      "aggregate": Entry(.bool, "Whether it makes one value of the rows of a group."),
    ]
  )
}
