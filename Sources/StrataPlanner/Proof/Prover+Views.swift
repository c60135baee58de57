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
      try database.execute(viewStatement(view, stars).sql)
      let before = diagnostics.all.count
      let isOpen = relations.contains { catalog[$0]?.isOpen == true }
      let isUncertain =
        isUncertain(tokens, reading: relations) || schema.faults.views.contains(view.name)
      let (columns, uncertain, joined) = reporting(types: !isUncertain) {
        $0.proveColumns(of: view, select, statement, isOpen: isOpen)
      }
      let footprint = footprint(of: reads, tokens, naming: relations, joining: joined)
      viewFootprints[name] = footprint
      catalog.add(
        view,
        columns: columns,
        uncertain: uncertain,
        order: statement.columnNames,
        isOpen: isOpen
      )
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
      try reportAll(error, in: text, fragment: view.sql, at: view.range, reading: relations) {
        database,
        sql in _ = try database.prepareReading(sql)
      }
      return nil
    }
  }

  /// The columns of a view, the names of those that nothing is known of, and the columns of tables
  /// that it joins without naming them; the latter are nil where they are not known.
  private mutating func proveColumns(
    of view: ViewModel,
    _ select: SelectStatement?,
    _ statement: SQLiteStatement,
    isOpen: Bool
  ) -> (columns: [ProvedColumn], uncertain: [String], joined: Set<ProofDatabase.Read>?) {
    var inference = TypeInference(catalog)
    var inferred = select.flatMap { inference.columns(of: $0) }
    if inferred?.count != statement.columnCount { inferred = nil }
    for column in inference.misused { reportDecimal(at: view.sql.range(ofUTF8: column.range)) }
    for mismatch in inference.mismatches { report(mismatch, in: view.sql) }
    let owner = ColumnOwner(
      what: "view '\(view.name)'",
      sql: view.sql,
      declared: view.columns,
      takenNames: Identifier.recordMembers
    )
    let (columns, uncertain) = proveColumns(
      of: owner,
      results(of: statement, inferred),
      misused: inference.misused
    )
    checkNames(of: columns, in: owner)
    if !isOpen { checkDeclared(owner, columns.map(\.column), uncertain) }
    let joined = inferred == nil ? nil : inference.joinedColumns
    return (columns.map(\.column), uncertain, joined)
  }

  mutating func report(_ mismatch: TypeInference.Mismatch, in fragment: SQLFragment) {
    let column = String(decoding: Array(fragment.text.utf8)[mismatch.range], as: UTF8.self)
    diagnostics.error(
      "never-compares",
      "\(mismatch.subject ?? "'\(column)'") \(mismatch.message)",
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

  private mutating func checkPrimaryKey(of view: ViewModel, _ columns: [String]) {
    for key in view.primaryKey where !columns.contains(key.value) {
      reportUnknown(key, "the view '\(view.name)' has", columns)
    }
  }

  mutating func reportUnknown(
    _ name: Located<String>,
    _ subject: String,
    _ columns: [String]
  ) {
    let near = nearest(to: name.value, in: columns)
    diagnostics.error(
      "unknown-column",
      "\(subject) no column '\(name.value)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      at: name.range,
      fixIts: near.map { [.init("write '\($0)'", replacing: name.range, with: $0)] } ?? []
    )
  }
}
