extension SchemaResolver {
  /// What a search means; nil where something about it was reported.
  mutating func search(_ syntax: SearchSyntax, _ models: [TableModel]) -> SearchModel? {
    guard let name = syntax.table else { return nil }
    guard let table = models.first(where: { $0.name == name.value }) else {
      reportUnknownTable(name, of: syntax, models)
      return nil
    }
    guard table.rowIDColumn != nil else {
      diagnostics.error(
        .searchTable,
        "a search needs a table with an integer primary key, by which it finds the rows again;"
          + " '\(table.name)' has none",
        at: name.range,
        notes: [.init("the table is here", at: table.range)]
      )
      return nil
    }
    let weights = weights(of: syntax)
    var columns: [SearchModel.Column] = []
    for column in syntax.columns where isSearchable(column, of: table, in: syntax) {
      guard !columns.contains(where: { $0.name == column.value }) else {
        diagnostics.error(
          .duplicateName,
          "search '\(syntax.name.value)' names '\(column.value)' a second time; remove one of them",
          at: column.range
        )
        continue
      }
      columns.append(
        .init(name: column.value, range: column.range, weight: weights[column.value])
      )
    }
    return SearchModel(
      name: syntax.name.value,
      range: syntax.name.range,
      sqlName: syntax.sqlSearchName,
      doc: syntax.doc,
      table: table.name,
      columns: columns,
      tokenizer: syntax.tokenizer,
      prefixes: syntax.prefixes
    )
  }

  /// Takes the names in SQL of the index and of the tables in which FTS5 keeps it.
  mutating func claimSearch(_ search: SearchSyntax) {
    let range = (search.sqlName ?? search.name).range
    claimSQLName(search.sqlSearchName, "search '\(search.name.value)'", at: range)
    for storage in ["data", "idx", "docsize", "config"] {
      claimSQLName(
        "\(search.sqlSearchName)_\(storage)",
        "the storage of search '\(search.name.value)'",
        at: range
      )
    }
  }

  private mutating func isSearchable(
    _ column: Located<String>,
    of table: TableModel,
    in search: SearchSyntax
  ) -> Bool {
    let texts = table.columns.filter { $0.storage == .text }.map(\.name)
    guard let model = table.column(named: column.value) else {
      let known = nearest(to: column.value, in: texts)
      diagnostics.error(
        .unknownColumn,
        "search '\(search.name.value)' names '\(column.value)', which is no column of"
          + " '\(table.name)'" + (known.map { "; did you mean '\($0)'?" } ?? ""),
        at: column.range,
        fixIts: known.map { [.init("write '\($0)'", replacing: column.range, with: $0)] } ?? []
      )
      return false
    }
    guard model.storage != .text else { return true }
    diagnostics.error(
      .searchColumn,
      "only text can be searched, and '\(column.value)' is not stored as text"
        + (texts.isEmpty ? "" : "; the columns of text are \(texts.joined(separator: ", "))"),
      at: column.range
    )
    return false
  }

  private mutating func weights(of search: SearchSyntax) -> [String: String] {
    var weights: [String: String] = [:]
    for (column, weight) in search.weights {
      if !search.columns.contains(where: { $0.value == column.value }) {
        let known = nearest(to: column.value, in: search.columns.map(\.value))
        diagnostics.error(
          .unknownColumn,
          "'\(column.value)' is no column of search '\(search.name.value)'"
            + (known.map { "; did you mean '\($0)'?" } ?? ""),
          at: column.range
        )
      }
      guard let number = Double(weight.value), number >= 0, number.isFinite,
        weight.value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
      else {
        diagnostics.error(
          .wrongShape,
          "a weight is a number that is not negative, such as 10 or 0.5, not '\(weight.value)'",
          at: weight.range
        )
        continue
      }
      weights[column.value] = "\(number)"
    }
    return weights
  }

  private mutating func reportUnknownTable(
    _ name: Located<String>,
    of search: SearchSyntax,
    _ models: [TableModel]
  ) {
    guard !faults.isOpen else { return }
    let known = nearest(to: name.value, in: models.map(\.name))
    diagnostics.error(
      .unknownTable,
      "search '\(search.name.value)' is over '\(name.value)', which is no table"
        + (known.map { "; did you mean '\($0)'?" } ?? ""),
      at: name.range,
      fixIts: known.map { [.init("write '\($0)'", replacing: name.range, with: $0)] } ?? []
    )
  }
}

extension SearchSyntax {
  var sqlSearchName: String { sqlName?.value ?? Identifier.lowercasingStart(of: name.value) }
}
