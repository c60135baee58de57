import StrataSchema

extension SQLExpression {
  /// Whether digits spell a whole number to SQLite, which takes larger ones for numbers with a
  /// fraction (https://sqlite.org/lang_expr.html#literal_values_constants_).
  static func isInteger(_ digits: String) -> Bool {
    digits.lowercased().hasPrefix("0x") || Int64(digits.filter { $0 != "_" }) != nil
  }
}

extension InferredType {
  init(literal: SQLExpression.Literal) {
    let plain: InferredType =
      switch literal {
      case .null: .unknown
      case .integer(let digits): .init(SQLExpression.isInteger(digits) ? .int : .double)
      case .real: .init(.double)
      case .text, .time: .init(.string)
      case .blob: .init(.data)
      case .bool: .init(.bool)
      }
    self = plain
    self.literal = literal
    if case .time(let form) = literal { self.form = form }
  }

  var isNonZeroLiteral: Bool {
    guard case .integer(let digits) = literal else { return false }
    return digits.contains { $0 >= "1" && $0 <= "9" }
  }
}
