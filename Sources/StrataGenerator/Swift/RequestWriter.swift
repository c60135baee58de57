import StrataPlanner
import StrataSchema

/// Writes a request: its parameters, its SQL, and what it reads.
struct RequestWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var request: ProvedRequest
  /// The number of columns of each table, by its SQL name.
  var columnCounts: [String: Int]

  var declaration: SwiftDeclaration {
    let order = OrderWriter(types: types, access: access, request: request, footprint: footprint)
    let parameters = ParameterWriter(
      types: types,
      access: access,
      parameters: request.parameters,
      order: order.property
    )
    var members = head + [order.type].compactMap(\.self)
    members += parameters.declarations
    if request.orders.isEmpty { members.append(definition) }
    members += order.definitions
    members += parameters.binding
    members += reading
    members += VariantWriter(access: access, request: request.model).declarations
    return SwiftDeclaration(
      .conforming(
        "\(access)struct \(name: request.typeName)",
        [conformance] + order.conformances
      ),
      documentation: SwiftDocumentation(
        request.model.doc,
        else: "The request `\(request.model.name.value)`\(place)."
      ),
      members: members
    )
  }

  private var place: String {
    request.model.sql == nil ? request.source.map { " on `\($0)`" } ?? "" : ""
  }

  private var conformance: SwiftCode {
    switch request.result {
    case .many: RuntimeNames.manyRequest
    case .first: RuntimeNames.firstRequest
    case .count: RuntimeNames.countRequest
    case .exists: RuntimeNames.existsRequest
    case .value: RuntimeNames.valueRequest
    }
  }

  private var head: [SwiftDeclaration] {
    switch request.result {
    case .many, .first:
      [types.rowAlias(access, record: request.source, row: request.row)].compactMap(\.self)
    case .value(let column):
      [SwiftDeclaration("\(access)typealias Value =" + .softBreak + valueType(column))]
    case .count, .exists: []
    }
  }

  private var footprint: SwiftCode {
    let reads = request.footprint.tables.map { table in
      // All columns are the whole table, which takes fewer words.
      let isWhole = table.columns.count == columnCounts[table.name]
      return (name: table.name, columns: isWhole ? [] : table.columns)
    }
    return .footprint(reads)
  }

  private var definition: SwiftDeclaration {
    let arguments: [SwiftCode] = [.sql(request.sql), "reads: " + footprint]
    return SwiftDeclaration(
      "\(access)static let \(RuntimeNames.definition): \(RuntimeNames.requestDefinition) = .init\(arguments: arguments)"
    )
  }

  private func valueType(_ column: ProvedColumn) -> SwiftCode {
    types.type(column.type, isOptional: column.isOptional && request.model.defaultValue == nil)
  }

  /// How `returns: value` reads its column, and what it gives where there is no row.
  private var reading: [SwiftDeclaration] {
    guard case .value(let column) = request.result else { return [] }
    var read = column.access
    var expression = read.reading(0)
    var withoutRow: SwiftDeclaration?
    if let value = types.argument(
      request.model.defaultValue,
      of: column.type,
      isOptional: false
    ) {
      // The default also stands for NULL.
      read.isOptional = true
      expression = read.reading(0) + " ?? \(RuntimeNames.valueWithoutRow)"
      withoutRow = SwiftDeclaration(
        "\(access)static var \(RuntimeNames.valueWithoutRow): \(valueType(column))",
        body: .expression(value)
      )
    }
    let function = SwiftDeclaration(
      "\(access)static func read(_ row: \(RuntimeNames.rowReader)) throws -> \(valueType(column))",
      statements: [expression]
    )
    return [function] + [withoutRow].compactMap(\.self)
  }
}

extension SwiftCode {
  /// SQL as a literal: on one line where it has one, else as it is written.
  static func sql(_ text: String) -> SwiftCode {
    text.contains("\n")
      ? SwiftCode(pieces: [.lines(SwiftLiteral.lines(text))]) : SwiftCode(literal: text)
  }
}
