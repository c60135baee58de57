extension SchemaResolver {
  mutating func appType(_ syntax: AppTypeSyntax) -> AppTypeModel {
    var model = AppTypeModel(
      name: syntax.name.value,
      range: syntax.name.range,
      stored: .any,
      storage: .any,
      module: syntax.module?.value
    )
    guard let stored = syntax.stored else { return model }
    if let type = Self.scalars[stored.value] {
      model.stored = type
      model.storage = defaultStorage(type)
    } else {
      let names = Self.scalars.keys.sorted()
      let known = Self.alias(of: stored.value) ?? nearest(to: stored.value, in: names)
      diagnostics.error(
        .unknownType,
        "a type of the app is stored as one of \(names.joined(separator: ", ")), not"
          + " '\(stored.value)'" + (known.map { "; did you mean '\($0)'?" } ?? ""),
        at: stored.range,
        fixIts: known.map { [.init("write '\($0)'", replacing: stored.range, with: $0)] } ?? []
      )
    }
    return model
  }

  /// Reports columns that keep a record from being `Codable`.
  mutating func checkCodable(_ table: TableModel, _ syntax: TableSyntax) {
    guard table.isCodable else { return }
    for (column, written) in zip(table.columns, syntax.columns) {
      guard let range = written.type?.range, written.type?.name == "Any", column.type == .any else {
        continue
      }
      diagnostics.error(
        .notCodable,
        "column '\(column.name)' is Any, which no Codable record can hold; write a type such as"
          + " String, or 'codable: false' on table '\(table.name)'",
        at: range
      )
    }
  }

  /// The types of the app that are used as keys of their own or in Codable records, which have to be
  /// `Codable`.
  mutating func markCodableTypes(of tables: [TableModel]) {
    for table in tables {
      for column in table.columns {
        if case .id(let owner, let rawValue) = column.type, owner == table.name {
          markCodable(rawValue)
        }
        if table.isCodable || column.type.isJSON { markCodable(column.type) }
      }
    }
  }
}
