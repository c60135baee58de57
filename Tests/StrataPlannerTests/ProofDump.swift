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
      text += "\nrequest \(request.typeName) on \(request.source)\n  \(request.sql)\n"
      for parameter in request.parameters {
        let type = ProofDump.describe(parameter.type, parameter.isOptional)
        text += "  parameter \(parameter.name): \(type) (\(parameter.storage))\n"
      }
      switch request.result {
      case .value(let column): text += "  gives \(ProofDump.describe(column))\n"
      default: text += "  gives \(request.result)\n"
      }
      text += "  reads \(ProofDump.describe(request.footprint))\n"
    }
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
      default: "\(type)"
      }
    return name + (isOptional ? "?" : "")
  }

  private static func describe(_ footprint: Footprint) -> String {
    let tables = footprint.tables.map { "\($0.name)(\($0.columns.joined(separator: ", ")))" }
    return tables.joined(separator: " ")
  }
}
