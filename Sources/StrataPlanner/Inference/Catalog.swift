import StrataSchema

/// The tables and views that SQL can read, with what is known of their columns.
struct Catalog {
  struct Column: Hashable, Sendable {
    /// The name in SQL, folded.
    var name: String
    var type: InferredType
    /// Whether the database computes it, so that nothing is stored into it.
    var isGenerated = false
    /// Whether an INSERT has to give it: it is never NULL, and nothing else says what it is.
    var isRequired = false
    /// Whether it is the rowid, which SQLite finds where NULL is inserted.
    var isRowID = false
    var hasDefault = false
    /// The name as it is declared; nil where that is not known.
    var spelling: String?
  }

  struct Relation: Hashable, Sendable {
    /// The name in SQL as it was declared.
    var sqlName: String
    /// The key in the schema.
    var key: String
    /// The names in SQL as they were declared, in the order in which `*` gives them.
    var columnNames: [String]
    var columns: [Column]
    /// Columns that `*` does not give.
    var hidden: [Column] = []
    /// What `rowid` is; nil where there is none.
    var rowID: InferredType?
    /// Whether it is a table and not a view.
    var isTable: Bool
    /// Whether its rows are records: those of an index for search are not.
    var isRecord = true
    /// The columns, by folded names, whose type is wrong in the schema: they are unknown here, and
    /// nothing is said of that.
    var uncertain: Set<String> = []
    /// Whether it may have columns that could not be read.
    var isOpen = false
  }

  /// By folded names.
  private(set) var relations: [String: Relation] = [:]
  /// Folded names, by the keys in the schema.
  private var names: [String: String] = [:]
  /// The raw values of the enums that could be read, by name.
  private var rawValues: [String: [String]] = [:]

  /// The properties of the structs that could be read, by the name of the struct.
  private var structs: [String: [StructModel.Property]] = [:]

  /// The functions of the app, by folded names.
  private let functions: [String: FunctionModel]
  /// The aggregates of the app, by folded names.
  let aggregates: Set<String>

  /// Knows nothing yet.
  init() {
    functions = [:]
    aggregates = []
  }

  init(_ schema: SchemaModel) {
    functions = Dictionary(
      schema.functions.map { (SQLTokenizer.fold($0.name.value), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    aggregates = Set(
      schema.functions.filter(\.isAggregate).map { SQLTokenizer.fold($0.name.value) }
    )
    for table in schema.tables { add(table, schema.faults) }
    for model in schema.structs where !schema.faults.concern(.structure(model.name)) {
      structs[model.name] = model.properties
    }
    for model in schema.enums where !schema.faults.concern(.enumeration(model.name)) {
      rawValues[model.name] = model.cases.map(\.rawValue)
    }
  }

  subscript(name: String) -> Relation? { relations[name] }

  /// What has a key in the schema.
  func relation(ofKey key: String) -> Relation? { names[key].flatMap { relations[$0] } }

  /// What a function of the app gives; nil where none of that name takes so many arguments: SQLite then
  /// calls its own (https://sqlite.org/c3ref/create_function.html).
  func type(ofFunction name: String, argumentCount: Int) -> InferredType? {
    guard let function = functions[name], function.argumentCount ?? argumentCount == argumentCount
    else { return nil }
    return function.returns.map { InferredType($0) } ?? .unknown
  }

  /// The raw values of an enum; nil for every other type.
  func rawValues(of type: ValueType?) -> [String]? {
    guard case .enumeration(let name) = type else { return nil }
    return rawValues[name]
  }

  /// The properties of a struct; none where it could not be read.
  func properties(of name: String) -> [StructModel.Property] { structs[name] ?? [] }

  private mutating func add(_ table: TableModel, _ faults: SchemaFaults) {
    let uncertain = table.columns.filter { !faults.isCertain($0, of: table) }
    let hidden = Set(uncertain.map { SQLTokenizer.fold($0.sqlName) })
    let isVirtual = { (column: ColumnModel) in column.generated?.isStored == false }
    let columns = table.columns.filter { !isVirtual($0) } + table.columns.filter(isVirtual)
    let rowID = table.rowIDColumn.map { InferredType($0) } ?? InferredType(.int)
    add(
      Relation(
        sqlName: table.sqlName,
        key: table.name,
        columnNames: columns.map(\.sqlName),
        columns: columns.map {
          let name = SQLTokenizer.fold($0.sqlName)
          let type = hidden.contains(name) ? InferredType.unknown(named: $0.name) : InferredType($0)
          var column = Column(name: name, type: type, isGenerated: $0.generated != nil)
          column.isRowID = $0.name == table.rowIDColumn?.name
          column.hasDefault = $0.defaultValue != nil
          column.isRequired =
            !type.isOptional && !column.isRowID && !column.isGenerated && !column.hasDefault
          return column
        },
        rowID: table.isWithoutRowID ? nil : rowID,
        isTable: true,
        isRecord: table.collection == nil,
        uncertain: hidden,
        isOpen: faults.open.contains(table.name)
      )
    )
  }

  /// Adds the index of a search, whose columns are those of its table
  /// (https://sqlite.org/fts5.html#the_rank_column).
  mutating func add(_ search: SearchModel, of table: TableModel) {
    let columns = search.columns.compactMap { table.column(named: $0.name) }
    add(
      Relation(
        sqlName: search.sqlName,
        key: search.name,
        columnNames: columns.map(\.sqlName),
        columns: columns.map {
          Column(name: SQLTokenizer.fold($0.sqlName), type: InferredType($0))
        },
        hidden: [
          Column(name: SQLTokenizer.fold(search.sqlName), type: .init(.string, isOptional: true)),
          Column(name: "rank", type: .init(.double, isOptional: true)),
        ],
        rowID: table.rowIDColumn.map { InferredType($0).computed },
        isTable: false,
        isRecord: false
      )
    )
  }

  /// Adds a view with all columns that it gives, of which those named in `uncertain` are unknown, in the
  /// order in which `*` gives them.
  mutating func add(
    _ view: ViewModel,
    columns: [ProvedColumn],
    uncertain: [String] = [],
    order: [String] = [],
    isOpen: Bool = false
  ) {
    let places = Dictionary(
      order.enumerated().map { (SQLTokenizer.fold($1), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let known = columns.map { column in
      var type = InferredType(
        type: column.type,
        storage: column.storage,
        isOptional: column.isOptional,
        swiftName: column.name
      )
      type.form = column.dateForm
      return Column(name: SQLTokenizer.fold(column.sqlName), type: type)
    }
    let all =
      known + uncertain.map { Column(name: SQLTokenizer.fold($0), type: .unknown(named: $0)) }
    let place = { places[SQLTokenizer.fold($0)] ?? order.count }
    add(
      Relation(
        sqlName: view.sqlName,
        key: view.name,
        columnNames: (columns.map(\.sqlName) + uncertain).sorted { place($0) < place($1) },
        columns: all.sorted { place($0.name) < place($1.name) },
        rowID: nil,
        isTable: false,
        uncertain: Set(uncertain.map(SQLTokenizer.fold)),
        isOpen: isOpen
      )
    )
  }

  /// Adds rows of which only what SQL shows of them is known: those of a request, which its orders read,
  /// or of a view.
  mutating func add(rowsOf name: String, _ columns: [ResultColumn], isOpen: Bool = false) {
    add(
      Relation(
        sqlName: name,
        key: name,
        columnNames: columns.map(\.sqlName),
        columns: columns.map { Column(name: SQLTokenizer.fold($0.sqlName), type: $0.type) },
        rowID: nil,
        isTable: false,
        isRecord: false,
        isOpen: isOpen
      )
    )
  }

  /// Notes that a column of dates holds text of another form.
  mutating func note(_ form: DateForm, in column: TypeInference.StoredColumn) {
    guard var relation = relations[column.table],
      let index = relation.columns.firstIndex(where: { $0.name == column.column })
    else { return }
    relation.columns[index].type.form = form
    relations[column.table] = relation
  }

  /// Adds what is created in SQL of its own, of whose columns only the names are known.
  mutating func add(object name: String, columns: [String], hidden: [String], isTable: Bool) {
    let unknown = { (column: String) in Column(name: SQLTokenizer.fold(column), type: .unknown) }
    add(
      Relation(
        sqlName: name,
        key: name,
        columnNames: columns,
        columns: columns.map(unknown),
        hidden: hidden.map(unknown),
        rowID: isTable ? InferredType(.int64) : nil,
        isTable: isTable,
        isRecord: false
      )
    )
  }

  mutating func add(_ relation: Relation) {
    var relation = relation
    if relation.columnNames.count == relation.columns.count {
      for index in relation.columns.indices {
        relation.columns[index].spelling = relation.columnNames[index]
      }
    }
    let name = SQLTokenizer.fold(relation.sqlName)
    names[relation.key] = name
    relations[name] = relation
  }
}
