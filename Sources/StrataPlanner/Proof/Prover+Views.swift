import StrataSQLite
import StrataSchema

extension Prover {
  /// Prepares and creates a view, and infers its columns; nil where that failed.
  mutating func prove(_ view: ViewModel) throws -> ProvedView? {
    let name = SQLTokenizer.fold(view.sqlName)
    guard let tokens = check(view.sql, as: .select) else {
      broken.insert(name)
      return nil
    }
    let select = SQLReader.select(tokens)
    let relations =
      select.map { $0.tables.sorted() } ?? tokens.compactMap(\.name).map(SQLTokenizer.fold)
    var text = SQLText()
    text.append(body: view.sql)
    do {
      let (statement, reads) = try database.prepareReading(text.sql)
      try database.execute(viewStatement(view).sql)
      let footprint = footprint(of: reads, tokens, naming: relations)
      viewFootprints[name] = footprint
      let before = diagnostics.all.count
      let isOpen = relations.contains { catalog[$0]?.isOpen == true }
      let isUncertain =
        isUncertain(tokens, reading: relations) || schema.faults.views.contains(view.name)
      let (columns, uncertain) = reporting(types: !isUncertain) {
        $0.proveColumns(of: view, select, statement, isOpen: isOpen)
      }
      catalog.add(view, columns: columns, uncertain: uncertain, isOpen: isOpen)
      if !isOpen { checkPrimaryKey(of: view, columns.map(\.name) + uncertain) }
      guard diagnostics.all.count == before, uncertain.isEmpty, !isUncertain else { return nil }
      return ProvedView(model: view, columns: columns, footprint: footprint)
    } catch {
      defer { broken.insert(name) }
      guard !relations.contains(where: broken.contains) else { return nil }
      if let unfinished = schema.views.first(where: { other in
        let other = SQLTokenizer.fold(other.sqlName)
        return relations.contains(other) && catalog[other] == nil
      }) {
        diagnostics.error(
          "circular-view",
          unfinished == view
            ? "the view '\(view.name)' reads itself"
            : "the views '\(view.name)' and '\(unfinished.name)' read each other",
          at: view.sql.range
        )
        return nil
      }
      try report(error, in: text, fragment: view.sql, at: view.range, reading: relations)
      return nil
    }
  }

  /// The columns of a view, and the names of those that nothing is known of.
  private mutating func proveColumns(
    of view: ViewModel,
    _ select: SelectStatement?,
    _ statement: SQLiteStatement,
    isOpen: Bool
  ) -> (columns: [ProvedColumn], uncertain: [String]) {
    var inference = TypeInference(catalog)
    var inferred = select.flatMap { inference.columns(of: $0) }
    if inferred?.count != statement.columnCount { inferred = nil }
    for column in inference.misused { reportDecimal(at: view.sql.range(ofUTF8: column.range)) }
    for mismatch in inference.mismatches { report(mismatch, in: view.sql) }
    var columns: [ProvedColumn] = []
    var uncertain: [String] = []
    var places: [SourceRange] = []
    for index in 0..<statement.columnCount {
      let result = inferred?[index]
      let place = result?.range.map { view.sql.range(ofUTF8: $0) } ?? view.sql.range
      let type = type(of: index, in: statement, inferred: result?.type)
      if type.type == nil, let range = result?.range,
        inference.misused.contains(where: { range.contains($0.range.lowerBound) })
      {
        uncertain.append(statement.columnName(index))
        continue
      }
      if let column = proveColumn(
        named: statement.columnName(index),
        of: view,
        type,
        at: place
      ) {
        columns.append(column)
        places.append(place)
      } else {
        uncertain.append(type.swiftName ?? statement.columnName(index))
      }
    }
    checkNames(of: columns, places, in: view)
    // A column may be the one that has yet to be named.
    let isNamed = uncertain.allSatisfy(Identifier.isValid)
    for declared in view.columns where !columns.contains(where: { declared.names($0) }) {
      guard isNamed, !isOpen, !uncertain.contains(declared.name.value) else { continue }
      var message = "the view '\(view.name)' gives no column '\(declared.name.value)'"
      if let near = nearest(to: declared.name.value, in: columns.map(\.name)) {
        message += "; did you mean '\(near)'?"
      }
      diagnostics.error("unknown-column", message, at: declared.name.range)
    }
    return (columns, uncertain)
  }

  /// What was inferred, held against the column that SQLite says is shown.
  private func type(
    of index: Int,
    in statement: SQLiteStatement,
    inferred: InferredType?
  ) -> InferredType {
    let inferred = inferred ?? .unknown
    guard let origin = statement.columnOrigin(index),
      let relation = catalog[SQLTokenizer.fold(origin.table)],
      let column = relation.columns.first(where: { $0.name == SQLTokenizer.fold(origin.column) })
    else { return inferred }
    guard inferred.type == column.type.type, inferred.storage == column.type.storage else {
      return column.type.computed.optional()
    }
    return inferred
  }

  private mutating func proveColumn(
    named sqlName: String,
    of view: ViewModel,
    _ type: InferredType,
    at place: SourceRange
  ) -> ProvedColumn? {
    var name = sqlName
    if let swiftName = type.swiftName { name = swiftName }
    guard Identifier.isValid(name), !Identifier.recordMembers.contains(name) else {
      diagnostics.error(
        "unnamed-column",
        "the column '\(sqlName)' of the view '\(view.name)' cannot be a name in Swift;"
          + " name it with AS",
        at: place
      )
      return nil
    }
    let declared = view.columns.first { $0.name.value == name || $0.name.value == sqlName }
    if let declared {
      guard type.canBeRead(as: declared.type) else {
        diagnostics.error(
          "type-mismatch",
          "'\(sqlName)' is \(type.spelling), which cannot be read as"
            + " \(declared.type.type.swiftSpelling)",
          at: declared.type.range
        )
        return nil
      }
      let storage = type.type == declared.type.type ? type.storage : declared.type.storage
      return ProvedColumn(
        name: name,
        sqlName: sqlName,
        type: declared.type.type,
        isOptional: declared.type.isOptional,
        storage: storage
      )
    }
    guard let valueType = type.type else {
      diagnostics.error(
        "unknown-type",
        "the type of '\(sqlName)' cannot be known from the SQL; declare it in the view '\(view.name)'"
          + " under columns:, such as 'columns: {\(name): Int?}'",
        at: place
      )
      return nil
    }
    return ProvedColumn(
      name: name,
      sqlName: sqlName,
      type: valueType,
      isOptional: type.isOptional,
      storage: type.storage
    )
  }

  mutating func report(_ mismatch: TypeInference.Mismatch, in fragment: SQLFragment) {
    let column = String(decoding: Array(fragment.text.utf8)[mismatch.range], as: UTF8.self)
    diagnostics.error(
      "never-compares",
      "'\(column)' \(mismatch.message)",
      at: fragment.range(ofUTF8: mismatch.range)
    )
  }

  mutating func reportDecimal(at range: SourceRange) {
    diagnostics.error(
      "decimal-as-number",
      "a Decimal stored as text has no order and no sum in SQL; store it with 'stored: real'",
      at: range
    )
  }

  private mutating func checkNames(
    of columns: [ProvedColumn],
    _ places: [SourceRange],
    in view: ViewModel
  ) {
    var seen: [String: Int] = [:]
    for (index, column) in columns.enumerated() {
      for name in Set([column.name, SQLTokenizer.fold(column.sqlName)]).sorted() {
        guard let first = seen[name], first != index else {
          seen[name] = index
          continue
        }
        diagnostics.error(
          "duplicate-column",
          "the view '\(view.name)' gives two columns named '\(column.name)'; name one with AS",
          at: places[index],
          notes: [.init("the first is here", at: places[first])]
        )
        break
      }
    }
  }

  private mutating func checkPrimaryKey(of view: ViewModel, _ columns: [String]) {
    for key in view.primaryKey where !columns.contains(key.value) {
      var message = "the view '\(view.name)' has no column '\(key.value)'"
      if let near = nearest(to: key.value, in: columns) {
        message += "; did you mean '\(near)'?"
      }
      diagnostics.error("unknown-column", message, at: key.range)
    }
  }
}

extension DeclaredColumn {
  fileprivate func names(_ column: ProvedColumn) -> Bool {
    name.value == column.name || name.value == column.sqlName
  }
}
