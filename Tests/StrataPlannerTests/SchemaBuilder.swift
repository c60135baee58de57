import StrataSchema

/// Small models for tests, every part at a place of its own.
enum Build {
  static func range(_ line: Int = 1, _ column: Int = 1) -> SourceRange {
    SourceRange(
      file: "Test.yaml",
      start: .init(line: line, column: column),
      end: .init(line: line, column: column)
    )
  }

  static func name(_ name: String, line: Int = 1) -> Located<String> {
    Located(name, at: range(line))
  }

  /// A fragment that begins at column 10 of a line.
  static func sql(_ text: String, line: Int = 1) -> SQLFragment {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return SQLFragment(
      text: text,
      range: SourceRange(
        file: "Test.yaml",
        start: .init(line: line, column: 10),
        end: .init(line: line + lines.count - 1, column: 10 + (lines.last?.count ?? 0))
      ),
      lineStarts: lines.indices.map { .init(line: line + $0, column: 10) }
    )
  }

  static func column(
    _ name: String,
    _ type: ValueType,
    optional: Bool = false,
    storage: ColumnStorage? = nil,
    sqlName: String? = nil,
    _ change: (inout ColumnModel) -> Void = { _ in }
  ) -> ColumnModel {
    let storage = storage ?? plainStorage(of: type)
    let declaredType =
      switch storage {
      case .integer, .unixMilliseconds: "INTEGER"
      case .real, .unixSeconds, .julian: "REAL"
      case .text, .dateText, .dayText, .secondText: "TEXT"
      case .blob: "BLOB"
      case .any: "ANY"
      }
    var column = ColumnModel(
      name: name,
      range: range(),
      sqlName: sqlName ?? name,
      declaredType: declaredType,
      type: type,
      isOptional: optional,
      storage: storage
    )
    change(&column)
    return column
  }

  static func table(
    _ name: String,
    _ columns: [ColumnModel],
    key: [String] = ["id"],
    requests: [RequestModel] = [],
    _ change: (inout TableModel) -> Void = { _ in }
  ) -> TableModel {
    var table = TableModel(
      name: name,
      range: range(),
      sqlName: name.prefix(1).lowercased() + name.dropFirst(),
      doc: nil,
      was: nil,
      columns: columns,
      primaryKey: key,
      primaryKeyRange: nil,
      uniques: [],
      isStrict: true,
      isWithoutRowID: false,
      constraints: [],
      checks: [],
      indexes: [],
      requests: requests,
      generatesStandardRequests: true,
      isCodable: false
    )
    change(&table)
    return table
  }

  static func view(
    _ name: String,
    _ sql: String,
    columns: [DeclaredColumn] = [],
    requests: [RequestModel] = []
  ) -> ViewModel {
    ViewModel(
      name: name,
      range: range(),
      sqlName: name.prefix(1).lowercased() + name.dropFirst(),
      doc: nil,
      sql: self.sql(sql),
      columns: columns,
      primaryKey: [],
      requests: requests
    )
  }

  static func request(
    _ name: String,
    _ parameters: [ParameterModel] = [],
    where condition: String? = nil,
    order: [String] = [],
    limit: String? = nil,
    returns: RequestModel.Returns = .many,
    value: String? = nil,
    type: DeclaredType? = nil,
    default defaultValue: ColumnModel.DefaultValue? = nil
  ) -> RequestModel {
    RequestModel(
      name: self.name(name),
      doc: nil,
      parameters: parameters,
      condition: condition.map { sql($0) },
      order: order.map { sql($0) },
      limit: limit.map { sql($0) },
      returns: returns,
      value: value.map { sql($0) },
      valueType: type,
      defaultValue: defaultValue
    )
  }

  static func parameter(
    _ name: String,
    _ type: ValueType,
    optional: Bool = false
  ) -> ParameterModel {
    ParameterModel(
      name: self.name(name),
      type: declared(type, optional: optional),
      defaultValue: nil
    )
  }

  static func declared(_ type: ValueType, optional: Bool = false) -> DeclaredType {
    DeclaredType(
      type: type,
      isOptional: optional,
      storage: plainStorage(of: type),
      range: range()
    )
  }

  static func schema(
    _ tables: [TableModel],
    _ views: [ViewModel] = [],
    sqlite: SQLiteVersion = .init(3, 40)
  ) -> SchemaModel {
    SchemaModel(
      database: name("TestDatabase"),
      sqliteVersion: sqlite,
      access: .internal,
      generatesStandardRequests: true,
      isCodable: false,
      enums: [],
      tables: tables,
      views: views,
      files: ["Test.yaml"]
    )
  }

  private static func plainStorage(of type: ValueType) -> ColumnStorage {
    switch type {
    case .bool, .int, .int64, .int32: .integer
    case .double: .real
    case .string, .url, .decimal, .enumeration, .structure, .array, .dictionary: .text
    case .data, .uuid: .blob
    case .date: .dateText
    case .any: .any
    case .id(_, let raw), .app(_, let raw): plainStorage(of: raw)
    }
  }

  /// Teams and players.
  static func league(
    requests: [RequestModel] = [],
    views: [ViewModel] = [],
    sqlite: SQLiteVersion = .init(3, 40)
  ) -> SchemaModel {
    schema(
      [
        table(
          "Team",
          [
            column("id", .int), column("name", .string) { $0.isUnique = true },
            column("founded", .date, optional: true),
          ]
        ),
        table(
          "Player",
          [
            column("id", .int), column("name", .string),
            column("nickname", .string, optional: true),
            column("score", .int) { $0.defaultValue = .literal(sql: "0", swift: "0") },
            column("height", .double, optional: true),
            column("active", .bool),
            column("position", .enumeration("Position")),
            column("teamID", .int, optional: true) {
              $0.foreignKey = .init(
                table: "Team",
                column: "id",
                onDelete: .cascade,
                onUpdate: .noAction,
                accessor: "team",
                inverse: nil
              )
            },
            column("joined", .date) { $0.defaultValue = .now },
            column("seen", .date, optional: true, storage: .unixSeconds),
            column("squadNumber", .int, sqlName: "squad_number"),
          ],
          requests: requests
        ),
      ],
      views,
      sqlite: sqlite
    )
  }
}
