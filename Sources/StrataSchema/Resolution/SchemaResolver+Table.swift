extension SchemaResolver {
  mutating func table(
    _ syntax: TableSyntax,
    standardRequests: Bool,
    isCodable: Bool
  ) -> TableModel {
    let columns = Dictionary(
      syntax.columns.map { ($0.name.value, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let key = columnNames(
      syntax.keyNames,
      "'primaryKey' of table '\(syntax.name.value)'",
      columns,
      syntax
    )
    let isKeyKnown = key.count == syntax.keyNames.count && !faults.open.contains(syntax.name.value)
    if !isKeyKnown { faults.keys.insert(syntax.name.value) }
    let isStrict = syntax.isStrict?.value ?? self.isStrict
    let isWithoutRowID = syntax.isWithoutRowID?.value ?? false
    checkKey(syntax, key, isWithoutRowID: isWithoutRowID)
    let models = syntax.columns.map {
      column($0, of: syntax, key: key, isStrict: isStrict, isWithoutRowID: isWithoutRowID)
    }
    let uniques = syntax.uniques.map {
      columnNames($0, "'unique' of table '\(syntax.name.value)'", columns, syntax)
    }
    let indexes = syntax.indexes.map { index in
      IndexModel(
        name: index.name,
        sqlName: index.sqlIndexName(in: syntax),
        entries: index.entries,
        condition: index.condition,
        isUnique: index.isUnique
      )
    }
    var model = TableModel(
      name: syntax.name.value,
      range: syntax.name.range,
      sqlName: syntax.sqlTableName,
      doc: syntax.doc,
      was: syntax.was,
      columns: models,
      primaryKey: key,
      primaryKeyRange: syntax.primaryKeyRange,
      uniques: uniques.filter { !$0.isEmpty },
      isStrict: isStrict,
      isWithoutRowID: isWithoutRowID,
      constraints: syntax.constraints,
      checks: syntax.checks,
      indexes: indexes,
      requests: syntax.requests.map { request($0) },
      generatesStandardRequests: syntax.generatesStandardRequests ?? standardRequests,
      isCodable: syntax.isCodable ?? isCodable
    )
    model.allowedDrops = syntax.allowedDrops
    checkOldNames(of: syntax)
    checkCodable(model, syntax)
    return model
  }

  private mutating func checkKey(_ syntax: TableSyntax, _ key: [String], isWithoutRowID: Bool) {
    let name = syntax.name.value
    guard !faults.keys.contains(name) else { return }
    if isWithoutRowID, key.isEmpty, syntax.keyNames.isEmpty,
      let range = syntax.isWithoutRowID?.range
    {
      diagnostics.error(
        .withoutRowID,
        "a table without rowids needs a primary key; write 'primaryKey:' in table '\(name)', or remove"
          + " 'withoutRowID'",
        at: range
      )
    }
    guard !key.isEmpty, !key.contains("id") || key.count > 1,
      let column = syntax.columns.first(where: { $0.name.value == "id" })
    else { return }
    diagnostics.error(
      .primaryKey,
      "'id' of table '\(name)' is not its primary key, but 'id' in Swift is what identifies a record;"
        + " choose another key for the column, and write 'sql: id'",
      at: column.name.range
    )
  }

  /// Names of columns in a list, each known and there only once.
  private mutating func columnNames(
    _ names: [Located<String>],
    _ what: String,
    _ columns: [String: ColumnSyntax],
    _ table: TableSyntax
  ) -> [String] {
    var result: [String] = []
    for name in names {
      if result.contains(name.value) {
        diagnostics.error(
          .duplicateName,
          "\(what) names '\(name.value)' a second time; remove one of them",
          at: name.range
        )
      } else if columns[name.value] != nil {
        result.append(name.value)
      } else if !faults.open.contains(table.name.value) {
        let bySQL = table.columns.first {
          $0.sqlName?.value.sqlLowercased == name.value.sqlLowercased
        }
        let known =
          bySQL?.name.value ?? nearest(to: name.value, in: table.columns.map(\.name.value))
        diagnostics.error(
          .unknownColumn,
          "\(what) names '\(name.value)', which is no column of the table"
            + (known.map { "; did you mean '\($0)'?" }
              ?? "; the columns are \(table.columns.map(\.name.value).prefix(12).joined(separator: ", "))"),
          at: name.range,
          fixIts: known.map { [.init("write '\($0)'", replacing: name.range, with: $0)] } ?? []
        )
      }
    }
    return result
  }
}
