import StrataSchema

extension TypeInference {
  /// The type of an expression; parameters inside meet what stands beside them.
  mutating func type(of expression: SQLExpression) -> InferredType {
    switch expression {
    case .literal(let literal): return .init(literal: literal)
    case .column(let column): return type(of: column)
    case .parameter(let parameter): return parameters[parameter.name] ?? .unknown
    case .unary(let sign, let operand): return unary(sign, operand)
    case .chain(let first, let links): return chain(first, links)
    case .comparison(let sign, let left, let right): return comparison(sign, left, right)
    case .match(let sign, let value, let pattern, let escape):
      if sign == "like", escape == nil { remark(onLike: value, pattern) }
      return match(value, pattern, escape)
    case .isNull(let operand, _):
      _ = type(of: operand)
      if case .parameter(let parameter) = operand { nullTested.insert(parameter.name) }
      return .init(.bool)
    case .between(let value, let low, let high): return between(value, low, high)
    case .inList(let value, let list): return membership(of: value, in: list)
    case .inSelect(let value, let select, let isNegated):
      let left = type(of: value)
      let column = columns(of: select)?.first?.type ?? .unknown
      if isNegated { remark(onNotIn: value, column) }
      if case .expression(let expression, _, _) = select.first.results.first {
        compare(value, left, expression, column)
      }
      meet(value, column)
      return .init(.bool, isOptional: left.isOptional || column.isOptional)
    case .inTable(let value, let table, let range):
      _ = type(of: value)
      if case .row = value, !named.contains(where: { $0.name == table }),
        let relation = catalog[table]
      {
        let names = relation.columnNames.map(SQLText.quote).joined(separator: ", ")
        expand(
          range,
          to: relation.isOpen ? nil : "(SELECT \(names) FROM \(SQLText.quote(relation.sqlName)))"
        )
      }
      return .init(.bool, isOptional: true)
    case .inParameter(let value, let parameter):
      let type = type(of: value)
      meet(.parameter(parameter), type, .list)
      return .init(.bool, isOptional: type.isOptional)
    case .call(let call): return type(of: call)
    case .cast(let operand, let name):
      let type = type(of: operand)
      return .init(InferredType.castType(name), isOptional: type.isOptional)
    case .caseOf(let base, let branches, let otherwise):
      return caseOf(base, branches, otherwise)
    case .subquery(let select): return subquery(select)
    case .exists(let select):
      visitExistence(of: select)
      return .init(.bool)
    case .collate(let operand): return type(of: operand).computed
    case .row(let values):
      for value in values { _ = type(of: value) }
      return .unknown
    }
  }

  private mutating func unary(_ sign: String, _ operand: SQLExpression) -> InferredType {
    let type = type(of: operand)
    switch sign {
    case "not": return .init(.bool, isOptional: type.isOptional)
    case "~": return .init(.int, isOptional: type.isOptional)
    case "+": return type.computed
    default:
      // The least whole number is written as the negation of one that is too large.
      if sign == "-", case .literal(.integer(let digits)) = operand,
        SQLExpression.isInteger("-" + digits)
      {
        return .init(.int)
      }
      guard let number = type.number else { return .unknown }
      return .number(number, isOptional: type.isOptional)
    }
  }

  private mutating func chain(
    _ first: SQLExpression,
    _ links: [SQLExpression.Link]
  ) -> InferredType {
    var result = type(of: first)
    // What has been computed so far is no parameter.
    var left: SQLExpression? = first
    for link in links {
      result = binary(link.sign, left, result, link.operand)
      left = nil
    }
    return result
  }

  private mutating func binary(
    _ sign: String,
    _ left: SQLExpression?,
    _ first: InferredType,
    _ right: SQLExpression
  ) -> InferredType {
    let second = type(of: right)
    let isOptional = first.isOptional || second.isOptional
    switch sign {
    case "and", "or": return .init(.bool, isOptional: isOptional)
    case "||":
      if let left { meet(left, .init(.string), .text) }
      meet(right, .init(.string), .text)
      return .init(.string, isOptional: isOptional)
    case "->": return .init(.string, isOptional: true)
    case "->>": return .unknown
    case "&", "|", "<<", ">>": return .init(.int, isOptional: isOptional)
    case "/", "%":
      // Division by zero is NULL.
      calculate(left, first, right, second)
      let result = InferredType.arithmetic(first, second)
      return result.optional(isOptional || !second.isNonZeroLiteral)
    default:
      calculate(left, first, right, second)
      return .arithmetic(first, second)
    }
  }

  /// A parameter in arithmetic is a number as its neighbour is.
  private mutating func calculate(
    _ left: SQLExpression?,
    _ first: InferredType,
    _ right: SQLExpression,
    _ second: InferredType
  ) {
    if let left, let number = second.number {
      meet(left, .number(number, isOptional: false), .number)
    }
    if let number = first.number { meet(right, .number(number, isOptional: false), .number) }
  }

  /// Parameters that stand for one of several values are of their type.
  mutating func alternate(_ expressions: [SQLExpression], _ types: [InferredType]) {
    guard let known = types.first(where: { $0.type != nil }) else { return }
    for expression in expressions { meet(expression, known.computed.optional(false), .alternative) }
  }

  private mutating func comparison(
    _ sign: String,
    _ left: SQLExpression,
    _ right: SQLExpression
  ) -> InferredType {
    if case .row(let first) = left, case .row(let second) = right, first.count == second.count {
      var isOptional = false
      for (left, right) in zip(first, second) {
        isOptional = comparison(sign, left, right).isOptional || isOptional
      }
      return .init(.bool, isOptional: isOptional)
    }
    let first = type(of: left)
    let second = type(of: right)
    let kind: Meeting.Kind = sign == "is" ? .identity : .comparison
    if sign == "is" {
      for (operand, other) in [(left, second), (right, first)] where other.isNull {
        if case .parameter(let parameter) = operand { nullTested.insert(parameter.name) }
      }
    } else {
      for (operand, other) in [(left, second), (right, first)] where other.isNull {
        guard case .column(let column) = operand.uncollated else { continue }
        mismatches.append(
          Mismatch(
            range: column.range,
            message: "is compared with NULL, which nothing is equal to and nothing differs from;"
              + " write IS NULL or IS NOT NULL"
          )
        )
      }
    }
    if sign == "<" {
      useAsNumber(left, first)
      useAsNumber(right, second)
    }
    compare(left, first, right, second, isEquality: sign != "<")
    if sign == "=" {
      remark(onEqual: left, first, right, second)
      remark(onEqual: right, second, left, first)
    }
    meet(left, second, kind)
    meet(right, first, kind)
    return .init(.bool, isOptional: sign != "is" && (first.isOptional || second.isOptional))
  }

  private mutating func match(
    _ value: SQLExpression,
    _ pattern: SQLExpression,
    _ escape: SQLExpression?
  ) -> InferredType {
    let first = type(of: value)
    let second = type(of: pattern)
    let third = escape.map { type(of: $0) }
    meet(value, .init(.string), .pattern)
    meet(pattern, .init(.string), .pattern)
    if let escape { meet(escape, .init(.string), .pattern) }
    let isOptional = first.isOptional || second.isOptional || third?.isOptional == true
    return .init(.bool, isOptional: isOptional)
  }

  private mutating func between(
    _ value: SQLExpression,
    _ low: SQLExpression,
    _ high: SQLExpression
  ) -> InferredType {
    let type = type(of: value)
    let bounds = [self.type(of: low), self.type(of: high)]
    for (bound, boundType) in zip([low, high], bounds) {
      compare(value, type, bound, boundType, isEquality: false)
    }
    useAsNumber(value, type)
    meet(low, type)
    meet(high, type)
    meet(value, bounds.first { $0.type != nil } ?? .unknown)
    return .init(.bool, isOptional: type.isOptional || bounds.contains { $0.isOptional })
  }

  private mutating func membership(
    of value: SQLExpression,
    in list: [SQLExpression]
  ) -> InferredType {
    let type = type(of: value)
    let items = list.map { self.type(of: $0) }
    for (item, itemType) in zip(list, items) {
      compare(value, type, item, itemType)
      meet(item, type)
    }
    meet(value, items.first { $0.type != nil } ?? .unknown)
    return .init(.bool, isOptional: type.isOptional || items.contains { $0.isOptional })
  }

  private mutating func caseOf(
    _ base: SQLExpression?,
    _ branches: [SQLExpression.Branch],
    _ otherwise: SQLExpression?
  ) -> InferredType {
    let baseType = base.map { type(of: $0) }
    var results: [InferredType] = []
    for branch in branches {
      let when = type(of: branch.when)
      if let base, let baseType {
        compare(base, baseType, branch.when, when)
        meet(branch.when, baseType)
        meet(base, when)
      }
      results.append(type(of: branch.then))
    }
    results.append(otherwise.map { type(of: $0) } ?? .init(literal: .null))
    alternate(branches.map(\.then) + (otherwise.map { [$0] } ?? []), results)
    return .common(results)
  }

  private mutating func subquery(_ select: SelectStatement) -> InferredType {
    guard let column = columns(of: select)?.first else { return .unknown }
    return column.type.computed.optional(
      column.type.isOptional || !select.givesOneRow(catalog.aggregates)
    )
  }
}

extension SelectStatement {
  /// Whether it certainly gives one row and no more: an aggregate over everything, or a select from
  /// nothing.
  ///
  /// `aggregates` are those of the app, by folded names.
  func givesOneRow(_ aggregates: Set<String>) -> Bool {
    guard others.isEmpty, limit == nil, offset == nil, first.having == nil, first.groups.isEmpty
    else { return false }
    if first.from == nil, first.condition == nil, first.values.isEmpty { return true }
    return first.isAggregate(aggregates)
  }
}

extension InferredType {
  /// The type that a type name of CAST gives (https://sqlite.org/datatype3.html#affname).
  fileprivate static func castType(_ name: String) -> ValueType {
    let name = name.uppercased()
    if name.contains("INT") { return .int }
    if ["CHAR", "CLOB", "TEXT"].contains(where: name.contains) { return .string }
    if name.isEmpty || name.contains("BLOB") { return .data }
    return .double
  }
}
