import StrataSchema

extension TypeInference {
  /// The type of a call; aggregates see rows, everything else may see none.
  mutating func type(of call: SQLExpression.Call) -> InferredType {
    guard call.isAggregate(catalog.aggregates), call.window == nil, let top = frames.indices.last
    else {
      return visit(call)
    }
    let isRowMissing = frames[top].isRowMissing
    frames[top].isRowMissing = false
    defer { frames[top].isRowMissing = isRowMissing }
    return visit(call)
  }

  private mutating func visit(_ call: SQLExpression.Call) -> InferredType {
    let arguments = call.arguments.map { type(of: $0) }
    if ["sum", "total", "avg", "min", "max"].contains(call.name) {
      for (expression, type) in zip(call.arguments, arguments) { useAsNumber(expression, type) }
    }
    meetArguments(of: call, arguments)
    for expression in call.order { _ = type(of: expression) }
    if let filter = call.filter { _ = type(of: filter) }
    for expression in call.window?.expressions ?? [] { _ = type(of: expression) }
    // What the app declares takes the place of SQLite's own.
    if let declared = catalog.type(ofFunction: call.name, argumentCount: arguments.count) {
      return declared
    }
    if call.isAggregate(catalog.aggregates) || call.window != nil {
      if let type = aggregate(call, arguments) { return type }
    }
    return FunctionTypes.type(of: call.name, arguments)
  }

  /// What parameters among the arguments of a function are.
  private mutating func meetArguments(
    of call: SQLExpression.Call,
    _ types: [InferredType]
  ) {
    switch call.name {
    case "coalesce", "ifnull":
      guard let known = types.first(where: { $0.type != nil }) else { return }
      for (index, argument) in call.arguments.enumerated() {
        // What stands before others is there to be NULL.
        let isLast = index == call.arguments.count - 1
        meet(argument, known.computed.optional(!isLast), .alternative)
      }
    case "nullif", "lag", "lead":
      if call.name != "nullif", call.arguments.count > 1 {
        meet(call.arguments[1], .init(.int), .number)
      }
      alternate(call.name == "nullif" ? call.arguments : Array(call.arguments.dropFirst(2)), types)
    case "iif", "if": alternate(Array(call.arguments.dropFirst()), Array(types.dropFirst()))
    case "min", "max": alternate(call.arguments, types)
    default:
      if let index = FunctionTypes.dateArguments[call.name], index < types.count,
        DateForm.readsDate(types.dropFirst(index + 1))
      {
        meet(call.arguments[index], .init(.date), .text)
      }
      for (index, argument) in call.arguments.enumerated() {
        guard let parameter = FunctionTypes.parameter(index, of: call.name) else { continue }
        meet(argument, .init(parameter), parameter == .string ? .text : .number)
      }
    }
  }

  /// Whether a window surely holds the row itself, also as WINDOW says it.
  private func holdsOwnRow(_ window: SQLExpression.Window) -> Bool {
    guard window.holdsOwnRow, let base = window.base else { return window.holdsOwnRow }
    guard let named = frames.last?.windows.first(where: { $0.name == base })?.window,
      named.base != base
    else { return false }
    return holdsOwnRow(named)
  }

  private func aggregate(
    _ call: SQLExpression.Call,
    _ arguments: [InferredType]
  ) -> InferredType? {
    let argument = arguments.first ?? .unknown
    let isEmpty =
      call.filter != nil
      || (call.window.map { !holdsOwnRow($0) } ?? (frames.last?.isGrouped != true))
    let isOptional = isEmpty || argument.isOptional
    switch call.name {
    case "count", "row_number", "rank", "dense_rank", "ntile": return .init(.int)
    case "percent_rank", "cume_dist", "total": return .init(.double)
    case "avg": return .init(.double, isOptional: isOptional)
    case "sum":
      guard let number = argument.number else { return .unknown }
      return .number(number, isOptional: isOptional)
    case "min", "max", "first_value", "last_value":
      return argument.computed.optional(isOptional)
    case "group_concat", "string_agg": return .init(.string, isOptional: isOptional)
    case "json_group_array", "json_group_object": return .init(.string)
    case "lag", "lead":
      // What stands in for a row that is not there is given as it is.
      guard arguments.count == 3 else { return argument.computed.optional() }
      let type = InferredType.common(argument, arguments[2])
      guard case .integer = arguments[1].literal else { return type.optional() }
      return type
    case "nth_value": return argument.computed.optional()
    default: return nil
    }
  }
}

extension SQLExpression.Call {
  /// Whether it sums up many rows; `min` and `max` do so with one argument only.
  ///
  /// `aggregates` are those of the app, by folded names.
  func isAggregate(_ aggregates: Set<String>) -> Bool {
    switch name {
    case "min", "max": arguments.count == 1
    case "count", "sum", "total", "avg", "group_concat", "string_agg", "json_group_array",
      "json_group_object", "jsonb_group_array", "jsonb_group_object", "median", "percentile":
      true
    default: aggregates.contains(name)
    }
  }
}

extension SQLExpression {
  /// Whether it holds an aggregate of the select that it stands in.
  func isAggregate(_ aggregates: Set<String>) -> Bool {
    if case .call(let call) = self, call.isAggregate(aggregates), call.window == nil { return true }
    return children.contains { $0.isAggregate(aggregates) }
  }
}

extension SelectStatement.Core {
  func isAggregate(_ aggregates: Set<String>) -> Bool {
    if let having, having.isAggregate(aggregates) { return true }
    return results.contains {
      if case .expression(let expression, _, _) = $0 {
        expression.isAggregate(aggregates)
      } else {
        false
      }
    }
  }
}
