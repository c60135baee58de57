/// A declaration: what is said about it, how it begins, and what is in its braces.
struct SwiftDeclaration: Hashable, Sendable {
  indirect enum Body: Hashable, Sendable {
    /// No braces: a stored property, a case, a type alias.
    case none
    /// One expression, which stays on the line of its header where there is room.
    case expression(SwiftCode)
    case statements([SwiftCode])
    case members([SwiftDeclaration])
  }

  var documentation: SwiftDocumentation?
  var header: SwiftCode
  var body: Body

  init(_ header: SwiftCode, documentation: SwiftDocumentation? = nil, body: Body = .none) {
    self.documentation = documentation
    self.header = header
    self.body = body
  }

  init(
    _ header: SwiftCode,
    documentation: SwiftDocumentation? = nil,
    members: [SwiftDeclaration]
  ) {
    self.init(header, documentation: documentation, body: .members(members))
  }

  init(
    _ header: SwiftCode,
    documentation: SwiftDocumentation? = nil,
    statements: [SwiftCode]
  ) {
    self.init(header, documentation: documentation, body: .statements(statements))
  }
}

extension SwiftDeclaration {
  /// Appends declarations, with an empty line around those that take more than one line; `depth`
  /// braces are open around them.
  static func print(_ declarations: [SwiftDeclaration], into lines: inout [String], depth: Int) {
    var followsSeveralLines = false
    for (index, declaration) in declarations.enumerated() {
      let start = lines.count
      declaration.documentation?.print(into: &lines, depth: depth)
      let codeStart = lines.count
      declaration.printCode(into: &lines, depth: depth)
      let hasSeveralLines = lines.count > codeStart + 1
      if index > 0, hasSeveralLines || followsSeveralLines { lines.insert("", at: start) }
      followsSeveralLines = hasSeveralLines
    }
  }

  private func printCode(into lines: inout [String], depth: Int) {
    let width = SwiftLayout.lineLength - SwiftLayout.indentation.utf8.count * depth
    switch body {
    case .none:
      lines.append(SwiftLayout.lines(header, width: width), depth: depth)
    case .expression(let expression):
      lines.append(accessor(expression, width: width), depth: depth)
    case .statements(let statements) where statements.isEmpty:
      lines.append(SwiftLayout.lines(header + " {}", width: width), depth: depth)
    case .statements(let statements):
      lines.append(SwiftLayout.opening(header, width: width), depth: depth)
      for statement in statements {
        lines.append(SwiftLayout.lines(statement, width: width - 2), depth: depth + 1)
      }
      lines.append(["}"], depth: depth)
    case .members(let members) where members.isEmpty:
      lines.append(SwiftLayout.lines(header + " {}", width: width), depth: depth)
    case .members(let members):
      lines.append(SwiftLayout.opening(header, width: width), depth: depth)
      Self.print(members, into: &lines, depth: depth + 1)
      lines.append(["}"], depth: depth)
    }
  }

  private func accessor(_ expression: SwiftCode, width: Int) -> [String] {
    let braces = "{ " + expression + " }"
    if let flat = SwiftLayout.flat(header + " " + braces), SwiftLayout.fits(flat, width) {
      return [flat]
    }
    var result = SwiftLayout.opening(header, width: width)
    if result.last == "{", let flat = SwiftLayout.flat(braces), SwiftLayout.fits(flat, width) {
      result[result.count - 1] = flat
      return result
    }
    result += SwiftLayout.indented(SwiftLayout.lines(expression, width: width - 2))
    result.append("}")
    return result
  }
}

extension [String] {
  /// Appends lines with the indentation of their place; an empty line stays empty.
  mutating func append(_ lines: [String], depth: Int) {
    let indentation = String(repeating: SwiftLayout.indentation, count: depth)
    for line in lines { append(line.isEmpty ? "" : indentation + line) }
  }
}
