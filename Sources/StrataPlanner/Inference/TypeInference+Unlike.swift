import StrataSchema

extension TypeInference {
  /// Text beside a number where neither comes from a column: nothing is converted then, and every text
  /// is greater than every number (https://sqlite.org/datatype3.html#comparison_expressions).
  func unlike(
    _ left: SQLExpression,
    _ first: InferredType,
    _ right: SQLExpression,
    _ second: InferredType,
    _ isEquality: Bool
  ) -> Mismatch? {
    guard left.isUnconverted, right.isUnconverted, first.type != nil, second.type != nil,
      let range = left.firstRange ?? right.firstRange
    else { return nil }
    let isTextFirst: Bool
    switch (first.storage.comparison, second.storage.comparison) {
    case (.text, .number): isTextFirst = true
    case (.number, .text): isTextFirst = false
    default: return nil
    }
    let text = isTextFirst ? left : right
    let fact = isEquality ? "they never are equal" : "every text is greater than every number"
    var remedy = "convert one of them with CAST"
    if case .literal(.text) = text.uncollated {
      remedy = "write the number without quotation marks"
    }
    return Mismatch(
      range: range,
      message: "is compared with \(isTextFirst ? "a number" : "text"); \(fact); \(remedy)",
      subject: isTextFirst ? "a text" : "a number"
    )
  }
}

extension SQLExpression {
  /// Whether its value keeps its kind when it is compared: it has no affinity, as a column, a CAST and
  /// what is selected of them have.
  fileprivate var isUnconverted: Bool {
    switch self {
    case .literal, .call, .chain, .caseOf, .comparison: true
    case .unary(let sign, _): sign != "+"
    case .collate(let operand): operand.isUnconverted
    case .subquery(let select):
      if select.others.isEmpty, case .expression(let value, _, _) = select.first.results.first {
        value.isUnconverted
      } else {
        false
      }
    default: false
    }
  }

  /// The UTF-8 offsets of the first name in it.
  fileprivate var firstRange: Range<Int>? {
    switch self {
    case .column(let column): column.range
    case .parameter(let parameter): parameter.range
    case .call(let call): call.range
    case .subquery(let select):
      if case .expression(_, _, let range) = select.first.results.first { range } else { nil }
    default: children.lazy.compactMap(\.firstRange).first
    }
  }
}
