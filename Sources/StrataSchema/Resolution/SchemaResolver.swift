/// Binds the names of one database: syntax in, model out.
struct SchemaResolver {
  let files: [SchemaSyntax]
  var names: TypeNames
  /// What could not be read or bound.
  var faults = SchemaFaults()
  var diagnostics = Diagnostics()

  var isStrict = true
  var enums: [String: EnumModel] = [:]
  var structs: [String: StructModel] = [:]
  var appTypes: [String: AppTypeModel] = [:]
  /// The enums and types of the app that have to be `Codable`.
  var codableNames: Set<String> = []
  /// The names of all structs, also of those that are yet to be resolved.
  var structNames: Set<String> = []
  /// The structs in circles that were reported.
  var reportedCircles: Set<String> = []
  var tables: [String: TableSyntax] = [:]
  /// The keys of tables, as far as they have been resolved.
  var keys: [String: TableKey] = [:]
  /// The names that a table's Swift type has already, by the table: columns and accessors.
  var members: [String: [String: (what: String, range: SourceRange)]] = [:]
  var sqlNames: [[UInt8]: (what: String, range: SourceRange)] = [:]

  init(_ files: [SchemaSyntax], names: TypeNames) {
    self.files = files
    self.names = names
  }

  mutating func resolve() -> SchemaModel? {
    guard let database = files.first?.database else { return nil }
    let version = merge("sqlite", \.sqliteVersion)
    isStrict = merge("strict", \.isStrict)?.value ?? true
    if version != nil { faults.hasUnknownVersion = false }
    let access = merge("access", \.access)?.value ?? .internal
    let standardRequests = merge("standardRequests", \.generatesStandardRequests)?.value ?? true
    let isCodable = merge("codable", \.isCodable)?.value ?? false
    claimTypeNames(database)

    var enumModels: [EnumModel] = []
    for syntax in files.flatMap(\.enums) where enums[syntax.name.value] == nil {
      let model = enumeration(syntax)
      enums[model.name] = model
      enumModels.append(model)
    }
    for syntax in files.flatMap(\.appTypes) where appTypes[syntax.name.value] == nil {
      appTypes[syntax.name.value] = appType(syntax)
    }
    let structSyntax = files.flatMap(\.structs)
    structNames = Set(structSyntax.map(\.name.value))
    let tableSyntax = files.flatMap(\.tables)
    for table in tableSyntax where tables[table.name.value] == nil {
      tables[table.name.value] = table
      claimColumns(table)
    }
    claimSQLNames(tableSyntax)
    resolveStructs(structSyntax)
    checkOldNames(of: tableSyntax)
    let tableModels = tableSyntax.map {
      table($0, standardRequests: standardRequests, isCodable: isCodable)
    }
    let viewModels = files.flatMap(\.views).compactMap { view($0) }
    let collections = files.flatMap(\.collections).map { documentCollection($0) }
    let requestModels = files.flatMap(\.requests).map { request($0) }
    let statementModels = files.flatMap(\.statements).compactMap { statement($0) }
    let isOld = !checkVersion(version, tableModels)
    let oldest = oldestVersion(version, hasCollections: !collections.isEmpty)
    markCodableTypes(of: tableModels)
    if isCodable { codableNames.formUnion(appTypes.keys) }
    var schema = SchemaModel(
      database: database,
      sqliteVersion: isOld ? max(Self.strictVersion, oldest) : oldest,
      access: access,
      generatesStandardRequests: standardRequests,
      isCodable: isCodable,
      enums: enumModels.map { model in
        var model = model
        model.isCodable = codableNames.contains(model.name)
        return model
      },
      structs: structSyntax.compactMap { syntax in
        structs[syntax.name.value].flatMap { $0.range == syntax.name.range ? $0 : nil }
      },
      appTypes: appTypes.values.sorted { $0.name < $1.name }.map { model in
        var model = model
        model.isCodable = codableNames.contains(model.name)
        return model
      },
      tables: tableModels + collections.map(\.1),
      views: collections.map(\.2) + viewModels,
      files: files.map(\.baseName)
    )
    schema.searches = files.flatMap(\.searches).compactMap { search($0, tableModels) }
    schema.collections = collections.map(\.0)
    schema.triggers = triggers()
    schema.objects = objects()
    schema.functions = functions()
    schema.collations = collations()
    schema.tokenizers = tokenizers()
    schema.allowedDrops = files.flatMap(\.allowedDrops)
    schema.requests = requestModels
    schema.statements = statementModels
    return schema
  }

  /// The value that one or several files give to a key.
  private mutating func merge<Value: Equatable>(
    _ key: String,
    _ path: KeyPath<SchemaSyntax, Located<Value>?>
  ) -> Located<Value>? {
    let values = files.compactMap { $0[keyPath: path] }
    for other in values.dropFirst() where other.value != values[0].value {
      diagnostics.error(
        .conflictingFiles,
        "'\(key)' is not the same in all files of the database; write it in one of them only",
        at: other.range,
        notes: [.init("another value is here", at: values[0].range)]
      )
    }
    return values.first
  }

  /// The version that brought STRICT tables, which all are that do not say otherwise.
  private static let strictVersion = SQLiteVersion(3, 37)

  /// The version that brought the operators by which views read JSON.
  private static let jsonVersion = SQLiteVersion(3, 38)

  /// The version that is declared, or the oldest one with all that the schema needs.
  private mutating func oldestVersion(
    _ version: Located<SQLiteVersion>?,
    hasCollections: Bool
  ) -> SQLiteVersion {
    guard hasCollections else { return version?.value ?? Self.strictVersion }
    guard let version else { return Self.jsonVersion }
    guard version.value < Self.jsonVersion else { return version.value }
    diagnostics.error(
      .sqliteVersion,
      "collections need SQLite 3.38, whose '->>' reads fields of documents; write \"3.38\"",
      at: version.range,
      fixIts: [.init("write '\"3.38\"'", replacing: version.range, with: "\"3.38\"")]
    )
    return Self.jsonVersion
  }

  private mutating func checkVersion(
    _ version: Located<SQLiteVersion>?,
    _ tables: [TableModel]
  ) -> Bool {
    guard !faults.hasUnknownStrictness, let version, version.value < Self.strictVersion,
      let table = tables.first(where: \.isStrict)
    else { return true }
    diagnostics.error(
      .sqliteVersion,
      "STRICT tables, such as '\(table.name)', need SQLite 3.37; write \"3.37\", or 'strict: false'",
      at: version.range,
      fixIts: [.init("write '\"3.37\"'", replacing: version.range, with: "\"3.37\"")]
    )
    return false
  }
}

extension TableSyntax {
  var sqlTableName: String { sqlName?.value ?? Identifier.lowercasingStart(of: name.value) }
}

extension ViewSyntax {
  var sqlViewName: String { sqlName?.value ?? Identifier.lowercasingStart(of: name.value) }
}

extension IndexSyntax {
  func sqlIndexName(in table: TableSyntax) -> String {
    sqlName?.value ?? "\(table.sqlTableName)_\(name.value)"
  }
}

extension StringProtocol {
  /// The name as SQLite compares it: only ASCII letters have a case there.
  package var sqlLowercased: String {
    // Most names have nothing to fold.
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return String(self) }
    return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
