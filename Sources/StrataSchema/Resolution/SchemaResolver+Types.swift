/// The key of a table, as a foreign key to it sees it.
enum TableKey {
  case column(name: String, DeclaredType)
  case composite
  case missing
  /// Something about it has been reported.
  case unknown
}

extension SchemaResolver {
  /// The types of the language by their names.
  static let scalars: [String: ValueType] = [
    "Bool": .bool, "Int": .int, "Int64": .int64, "Int32": .int32, "Double": .double,
    "String": .string, "Data": .data, "Date": .date, "UUID": .uuid, "Decimal": .decimal,
    "URL": .url, "Any": .any,
  ]

  /// What people call the types of the language elsewhere.
  private static let aliases: [String: String] = [
    "text": "String", "varchar": "String", "character": "String", "integer": "Int",
    "bigint": "Int64",
    "boolean": "Bool", "real": "Double", "float": "Double", "blob": "Data", "bytes": "Data",
    "datetime": "Date", "timestamp": "Date", "time": "Date", "numeric": "Decimal",
    "number": "Double",
    "uint": "Int", "uint32": "Int64", "int16": "Int32", "int8": "Int32", "databasevalue": "Any",
  ]

  /// The ways to store a type that has several; the first one is taken where none is named.
  private static func storages(_ type: ValueType) -> [(name: String, storage: ColumnStorage)]? {
    switch type {
    case .date:
      [
        ("text", .dateText), ("unixSeconds", .unixSeconds), ("unixMilliseconds", .unixMilliseconds),
        ("julian", .julian),
      ]
    case .uuid: [("blob", .blob), ("text", .text)]
    case .decimal: [("text", .text), ("real", .real)]
    default: nil
    }
  }

  /// Every word that `stored:` can have.
  static let storageNames: [String] = {
    var names: [String] = []
    for type in [ValueType.date, .uuid, .decimal] {
      for (name, _) in storages(type) ?? [] where !names.contains(name) { names.append(name) }
    }
    return names
  }()

  static func alias(of name: String) -> String? { aliases[name.lowercased()] }

  func defaultStorage(_ type: ValueType) -> ColumnStorage {
    switch type {
    case .bool, .int, .int64, .int32: .integer
    case .double: .real
    case .string, .url, .decimal: .text
    case .data, .uuid: .blob
    case .date: .dateText
    case .any: .any
    case .enumeration(let name): enums[name]?.rawType == .int ? .integer : .text
    case .id(_, let rawValue): defaultStorage(rawValue)
    case .app(_, let stored): defaultStorage(stored)
    case .structure, .array, .dictionary: .text
    }
  }

  /// What a written type means; nil where that has been reported.
  mutating func resolve(
    _ syntax: TypeSyntax?,
    stored: Located<String>? = nil
  ) -> DeclaredType? {
    guard let syntax else { return nil }
    if let collection = syntax.collection {
      return self.collection(collection, syntax, stored: stored)
    }
    if syntax.isID {
      return foreignKey(syntax, stored: stored)?.type
    }
    let type: ValueType
    if let scalar = Self.scalars[syntax.name] {
      type = scalar
    } else if enums[syntax.name] != nil {
      type = .enumeration(syntax.name)
    } else if structNames.contains(syntax.name) {
      type = .structure(syntax.name)
    } else if let model = appTypes[syntax.name] {
      type = .app(syntax.name, stored: model.stored)
    } else {
      reportUnknownType(syntax)
      return nil
    }
    var storage = defaultStorage(type)
    if let stored {
      let choices = Self.storages(type) ?? []
      if let choice = choices.first(where: { $0.name == stored.value }) {
        storage = choice.storage
      } else {
        reportStored(stored, type: syntax.name, choices.map(\.name))
      }
    }
    return DeclaredType(
      type: type,
      isOptional: syntax.isOptional,
      storage: storage,
      range: syntax.range,
      spelling: syntax.spelling
    )
  }

  /// The key that `Other.ID` refers to, with the type that the reference has.
  mutating func foreignKey(
    _ syntax: TypeSyntax,
    stored: Located<String>?
  ) -> (table: String, column: String, type: DeclaredType)? {
    guard let table = tables[syntax.name] else {
      reportUnknownTable(syntax)
      return nil
    }
    if let stored {
      diagnostics.error(
        .stored,
        "a foreign key is stored as the key of '\(syntax.name)' is; remove 'stored'",
        at: stored.range
      )
    }
    switch key(of: table) {
    case .column(let column, var type):
      type.isOptional = syntax.isOptional
      type.range = syntax.range
      type.spelling = syntax.spelling
      return (syntax.name, column, type)
    case .composite:
      diagnostics.error(
        .foreignKey,
        "table '\(syntax.name)' has a key of several columns, which one column cannot refer to; write"
          + " a column for each, and a FOREIGN KEY under 'constraints:'",
        at: syntax.range
      )
    case .missing:
      diagnostics.error(
        .foreignKey,
        "table '\(syntax.name)' has no primary key to refer to; give it a column 'id', or"
          + " 'primaryKey:'",
        at: syntax.range,
        notes: [.init("the table is here", at: table.name.range)]
      )
    case .unknown: break
    }
    return nil
  }

  /// The key of a table; one that refers to another table is followed there, to its end.
  mutating func key(of table: TableSyntax) -> TableKey {
    var path: [(table: String, column: ColumnSyntax)] = []
    var places: Set<String> = []
    var current = table
    var key = TableKey.unknown
    while true {
      let name = current.name.value
      if let known = keys[name] {
        key = known
        break
      }
      if places.contains(name), let last = path.last {
        diagnostics.error(
          .foreignKey,
          "the key of '\(last.table)' refers to itself through other keys; one of them needs a"
            + " type such as Int",
          at: last.column.type?.range ?? last.column.name.range
        )
        break
      }
      guard let column = current.keyColumn, let type = column.type, type.isID,
        let next = tables[type.name]
      else {
        key = ownKey(of: current)
        keys[name] = key
        break
      }
      path.append((name, column))
      places.insert(name)
      current = next
    }
    for (table, column) in path.reversed() {
      if case .column(_, let declared) = key {
        key = .column(name: column.name.value, declared)
      } else {
        key = .unknown
      }
      keys[table] = key
    }
    return key
  }

  /// The key of a table that refers to no other one.
  private mutating func ownKey(of table: TableSyntax) -> TableKey {
    guard table.keyNames.count < 2 else { return .composite }
    guard !table.keyNames.isEmpty else {
      let isUnknown =
        faults.keys.contains(table.name.value) || faults.open.contains(table.name.value)
      return isUnknown ? .unknown : .missing
    }
    // A list is no key, which is reported where the column is resolved.
    guard let column = table.keyColumn, let type = column.type, !type.isID, type.collection == nil
    else { return .unknown }
    // What is wrong with the type is reported there, too.
    let kept = diagnostics
    diagnostics = Diagnostics()
    defer { diagnostics = kept }
    guard var declared = resolve(type, stored: column.stored) else { return .unknown }
    if column.isNewtype?.value == true {
      declared.type = .id(table: table.name.value, rawValue: declared.type)
    }
    return .column(name: column.name.value, declared)
  }

  // MARK: Reports

  private mutating func reportUnknownType(_ syntax: TypeSyntax) {
    let mark = syntax.isOptional ? "?" : ""
    if tables[syntax.name] != nil {
      let remedy = "\(syntax.name).ID\(mark)"
      diagnostics.error(
        .unknownType,
        "'\(syntax.name)' is a table, not a type; a reference to it is '\(remedy)'",
        at: syntax.range,
        fixIts: [.init("write '\(remedy)'", replacing: syntax.range, with: remedy)]
      )
      return
    }
    let candidates =
      Self.scalars.keys.sorted() + enums.keys.sorted() + structNames.sorted()
      + appTypes.keys.sorted()
    let known = Self.aliases[syntax.name.lowercased()] ?? nearest(to: syntax.name, in: candidates)
    guard !faults.isOpen || Self.aliases[syntax.name.lowercased()] != nil else { return }
    diagnostics.error(
      .unknownType,
      "unknown type '\(syntax.name)'"
        + (known.map { "; did you mean '\($0)'?" }
          ?? "; the types are \(Self.scalars.keys.sorted().joined(separator: ", ")), the enums,"
          + " values and types of the schema, 'Other.ID', and lists of them"),
      at: syntax.range,
      fixIts: known.map {
        [.init("write '\($0)\(mark)'", replacing: syntax.range, with: $0 + mark)]
      } ?? []
    )
  }

  private mutating func reportUnknownTable(_ syntax: TypeSyntax) {
    guard !faults.isOpen else { return }
    let known = nearest(to: syntax.name, in: tables.keys.sorted())
    let spelling = syntax.isOptional ? ".ID?" : ".ID"
    diagnostics.error(
      .unknownTable,
      "unknown table '\(syntax.name)'"
        + (known.map { "; did you mean '\($0)'?" }
          ?? "; '\(syntax.name).ID' is the key of a table of this database, which has"
          + " \(tables.keys.sorted().prefix(12).joined(separator: ", "))"),
      at: syntax.range,
      fixIts: known.map {
        [.init("write '\($0)\(spelling)'", replacing: syntax.range, with: $0 + spelling)]
      } ?? []
    )
  }

  mutating func reportStored(_ stored: Located<String>, type: String, _ words: [String]) {
    guard !words.isEmpty else {
      diagnostics.error(
        .stored,
        "\(type) is stored in one way only; remove 'stored'",
        at: stored.range
      )
      return
    }
    let known = nearest(to: stored.value, in: words)
    diagnostics.error(
      .stored,
      "\(type) is stored as one of \(words.joined(separator: ", ")), not '\(stored.value)'"
        + (known.map { "; did you mean '\($0)'?" } ?? ""),
      at: stored.range,
      fixIts: known.map { [.init("write '\($0)'", replacing: stored.range, with: $0)] } ?? []
    )
  }
}

extension TableSyntax {
  /// The columns of the primary key: those under `primaryKey:`, or else a column named `id`.
  var keyNames: [Located<String>] {
    primaryKey ?? columns.filter { $0.name.value == "id" }.map(\.name)
  }

  /// The column that is the whole key.
  fileprivate var keyColumn: ColumnSyntax? {
    guard let name = keyNames.first, keyNames.count == 1 else { return nil }
    return columns.first { $0.name.value == name.value }
  }
}
