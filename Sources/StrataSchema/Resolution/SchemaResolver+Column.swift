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
    if declared == nil { faults.columns[table.name.value, default: []].insert(name) }
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
    model.backfill = syntax.backfill
    model.cast = syntax.cast
    model.declaredType =
      syntax.sqlType?.value ?? Self.declaredType(of: model.storage, isStrict: isStrict)
    model.allowsNull = allowsNull(
      syntax,
      model,
      key: key,
      isStrict: isStrict,
      isWithoutRowID: isWithoutRowID
    )
    if isKey {
      checkKeyColumn(syntax, table)
      checkNoJSONKey(model, at: syntax.type?.range ?? syntax.name.range)
    }
    checkGenerated(syntax, isKey: isKey)
    if !faults.keys.contains(table.name.value) { checkNewtype(syntax, key: key) }
    if model.isNewtype, key == [name], !(syntax.type?.isID ?? false) {
      model.type = .id(table: table.name.value, rawValue: model.type)
    }
    if let declared, let written = syntax.sqlType, faults.knowsStrictness(of: table) {
      checkDeclaredType(written, declared, "\(syntax.type?.spelling ?? "")", isStrict: isStrict)
    }
    if model.isAutoincrement, !faults.keys.contains(table.name.value) {
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
        ? "a key that refers to another table has that table's type; remove 'newtype'"
        : syntax.type?.name == "Any"
          ? "a key of its own type holds a value of one type, which Any is not; write a type such as"
            + " String, or remove 'newtype'" : nil
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
}
