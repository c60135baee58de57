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
    let properties = request.parameters.map(property)
    var members = head
    members += properties.map { $0.declaration(access) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members.append(definition)
    if !properties.isEmpty { members.append(binding(properties)) }
    members += reading
    return SwiftDeclaration(
      .conforming("\(access)struct \(name: request.typeName)", [conformance]),
      documentation: SwiftDocumentation(
        request.model.doc,
        else: "The request `\(request.model.name.value)` on `\(request.source)`."
      ),
      members: members
    )
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
      [SwiftDeclaration("\(access)typealias Row =" + .softBreak + types.reference(request.source))]
    case .value(let column):
      [SwiftDeclaration("\(access)typealias Value =" + .softBreak + valueType(column))]
    case .count, .exists: []
    }
  }

  private func property(_ parameter: ProvedParameter) -> SwiftProperty {
    SwiftProperty(
      name: parameter.name,
      type: types.type(parameter.type, isOptional: parameter.isOptional),
      isOptional: parameter.isOptional,
      defaultValue: defaultValue(
        parameter.defaultValue,
        of: parameter.type,
        isOptional: parameter.isOptional
      )
    )
  }

  /// A default as an expression: in a request Swift evaluates all of them.
  private func defaultValue(
    _ value: ColumnModel.DefaultValue?,
    of type: ValueType,
    isOptional: Bool
  ) -> SwiftCode? {
    value == .now ? ".now" : types.defaultValue(value, of: type, isOptional: isOptional)
  }

  private var definition: SwiftDeclaration {
    let reads: [SwiftCode] = request.footprint.tables.map { table in
      // All columns are the whole table, which takes fewer words.
      let isWhole = table.columns.count == columnCounts[table.name]
      return "\(literal: table.name): " + .array(ofLiterals: isWhole ? [] : table.columns)
    }
    let footprint: SwiftCode = reads.isEmpty ? "[:]" : .list("[", reads, "]", .literal)
    let arguments: [SwiftCode] = [.sql(request.sql), "reads: " + footprint]
    return SwiftDeclaration(
      "\(access)static let \(RuntimeNames.definition): \(RuntimeNames.requestDefinition) = .init\(arguments: arguments)"
    )
  }

  private func binding(_ properties: [SwiftProperty]) -> SwiftDeclaration {
    SwiftDeclaration(
      "\(access)func \(RuntimeNames.bind)",
      statements: zip(request.parameters, properties).enumerated().map { index, pair in
        pair.0.access.binding(index, pair.1.expression)
      }
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
    if let value = defaultValue(
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
