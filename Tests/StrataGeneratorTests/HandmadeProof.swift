import StrataPlanner
import StrataSchema

/// A place that no test looks at.
let nowhere = SourceRange(
  file: "Test.yaml",
  start: SourcePosition(line: 1, column: 1),
  end: SourcePosition(line: 1, column: 1)
)

func sql(_ text: String) -> SQLFragment {
  SQLFragment(text: text, range: nowhere, lineStarts: [nowhere.start])
}

/// A column as the front end would resolve it.
func column(
  _ name: String,
  _ type: ValueType,
  sql sqlName: String? = nil,
  optional: Bool = false,
  storage: ColumnStorage? = nil,
  default defaultValue: ColumnModel.DefaultValue? = nil,
  generated: String? = nil,
  references parent: String? = nil,
  as accessor: String? = nil,
  inverse: String? = nil
) -> ColumnModel {
  let storage = storage ?? type.usualStorage
  return ColumnModel(
    name: name,
    range: nowhere,
    sqlName: sqlName ?? name,
    declaredType: storage.declaredType,
    type: type,
    isOptional: optional,
    storage: storage,
    defaultValue: defaultValue,
    generated: generated.map { ColumnModel.GeneratedColumn(sql: sql($0), isStored: false) },
    foreignKey: parent.map { parent in
      ForeignKeyModel(
        table: parent,
        column: "id",
        onDelete: .noAction,
        onUpdate: .noAction,
        accessor: accessor ?? (name.hasSuffix("ID") ? String(name.dropLast(2)) : name),
        inverse: inverse.map { Located($0, at: nowhere) }
      )
    }
  )
}

func table(
  _ name: String,
  sql sqlName: String? = nil,
  doc: String? = nil,
  _ columns: [ColumnModel],
  primaryKey: [String] = ["id"],
  isWithoutRowID: Bool = false,
  standardRequests: Bool = true,
  isCodable: Bool = false
) -> TableModel {
  TableModel(
    name: name,
    range: nowhere,
    sqlName: sqlName ?? name.prefix(1).lowercased() + name.dropFirst(),
    doc: doc,
    was: nil,
    columns: columns,
    primaryKey: primaryKey,
    primaryKeyRange: nil,
    uniques: [],
    isStrict: true,
    isWithoutRowID: isWithoutRowID,
    constraints: [],
    checks: [],
    indexes: [],
    requests: [],
    generatesStandardRequests: standardRequests,
    isCodable: isCodable
  )
}

func view(
  _ name: String,
  doc: String? = nil,
  _ columns: [ProvedColumn],
  primaryKey: [String] = []
) -> ProvedView {
  ProvedView(
    model: ViewModel(
      name: name,
      range: nowhere,
      sqlName: name.prefix(1).lowercased() + name.dropFirst(),
      doc: doc,
      sql: sql("SELECT 1"),
      columns: [],
      primaryKey: primaryKey.map { Located($0, at: nowhere) },
      requests: []
    ),
    columns: columns,
    footprint: Footprint(tables: [])
  )
}

func proved(_ name: String, _ type: ValueType, optional: Bool = false) -> ProvedColumn {
  ProvedColumn(
    name: name,
    sqlName: name,
    type: type,
    isOptional: optional,
    storage: type.usualStorage
  )
}

func parameter(
  _ name: String,
  _ type: ValueType,
  optional: Bool = false,
  default defaultValue: ColumnModel.DefaultValue? = nil
) -> ProvedParameter {
  ProvedParameter(
    name: name,
    type: type,
    isOptional: optional,
    storage: type.usualStorage,
    defaultValue: defaultValue
  )
}

func request(
  _ name: String,
  on source: String?,
  doc: String? = nil,
  _ sqlText: String,
  parameters: [ProvedParameter] = [],
  _ result: ProvedRequest.Result,
  default defaultValue: ColumnModel.DefaultValue? = nil,
  row: ProvedRow? = nil,
  reads: [Footprint.Table] = []
) -> ProvedRequest {
  let returns: RequestModel.Returns =
    switch result {
    case .many: .many
    case .first: .first
    case .count: .count
    case .exists: .exists
    case .value: .value
    }
  return ProvedRequest(
    model: RequestModel(
      name: Located(name, at: nowhere),
      doc: doc,
      parameters: [],
      condition: nil,
      order: [],
      limit: nil,
      returns: returns,
      value: nil,
      valueType: nil,
      defaultValue: defaultValue
    ),
    source: source,
    typeName: name.prefix(1).uppercased() + name.dropFirst() + "Request",
    sql: sqlText,
    parameters: parameters,
    result: result,
    row: row,
    footprint: Footprint(tables: reads)
  )
}

func statement(
  _ name: String,
  doc: String? = nil,
  _ sqlText: String,
  parameters: [ProvedParameter] = [],
  _ result: ProvedStatement.Result,
  source: String? = nil,
  row: ProvedRow? = nil
) -> ProvedStatement {
  ProvedStatement(
    model: StatementModel(
      name: Located(name, at: nowhere),
      doc: doc,
      parameters: [],
      sql: sql(sqlText),
      returns: nil,
      columns: []
    ),
    typeName: name.prefix(1).uppercased() + name.dropFirst(),
    sql: sqlText,
    parameters: parameters,
    result: result,
    source: source,
    row: row
  )
}

func proof(
  database: String = "TestDatabase",
  access: SchemaModel.Access = .internal,
  enums: [EnumModel] = [],
  tables: [TableModel] = [],
  views: [ProvedView] = [],
  requests: [ProvedRequest] = [],
  statements: [ProvedStatement] = [],
  creation: [String] = ["CREATE TABLE \"t\" (\n  \"id\" INTEGER PRIMARY KEY\n) STRICT"],
  files: [String] = ["Test.yaml"]
) -> Proof {
  Proof(
    schema: SchemaModel(
      database: Located(database, at: nowhere),
      sqliteVersion: SQLiteVersion(3, 37),
      access: access,
      generatesStandardRequests: true,
      isCodable: false,
      enums: enums,
      tables: tables,
      views: views.map(\.model),
      files: files
    ),
    creation: creation,
    schemaHash: "0123456789abcdef",
    views: views,
    requests: requests,
    statements: statements
  )
}

func enumeration(
  _ name: String,
  raw rawType: EnumModel.RawType = .string,
  _ cases: [(name: String, rawValue: String)]
) -> EnumModel {
  EnumModel(
    name: name,
    range: nowhere,
    rawType: rawType,
    cases: cases.map { EnumModel.Case(name: $0.name, range: nowhere, rawValue: $0.rawValue) }
  )
}

extension ValueType {
  fileprivate var usualStorage: ColumnStorage {
    switch self {
    case .bool, .int, .int64, .int32: .integer
    case .double: .real
    case .string, .url, .decimal, .enumeration, .structure, .array, .dictionary: .text
    case .data, .uuid: .blob
    case .date: .dateText
    case .any: .any
    case .id(_, let rawValue), .app(_, let rawValue): rawValue.usualStorage
    }
  }
}

extension ColumnStorage {
  fileprivate var declaredType: String {
    switch self {
    case .integer, .unixSeconds, .unixMilliseconds: "INTEGER"
    case .real, .julian: "REAL"
    case .text, .dateText, .dayText, .secondText: "TEXT"
    case .blob: "BLOB"
    case .any: "ANY"
    }
  }
}
