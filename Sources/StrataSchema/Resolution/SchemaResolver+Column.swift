extension SchemaResolver {
  /// The column of a table whose key has the columns `key`.
  mutating func column(
    _ syntax: ColumnSyntax,
    of table: TableSyntax,
    key: [String],
    isStrict: Bool,
    isWithoutRowID: Bool
  ) -> ColumnModel {
    let name = syntax.name.value
    let what = "column '\(name)'"
    var foreignKey: ForeignKeyModel?
    var declared: DeclaredType?
    if let type = syntax.type, type.isID {
      if let reference = self.foreignKey(type, stored: syntax.stored) {
        declared = reference.type
        foreignKey = ForeignKeyModel(
          table: reference.table,
          column: reference.column,
          onDelete: syntax.onDelete?.value ?? .noAction,
          onUpdate: syntax.onUpdate?.value ?? .noAction,
          accessor: accessor(syntax, of: table),
          inverse: syntax.inverse
        )
        claimInverse(syntax, of: table, in: reference.table)
      }
      checkActions(syntax, isOptional: type.isOptional)
    } else {
      declared = resolve(syntax.type, stored: syntax.stored)
      checkNoReference(syntax)
    }
    let isKey = key.contains(name)
    var model = ColumnModel(
      name: name,
      range: syntax.name.range,
      sqlName: syntax.sqlName?.value ?? name,
      declaredType: "",
      type: declared?.type ?? .any,
      isOptional: syntax.type?.isOptional ?? false,
      storage: declared?.storage ?? .any,
      isUnique: syntax.isUnique?.value ?? false,
      check: syntax.check,
      collation: syntax.collation,
      generated: syntax.generated,
      isAutoincrement: syntax.isAutoincrement?.value ?? false,
      isNewtype: syntax.isNewtype?.value ?? false,
      foreignKey: foreignKey,
      was: syntax.was,
      doc: syntax.doc
    )
    model.declaredType =
      syntax.sqlType?.value ?? Self.declaredType(of: model.storage, isStrict: isStrict)
    if isKey { checkKeyColumn(syntax, table) }
    checkGenerated(syntax, isKey: isKey)
    checkNewtype(syntax, key: key)
    if model.isNewtype, key == [name], !(syntax.type?.isID ?? false) {
      model.type = .id(table: table.name.value, rawValue: model.type)
    }
    if let declared, let written = syntax.sqlType {
      checkDeclaredType(written, declared, "\(syntax.type?.spelling ?? "")", isStrict: isStrict)
    }
    if model.isAutoincrement {
      checkAutoincrement(syntax, model, key: key, isWithoutRowID: isWithoutRowID)
    }
    let defaultType = declared.map {
      DeclaredType(
        type: model.type,
        isOptional: $0.isOptional,
        storage: $0.storage,
        range: $0.range
      )
    }
    model.defaultValue = defaultValue(
      syntax.defaultValue,
      for: defaultType,
      "'default' of \(what)",
      allowsSQL: true
    )
    return model
  }

  // MARK: Foreign keys

  private mutating func accessor(_ syntax: ColumnSyntax, of table: TableSyntax) -> String {
    let key = syntax.name.value
    let derived = key.hasSuffix("ID") && key.count > 2 ? String(key.dropLast(2)) : key
    let name = syntax.accessor?.value ?? derived
    // A column may be its own accessor: one belongs to the row, the other to the type.
    if name != key {
      claimAccessor(
        name,
        in: table.name.value,
        for: "the accessor of column '\(key)'",
        at: syntax.accessor?.range ?? syntax.name.range,
        key: "as"
      )
    }
    return name
  }

  private mutating func claimInverse(
    _ syntax: ColumnSyntax,
    of table: TableSyntax,
    in other: String
  ) {
    guard let inverse = syntax.inverse else { return }
    claimAccessor(
      inverse.value,
      in: other,
      for: "the inverse of column '\(syntax.name.value)' of table '\(table.name.value)'",
      at: inverse.range,
      key: "inverse"
    )
  }

  private mutating func claimAccessor(
    _ name: String,
    in table: String,
    for what: String,
    at range: SourceRange,
    key: String
  ) {
    if ["table", "databaseTableName", "databaseSelection"].contains(name) {
      diagnostics.error(
        .accessorName,
        "\(what) cannot have the name '\(name)', which every record has already; write"
          + " '\(key):' with another name",
        at: range
      )
      return
    }
    claimMember(name, of: table, for: what, at: range, remedy: "write '\(key):' with another name")
  }

  private mutating func checkActions(_ syntax: ColumnSyntax, isOptional: Bool) {
    guard !isOptional else { return }
    for action in [syntax.onDelete, syntax.onUpdate] {
      guard let action else { continue }
      if action.value == .setNull {
        diagnostics.error(
          .foreignKey,
          "'setNull' needs a column that may be NULL; write '\(syntax.type?.spelling ?? "")?' as its"
            + " type, or another action",
          at: action.range
        )
      } else if action.value == .setDefault, syntax.defaultValue == nil {
        diagnostics.error(
          .foreignKey,
          "'setDefault' needs a default; write 'default:', or another action",
          at: action.range
        )
      }
    }
  }

  private mutating func checkNoReference(_ syntax: ColumnSyntax) {
    let keys: [(String, SourceRange?)] = [
      ("delete", syntax.onDelete?.range), ("update", syntax.onUpdate?.range),
      ("as", syntax.accessor?.range), ("inverse", syntax.inverse?.range),
    ]
    guard let type = syntax.type else { return }
    for (key, range) in keys {
      guard let range else { continue }
      diagnostics.error(
        .notAForeignKey,
        "'\(key)' is for foreign keys, and '\(type.spelling)' is none; write a type such as"
          + " 'Other.ID', or remove '\(key)'",
        at: range
      )
    }
  }

  // MARK: Keys

  private mutating func checkKeyColumn(_ syntax: ColumnSyntax, _ table: TableSyntax) {
    guard let type = syntax.type, type.isOptional else { return }
    let spelling = String(type.spelling.dropLast())
    diagnostics.error(
      .optionalKey,
      "column '\(syntax.name.value)' is part of the primary key of '\(table.name.value)' and always"
        + " has a value; write '\(spelling)'",
      at: type.range,
      fixIts: [.init("write '\(spelling)'", replacing: type.range, with: spelling)]
    )
  }

  private mutating func checkNewtype(_ syntax: ColumnSyntax, key: [String]) {
    guard let newtype = syntax.isNewtype, newtype.value else { return }
    let reason: String? =
      key != [syntax.name.value]
      ? "'newtype' is for a primary key of one column; remove it"
      : syntax.type?.isID == true
        ? "a key that refers to another table has that table's type; remove 'newtype'" : nil
    if let reason { diagnostics.error(.newtype, reason, at: newtype.range) }
  }

  private mutating func checkAutoincrement(
    _ syntax: ColumnSyntax,
    _ model: ColumnModel,
    key: [String],
    isWithoutRowID: Bool
  ) {
    guard let range = syntax.isAutoincrement?.range, syntax.type != nil else { return }
    let isInteger =
      switch model.type {
      case .int, .int64, .id(_, rawValue: .int), .id(_, rawValue: .int64): true
      default: false
      }
    let reason: String? =
      if key.count > 1 {
        "'autoincrement' is for a key of one column; remove it"
      } else if key != [model.name] {
        "'autoincrement' is for the primary key; remove it"
      } else if !isInteger || model.declaredType.sqlLowercased != "integer" {
        "'autoincrement' is for a key of type Int that SQL declares INTEGER; remove it"
      } else if isWithoutRowID {
        "a table without rowids cannot number its rows; remove 'autoincrement' or 'withoutRowID'"
      } else {
        nil
      }
    if let reason { diagnostics.error(.autoincrement, reason, at: range) }
  }

  private mutating func checkGenerated(_ syntax: ColumnSyntax, isKey: Bool) {
    guard let generated = syntax.generated else { return }
    if let value = syntax.defaultValue {
      diagnostics.error(
        .generatedColumn,
        "column '\(syntax.name.value)' is generated and has no default; remove 'default'",
        at: value.range
      )
    }
    if isKey {
      diagnostics.error(
        .generatedColumn,
        "column '\(syntax.name.value)' is generated and cannot be part of the primary key; choose"
          + " another key",
        at: generated.sql.range
      )
    }
  }

  // MARK: Declared types

  private static func declaredType(of storage: ColumnStorage, isStrict: Bool) -> String {
    switch storage {
    case .integer, .unixMilliseconds: "INTEGER"
    case .real, .unixSeconds, .julian: "REAL"
    case .text, .dateText: "TEXT"
    case .blob: "BLOB"
    case .any: isStrict ? "ANY" : ""
    }
  }

  private mutating func checkDeclaredType(
    _ written: Located<String>,
    _ declared: DeclaredType,
    _ type: String,
    isStrict: Bool
  ) {
    let name = written.value.uppercased()
    if isStrict {
      guard ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"].contains(name) else {
        diagnostics.error(
          .declaredType,
          "a STRICT table has only the types INT, INTEGER, REAL, TEXT, BLOB and ANY, not"
            + " '\(written.value)'; choose one of them, or write 'strict: false' on the table",
          at: written.range
        )
        return
      }
      let fitting = Self.declaredType(of: declared.storage, isStrict: true)
      let isFitting = name == fitting || name == "ANY" || name == "INT" && fitting == "INTEGER"
      guard !isFitting else { return }
      diagnostics.error(
        .declaredType,
        "'\(type)' is stored as \(fitting), which a STRICT column of type \(name) refuses; write"
          + " \(fitting)",
        at: written.range
      )
      return
    }
    let affinity = Affinity(declaredType: written.value)
    let isConverted: Bool =
      switch (declared.storage, affinity) {
      case (.integer, .text), (.real, .text), (.unixSeconds, .text), (.unixMilliseconds, .text),
        (.julian, .text):
        true
      case (.text, .integer), (.text, .real), (.text, .numeric):
        [.string, .decimal].contains(declared.type) || declared.type.isEnumeration
      default: false
      }
    guard isConverted else { return }
    let stored = Self.declaredType(of: declared.storage, isStrict: true)
    let remedy =
      declared.type == .decimal ? "write 'stored: real', or a type such as TEXT" : "write \(stored)"
    diagnostics.error(
      .declaredType,
      "'\(type)' is stored as \(stored), which SQLite would convert in a column of type"
        + " '\(written.value)'; \(remedy)",
      at: written.range
    )
  }
}

extension ValueType {
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}

/// What SQLite makes of a declared type (https://sqlite.org/datatype3.html#determination_of_column_affinity).
enum Affinity {
  case integer, text, blob, real, numeric

  init(declaredType: String) {
    let type = declaredType.uppercased()
    self =
      if type.contains("INT") {
        .integer
      } else if ["CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) {
        .text
      } else if type.isEmpty || type.contains("BLOB") {
        .blob
      } else if ["REAL", "FLOA", "DOUB"].contains(where: { type.contains($0) }) {
        .real
      } else {
        .numeric
      }
  }
}
