import StrataSchema

extension TypeInference {
  /// A comparison that never holds.
  struct Mismatch: Hashable {
    /// The UTF-8 offsets of the column.
    var range: Range<Int>
    /// What is said about it.
    var message: String
    /// What it is said of, where it is not the text of the range.
    var subject: String?
  }

  /// Notes a number beside text that is none, and a date stored as text beside a number: SQLite
  /// compares them without a complaint (https://sqlite.org/datatype3.html#comparisons).
  mutating func compare(
    _ left: SQLExpression,
    _ first: InferredType,
    _ right: SQLExpression,
    _ second: InferredType,
    isEquality: Bool = true
  ) {
    var mismatch =
      TypeInference.mismatch(left, first, right, second)
      ?? TypeInference.mismatch(right, second, left, first)
    if isEquality {
      mismatch =
        mismatch ?? TypeInference.otherDate(left, first, right)
        ?? TypeInference.otherDate(right, second, left)
      mismatch = mismatch ?? unknownCase(left, first, right) ?? unknownCase(right, second, left)
    }
    if let mismatch = mismatch ?? unlike(left, first, right, second, isEquality) {
      mismatches.append(mismatch)
    }
  }

  /// An enum beside a literal that is none of its raw values.
  private func unknownCase(
    _ left: SQLExpression,
    _ type: InferredType,
    _ right: SQLExpression
  ) -> Mismatch? {
    guard case .column(let column) = left.uncollated, case .literal(let literal) = right.uncollated,
      let values = catalog.rawValues(of: type.type)
    else { return nil }
    let value: String
    switch literal {
    case .text(let text) where type.storage == .text: value = text
    case .integer(let text) where type.storage == .integer:
      guard let number = Int64(text) else { return nil }
      value = String(number)
    default: return nil
    }
    // NOCASE and the like may make another text equal.
    guard !values.contains(where: { $0.lowercased() == value.lowercased() }) else { return nil }
    let near = type.storage == .text ? nearest(to: value, in: values) : nil
    return Mismatch(
      range: column.range,
      message: "is \(type.spelling), which has no case stored as '\(value)'"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; there are \(values.prefix(12).joined(separator: ", "))")
    )
  }

  private static func mismatch(
    _ left: SQLExpression,
    _ first: InferredType,
    _ right: SQLExpression,
    _ second: InferredType
  ) -> Mismatch? {
    guard first.type != nil, case .column(let column) = left.uncollated else { return nil }
    let fact = "is \(first.storedSpelling) and is compared with"
    if first.storage.comparison == .number, right.isTextThatIsNoNumber(second) {
      let remedy = numberRemedy(for: first)
      return Mismatch(range: column.range, message: "\(fact) text; they never compare\(remedy)")
    }
    if first.type == .date, first.storage == .dateText, right.isNumber(second) {
      return Mismatch(
        range: column.range,
        message: "\(fact) a number; they never compare; write text such as"
          + " '2024-01-31 00:00:00.000', or a parameter of type Date"
      )
    }
    if first.storage.comparison == .blob, right.isNoBlob(second) {
      let remedy = first.type == .uuid ? "; compare it with a parameter of type UUID" : ""
      return Mismatch(
        range: column.range,
        message: "\(fact) text or a number; they never compare\(remedy)"
      )
    }
    if first.storage.comparison == .text, case .literal(.blob) = right.uncollated {
      return Mismatch(range: column.range, message: "\(fact) a blob; they never compare")
    }
    return nil
  }

  /// A date stored as text beside text of another form.
  private static func otherDate(
    _ left: SQLExpression,
    _ type: InferredType,
    _ right: SQLExpression
  ) -> Mismatch? {
    guard case .column(let column) = left.uncollated, type.type == .date,
      type.storage == .dateText, type.form == nil,
      case .literal(.text(let text)) = right.uncollated,
      !text.hasTime
    else { return nil }
    return Mismatch(
      range: column.range,
      message: "is \(type.spelling), which has a time of day, and is compared with '\(text)'; they"
        + " never are equal; write text such as '2024-01-31 00:00:00.000', or ask with date(…) or"
        + " for a range"
    )
  }

  private static func numberRemedy(for type: InferredType) -> String {
    guard type.type == .date else { return "" }
    let number =
      switch type.storage {
      case .julian: "julianday('2024-01-31')"
      case .unixMilliseconds: "strftime('%s', '2024-01-31') * 1000"
      default: "CAST(strftime('%s', '2024-01-31') AS INTEGER)"
      }
    return "; write a number such as \(number), or a parameter of type Date"
  }
}

extension InferredType {
  /// The type with the way that it is stored, where that is not the one of its name.
  fileprivate var storedSpelling: String {
    switch type {
    case .enumeration: "\(spelling) stored as \(storage.spelling)"
    default: spelling
    }
  }
}

extension SQLExpression {
  /// The expression without COLLATE.
  var uncollated: SQLExpression {
    if case .collate(let operand) = self { operand.uncollated } else { self }
  }

  /// Whether it certainly gives text that SQLite makes no number of.
  fileprivate func isTextThatIsNoNumber(_ type: InferredType) -> Bool {
    switch uncollated {
    case .literal(.text(let text)): DecimalNumber(text.filter { !$0.isWhitespace }) == nil
    case .literal(.time): true
    case .call(let call): ["date", "datetime", "time"].contains(call.name)
    case .column: type.type == .date && type.storage == .dateText
    default: false
    }
  }

  /// Whether it certainly gives text or a number.
  fileprivate func isNoBlob(_ type: InferredType) -> Bool {
    switch uncollated {
    case .literal(.text), .literal(.time), .literal(.integer), .literal(.real), .literal(.bool):
      true
    case .column: type.type != nil && [.number, .text].contains(type.storage.comparison)
    default: false
    }
  }

  /// Whether it certainly gives a number.
  fileprivate func isNumber(_ type: InferredType) -> Bool {
    switch uncollated {
    case .literal(.integer), .literal(.real): true
    case .call(let call): ["julianday", "unixepoch"].contains(call.name)
    case .column: type.type == .date && type.storage.comparison == .number
    default: false
    }
  }
}
