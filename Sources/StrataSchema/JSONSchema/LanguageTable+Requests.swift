// Requests, statements and views.
extension LanguageTable {
  private static let doc = Entry(.text, "What becomes a documentation comment.")
  private static let parameters = Entry(
    .named(.either(.mapping(.parameter), else: .type)),
    "The parameters with their types; what is not declared has the type of what it meets."
  )
  private static let resultColumns = Entry(
    .named(.either(.mapping(.resultColumn), else: .type)),
    "The types of columns that cannot be known, or that are known better."
  )
  private static let variants = Entry(
    .list(.words(RequestModel.Variant.allCases.map(\.rawValue))),
    "Which of Fetch, Observation and Presence there are."
  )
  private static let order = Entry(
    .either(.named(.list(.text)), else: .list(.text)),
    "SQL terms; or several orders by name, of which 'default' names one."
  )
  private static let page = Entry(.number(1...100_000), "How many rows a page has.")
  private static let planEntry = Entry(.mapping(.plan), "What SQLite's plan has to be like.")
  private static let returns = Entry(
    .words(RequestModel.Returns.allCases.map(\.rawValue)),
    "Rows, the first row, their number, whether there are some, or one value."
  )
  private static let value = Entry(.anything, "For 'returns: value': what stands for no value.")
  private static let valueType = Entry(.type, "For 'returns: value': its type.")

  static let request = LanguageTable(
    name: "request",
    keys: SyntaxReader.requestKeys,
    entries: [
      "doc": doc, "parameters": parameters,
      "where": Entry(.text, "SQL: which rows; parameters are written ':name'."),
      "order": order,
      "limit": Entry(.text, "SQL: how many rows at most."),
      "returns": returns,
      "value": Entry(.text, "For 'returns: value': the expression in SQL."),
      "type": valueType, "default": value, "variants": variants, "page": page, "plan": planEntry,
    ]
  )

  static let sqlRequest = LanguageTable(
    name: "sqlRequest",
    keys: SyntaxReader.sqlRequestKeys,
    required: ["sql"],
    entries: [
      "doc": doc, "parameters": parameters,
      "sql": Entry(.text, "A SELECT of any shape; parameters are written ':name'."),
      "returns": returns,
      "row": Entry(.named(.form(#"\.\*$"#)), "Records that are parts of a row, as 'alias.*'."),
      "columns": resultColumns, "type": valueType, "default": value, "variants": variants,
      "plan": planEntry, "order": order, "page": page,
      "primaryKey": Entry(.list(.text), "The result columns that tell rows apart, for 'page'."),
      "codable": Entry(.bool, "Whether the struct of the rows is Codable."),
    ]
  )

  static let statement = LanguageTable(
    name: "statement",
    keys: SyntaxReader.statementKeys,
    required: ["sql"],
    entries: [
      "doc": doc, "parameters": parameters,
      "sql": Entry(.text, "An INSERT, UPDATE or DELETE; parameters are written ':name'."),
      "returns": Entry(
        .words(StatementModel.Returns.allCases.map(\.rawValue)),
        "The number of changed rows, the key of the inserted one, or the rows of RETURNING."
      ),
      "columns": resultColumns,
      "codable": Entry(.bool, "Whether the struct of the rows is Codable."),
    ]
  )

  static let view = LanguageTable(
    name: "view",
    keys: SyntaxReader.viewKeys,
    required: ["sql"],
    entries: [
      "sql": Entry(.text, "The SELECT of the view."),
      "sqlName": Entry(.text, "The name in SQL."),
      "doc": doc, "columns": resultColumns,
      "primaryKey": Entry(.list(.text), "The columns that tell rows apart."),
      "requests": Entry(.named(.mapping(.request)), "Requests on the view."),
    ]
  )

  static let parameter = LanguageTable(
    name: "parameter",
    keys: SyntaxReader.parameterKeys,
    required: ["type"],
    entries: [
      "type": Entry(.type, "A Swift type; a list such as [Int] serves 'IN :ids'."),
      "default": Entry(.anything, "What it is where nothing is given."),
    ]
  )

  static let resultColumn = LanguageTable(
    name: "resultColumn",
    keys: SyntaxReader.resultColumnKeys,
    required: ["type"],
    entries: [
      "type": Entry(.type, "A Swift type; '?' where it may be NULL."),
      "stored": Entry(.words(SchemaResolver.storageNames), "How the type is stored."),
    ]
  )

  static let plan = LanguageTable(
    name: "plan",
    keys: SyntaxReader.planKeys,
    entries: [
      "uses": Entry(.text, "The index that SQLite has to use."),
      "noScan": Entry(.list(.text), "Tables of which SQLite may not look at every row."),
    ]
  )
}
