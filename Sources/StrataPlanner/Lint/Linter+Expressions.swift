import StrataSchema

extension Linter {
  /// Warns of comparisons in requests, statements, views and conditions.
  mutating func checkExpressions() {
    for view in schema.views { check(view.sql) { $0.visit(select: $1) } }
    for request in proof.requests {
      if let sql = request.model.sql {
        check(sql, request.parameters) { $0.visit(select: $1) }
      } else {
        checkClauses(of: request)
      }
    }
    for statement in proof.statements {
      let sql = statement.model.sql
      check(sql, statement.parameters) { inference, tokens in
        guard let write = SQLReader.write(tokens) else { return }
        _ = inference.columns(of: write)
      }
    }
    for table in schema.tables {
      let conditions = table.columns.compactMap(\.check) + table.checks.map(\.sql)
      for sql in conditions + table.indexes.compactMap(\.condition) {
        check(sql, on: table.sqlName, [])
      }
    }
  }

  private mutating func checkClauses(of request: ProvedRequest) {
    guard let source = request.source else { return }
    let name =
      tables[source]?.sqlName ?? schema.views.first { $0.name == source }?.sqlName ?? source
    for sql in [request.model.condition, request.model.value].compactMap(\.self) {
      check(sql, on: name, request.parameters)
    }
  }

  /// Checks an expression over one table or view.
  private mutating func check(
    _ sql: SQLFragment,
    on name: String,
    _ parameters: [ProvedParameter]
  ) {
    let relation = catalog[SQLTokenizer.fold(name)]
    check(sql, parameters) { inference, tokens in
      guard let relation, let expression = SQLReader.expression(tokens) else { return }
      inference.frames = [TypeInference.Frame(reading: relation)]
      _ = inference.type(of: expression)
    }
  }

  private mutating func check(
    _ sql: SQLFragment,
    _ parameters: [ProvedParameter] = [],
    _ visit: (inout TypeInference, [SQLToken]) -> Void
  ) {
    var inference = TypeInference(catalog, parameters: ParameterResolution.types(of: parameters))
    visit(&inference, SQLTokenizer.tokens(of: sql.text))
    for remark in inference.remarks { report(remark, in: sql) }
  }

  private mutating func report(_ remark: TypeInference.Remark, in sql: SQLFragment) {
    let place = sql.range(ofUTF8: remark.range)
    let written = String(decoding: Array(sql.text.utf8)[remark.range], as: UTF8.self)
    switch remark.kind {
    case .doubleEquality:
      diagnostics.warning(
        "double-equality",
        "'\(written)' is a Double, which is seldom equal to a number that was computed another way;"
          + " ask with BETWEEN",
        at: place
      )
    case .nullAfterNotIn:
      diagnostics.warning(
        "null-after-not-in",
        "NOT IN holds for no row at all where the SELECT gives a NULL, as this one may; leave NULL"
          + " out with IS NOT NULL, or ask with NOT EXISTS",
        at: place
      )
    case .like(let table, let column):
      guard let index = caseSensitiveIndex(of: column, in: table) else { return }
      diagnostics.warning(
        "like-without-index",
        "LIKE takes no notice of case, so that \(index) does not serve it; index"
          + " '\(written) collate nocase', or ask with GLOB",
        at: place
      )
    }
  }

  /// What of a column is indexed so that LIKE cannot use it, where nothing else is
  /// (https://sqlite.org/optoverview.html#the_like_optimization).
  private func caseSensitiveIndex(of name: String, in relation: String) -> String? {
    guard let table = schema.tables.first(where: { SQLTokenizer.fold($0.sqlName) == relation }),
      let column = table.columns.first(where: { SQLTokenizer.fold($0.sqlName) == name }),
      column.collation.map({ SQLTokenizer.fold($0.value) }) != "nocase"
    else { return nil }
    let entries = table.indexes.map { index in
      (index.entries.first?.text ?? "", "the index '\(index.name.value)'")
    }
    let firsts = entries.map { entry, what in
      (SQLTokenizer.tokens(of: entry).filter { $0.kind != .comment }, what)
    }
    .filter { $0.0.first?.folded == name }
    guard !firsts.contains(where: { $0.0.contains { $0.isWord("nocase") } }) else { return nil }
    return firsts.first?.1 ?? (column.isUnique ? "the index of 'unique'" : nil)
  }
}

extension TypeInference {
  fileprivate mutating func visit(select tokens: [SQLToken]) {
    guard let select = SQLReader.select(tokens) else { return }
    _ = columns(of: select)
  }
}
