import StrataPlanner
import StrataSchema

/// A proof as text that people can read and compare.
struct ProofDump {
  private(set) var text = ""

  init(_ proof: Proof) {
    text += "schema \(proof.schemaHash)\n"
    for statement in proof.creation { text += "\n" + statement + ";\n" }
    for view in proof.views {
      text += "\nview \(view.model.name)\n"
      for column in view.columns { text += "  \(ProofDump.describe(column))\n" }
      text += "  reads \(ProofDump.describe(view.footprint))\n"
    }
    for request in proof.requests {
      text += "\nrequest \(request.typeName)" + (request.source.map { " on \($0)" } ?? "") + "\n"
      text += "  \(request.sql)\n"
      text += ProofDump.describe(request.parameters)
      switch request.result {
      case .value(let column): text += "  gives \(ProofDump.describe(column))\n"
      default: text += "  gives \(request.result)\n"
      }
      if let row = request.row { text += ProofDump.describe(row) }
      text += "  reads \(ProofDump.describe(request.footprint))\n"
      for order in request.orders { text += "  order \(order.name)\n    \(order.sql)\n" }
      for page in request.pages {
        text += "  page with \(page.keyCount) keys\n    \(page.first)\n    \(page.next)\n"
      }
    }
    for statement in proof.statements {
      text += "\nstatement \(statement.typeName)\n  \(statement.sql)\n"
      text += ProofDump.describe(statement.parameters)
      switch statement.result {
      case .lastID(let key): text += "  gives \(ProofDump.describe(key))\n"
      default: text += "  gives \(statement.result)\(statement.source.map { " of \($0)" } ?? "")\n"
      }
      if let row = statement.row { text += ProofDump.describe(row) }
    }
  }

  private static func describe(_ parameters: [ProvedParameter]) -> String {
    parameters.map { parameter in
      let element = describe(parameter.type, parameter.isOptional)
      let type = parameter.isList ? "[\(element)]" : element
      return "  parameter \(parameter.name): \(type) (\(parameter.storage))\n"
    }.joined()
  }

  private static func describe(_ row: ProvedRow) -> String {
    let parts = row.parts.map { part in
      switch part {
      case .column(let column, let index): "\(index) \(describe(column))"
      case .record(let part):
        "\(part.name): \(part.record)\(part.isOptional ? "?" : "")"
          + " at \(part.indexes.map(String.init).joined(separator: " "))"
          + (part.isOptional ? " unless \(part.absence) NULL" : "")
      }
    }
    return "  row \(row.typeName)\n" + parts.map { "    \($0)\n" }.joined()
  }

  private static func describe(_ column: ProvedColumn) -> String {
    let name = column.name == column.sqlName ? column.name : "\(column.name) (\(column.sqlName))"
    return "\(name): \(describe(column.type, column.isOptional)) (\(column.storage))"
  }

  private static func describe(_ type: ValueType, _ isOptional: Bool) -> String {
    let name =
      switch type {
      case .enumeration(let name): name
      case .id(let table, _): table + ".ID"
      case .app(let name, _), .structure(let name): name
      case .array(let element, let isOptional): "[\(describe(element, isOptional))]"
      case .dictionary(let element, let isOptional): "[String: \(describe(element, isOptional))]"
      default: "\(type)"
      }
    return name + (isOptional ? "?" : "")
  }

  private static func describe(_ footprint: Footprint) -> String {
    let tables = footprint.tables.map { "\($0.name)(\($0.columns.joined(separator: ", ")))" }
    return tables.joined(separator: " ")
  }
}
