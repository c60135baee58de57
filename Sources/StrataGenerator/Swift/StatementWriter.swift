import StrataPlanner
import StrataSchema

/// Writes a statement: its parameters and its SQL.
struct StatementWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var statement: ProvedStatement

  var declaration: SwiftDeclaration {
    let parameters = ParameterWriter(
      types: types,
      access: access,
      parameters: statement.parameters
    )
    let definition = SwiftDeclaration(
      "\(access)static let \(RuntimeNames.definition): \(RuntimeNames.statementKey) = .init\(arguments: [.sql(statement.sql)])"
    )
    let members = head + parameters.declarations + [definition] + parameters.binding
    return SwiftDeclaration(
      .conforming("\(access)struct \(name: statement.typeName)", [conformance]),
      documentation: SwiftDocumentation(
        statement.model.doc,
        else: "The statement `\(statement.model.name.value)`."
      ),
      members: members
    )
  }

  private var conformance: SwiftCode {
    switch statement.result {
    case .changes: RuntimeNames.changesStatement
    case .lastID(let key):
      key.isOptional ? RuntimeNames.possibleLastIDStatement : RuntimeNames.lastIDStatement
    case .many: RuntimeNames.manyStatement
    case .first: RuntimeNames.firstStatement
    }
  }

  private var head: [SwiftDeclaration] {
    switch statement.result {
    case .changes: []
    case .lastID(let key):
      [
        SwiftDeclaration(
          "\(access)typealias ID =" + .softBreak + types.type(key.type, isOptional: false)
        )
      ]
    case .many, .first:
      [types.rowAlias(access, record: statement.source, row: statement.row)].compactMap(\.self)
    }
  }
}
