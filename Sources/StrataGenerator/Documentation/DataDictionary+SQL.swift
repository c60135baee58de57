import StrataPlanner
import StrataSchema

// Views, requests, statements, and what else is SQL.
extension DataDictionary {
  mutating func write(_ view: ProvedView) {
    heading(3, view.model.name, anchor: "view")
    doc(view.model.doc)
    paragraph("In SQL \(MarkdownText.code(view.model.sqlName)).")
    block(
      MarkdownText.table(
        ["column", "type", "NULL"],
        view.columns.map { column in
          let type = column.type.spelling(column.isOptional, column.storage)
          return [
            MarkdownText.code(column.name), MarkdownText.code(type),
            column.isOptional ? "yes" : "no",
          ]
        }
      )
    )
    block(MarkdownText.block(view.model.sql.text, "sql"))
    let reads = names.reads[view.model.name]?.reads ?? []
    list("Reads", reads.map { access($0.name, $0.columns) })
    list("Requests", view.model.requests.map { request(named: $0.name.value) })
  }

  mutating func write(_ request: Explanation.Request) {
    heading(3, request.name, anchor: "request")
    doc(names.docs[request.name])
    let source = request.source.map { name in
      let view = names.views[name]
      if let collection = view?.collection { return " on \(link("collection", collection))" }
      return " on \(link(view == nil ? "table" : "view", name))"
    }
    paragraph(
      "Gives \(MarkdownText.code(request.result.type))\(source ?? ""): "
        + "\(MarkdownText.line(request.result.reason))."
    )
    write(parameters: request.parameters, columns: request.columns)
    block(MarkdownText.block(request.sql, "sql"))
    list("Reads", request.reads.map { access($0.name, $0.columns) })
  }

  mutating func write(_ statement: Explanation.Statement) {
    heading(3, statement.name, anchor: "statement")
    let proved = names.statements[statement.name]
    doc(proved?.model.doc)
    paragraph(proved.map { "Gives \(result(of: $0))." })
    write(parameters: statement.parameters, columns: statement.columns)
    block(MarkdownText.block(statement.sql, "sql"))
    list(
      "Writes",
      statement.writes.map { write in
        "\(write.action) \(access(write.table, write.columns))"
          + (write.cause.map { ", by \(MarkdownText.line($0))" } ?? "")
      }
    )
    paragraph(statement.conflict.map { "In a conflict: \(MarkdownText.line($0))." })
  }

  private func result(of statement: ProvedStatement) -> String {
    let row = statement.source ?? statement.row?.typeName ?? "Row"
    return switch statement.result {
    case .changes: "the number of changed rows"
    case .lastID(let column):
      "\(MarkdownText.code(column.type.spelling(column.isOptional, column.storage))), the key of the"
        + " inserted row"
    case .many: MarkdownText.code("[\(row)]")
    case .first: MarkdownText.code("\(row)?")
    }
  }

  private mutating func write(parameters: [Explanation.Value], columns: [Explanation.Value]) {
    for (title, values) in [("parameter", parameters), ("column", columns)] {
      block(
        MarkdownText.table(
          [title, "type", "known from"],
          values.map {
            [
              MarkdownText.code($0.name ?? ""), MarkdownText.code($0.type),
              MarkdownText.line($0.reason),
            ]
          }
        )
      )
    }
  }

  private func access(_ table: String, _ columns: [String]) -> String {
    MarkdownText.code(table) + (columns.isEmpty ? "" : ": \(codes(columns))")
  }

  mutating func write(_ trigger: TriggerModel) {
    heading(3, trigger.name.value)
    block(MarkdownText.block(trigger.sql.text, "sql"))
  }

  mutating func write(_ function: FunctionModel) {
    heading(3, function.name.value)
    let count = function.argumentCount.map(String.init) ?? "any number of"
    let returns = function.returns.map { type in
      ", returns \(MarkdownText.code(type.type.spelling(type.isOptional, type.storage)))"
    }
    paragraph(
      "Takes \(count) \(function.argumentCount == 1 ? "argument" : "arguments")\(returns ?? "")"
        + (function.isDeterministic ? ", deterministic" : "")
        + (function.isAggregate ? ", an aggregate" : "") + "."
    )
  }
}
