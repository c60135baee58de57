import Foundation
import StrataSchema

extension TypeInference {
  /// Where a statement stores values.
  struct StoragePlace {
    /// The UTF-8 offsets of the columns, or of what stands for them.
    var ranges: [Range<Int>]
    var statement: WriteStatement
    var isInsert: Bool
  }

  /// Notes the columns that an INSERT leaves out although no row can be without them.
  mutating func requireColumns(_ given: [String], of statement: WriteStatement) {
    guard case .insert(let named, let rows, _, _) = statement.action,
      statement.conflict != "ignore", let relation = catalog[statement.table], relation.isTable,
      !relation.isOpen, rows == nil || !named.isEmpty
    else { return }
    let missing = relation.columns.filter { column in
      column.isRequired && (rows == nil || !given.contains(column.name))
    }
    guard !missing.isEmpty else { return }
    let names = missing.map { "'\(spelling(of: $0.name, in: relation))'" }
    let isOne = names.count == 1
    refusals.append(
      Mismatch(
        range: statement.tableRange,
        message: "the INSERT gives no value for \(names.joined(separator: ", ")), which"
          + (isOne ? " is" : " are") + " never NULL and"
          + (isOne ? " has" : " have") + " no default; name the column"
          + (isOne ? "" : "s") + " and give a value, or declare a 'default:'"
      )
    )
  }

  /// Notes a value that a column never takes, or that could not be read from it.
  mutating func refuse(
    _ value: SQLExpression,
    _ type: InferredType,
    in name: String,
    range: Range<Int>,
    _ place: StoragePlace
  ) {
    guard let relation = catalog[place.statement.table], relation.isTable,
      let column = relation.columns.first(where: { $0.name == name }), column.type.type != nil
    else { return }
    let spelled = "'\(spelling(of: name, in: relation))'"
    if let message = refusal(ofNull: value, in: column, spelled, place) {
      refusals.append(Mismatch(range: range, message: message))
    } else if case .literal(let literal) = value,
      let message = refusal(of: literal, in: column.type)
    {
      refusals.append(Mismatch(range: range, message: "\(spelled) is \(message)"))
    } else if let message = refusal(of: value, type, in: column.type) {
      refusals.append(Mismatch(range: range, message: "\(spelled) is \(message)"))
    }
  }

  /// A date that is stored in another way, or a number as a date of text: what is stored is read as
  /// another time, or not at all.
  private func refusal(
    of value: SQLExpression,
    _ type: InferredType,
    in column: InferredType
  ) -> String? {
    guard column.type == .date, let stored = type.type else { return nil }
    if case .parameter = value { return nil }
    let remedy = "convert it, as with \(column.storage.dateExample)"
    if stored == .date {
      guard type.storage != column.storage else { return nil }
      return "\(column.spelling), and the value is one stored as \(type.storage.spelling);"
        + " \(remedy)"
    }
    if column.storage == .dateText, type.storage.comparison == .number {
      return "\(column.spelling), and the value is a number; \(remedy)"
    }
    if column.storage.comparison == .number, type.form != nil {
      return "\(column.spelling), and the value is text; \(remedy)"
    }
    return nil
  }

  private func spelling(of column: String, in relation: Catalog.Relation) -> String {
    relation.columnNames.first { SQLTokenizer.fold($0) == column } ?? column
  }

  private func refusal(
    ofNull value: SQLExpression,
    in column: Catalog.Column,
    _ name: String,
    _ place: StoragePlace
  ) -> String? {
    guard !column.type.isOptional, !(column.isRowID && place.isInsert) else { return nil }
    switch place.statement.conflict {
    case "ignore": return nil
    // NULL is replaced by the default.
    case "replace" where column.hasDefault: return nil
    default: break
    }
    switch value {
    case .literal(.null):
      return "\(name) is never NULL; store a value, or declare the column with '?'"
    case .parameter(let parameter) where parameters[parameter.name]?.isOptional == true:
      return "\(name) is never NULL, and ':\(parameter.name)' may be nil; declare the parameter"
        + " without '?', or write 'coalesce(:\(parameter.name), …)'"
    default: return nil
    }
  }

  /// What is wrong with a literal as a value of a type; nil where it can be read.
  private func refusal(of literal: SQLExpression.Literal, in column: InferredType) -> String? {
    if let values = catalog.rawValues(of: column.type) {
      let value: String
      switch literal {
      case .text(let text): value = text
      case .integer(let digits): value = Int64(digits).map(String.init) ?? digits
      default: return nil
      }
      guard !values.contains(value) else { return nil }
      let near = nearest(to: value, in: values)
      return "\(column.spelling), which has no case stored as '\(value)'"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; there are \(values.prefix(12).joined(separator: ", "))")
    }
    switch (column.type, literal) {
    case (.date, .text(let text)) where column.storage == .dateText:
      guard !text.isDateText else { return nil }
      return "\(column.spelling), and '\(text)' is no date; write one such as"
        + " '2024-01-31 00:00:00.000', or a parameter of type Date"
    case (.uuid, .text(let text)):
      guard column.storage == .blob || UUID(uuidString: text) == nil else { return nil }
      return "\(column.spelling), and '\(text)' is none; store a parameter of type UUID"
    case (.uuid, .blob(let digits)):
      guard column.storage == .text || digits.count != 32 else { return nil }
      return "\(column.spelling), and x'\(digits)' is none; store a parameter of type UUID"
    case (let type?, .text(let text)) where type.isJSON:
      guard let fault = catalog.fault(of: text, as: type) else { return nil }
      return "\(column.spelling) stored as JSON, and '\(text)' \(fault); store a parameter of its"
        + " type"
    default: return nil
    }
  }
}

extension String {
  /// Whether it begins as the text of a date does.
  fileprivate var isDateText: Bool {
    let pattern = "0000-00-00"
    let start = prefix(pattern.count)
    guard start.count == pattern.count else { return false }
    return zip(start, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
  }
}

extension ColumnStorage {
  /// SQL that gives a date as this storage has it.
  fileprivate var dateExample: String {
    switch self {
    case .unixSeconds: "unixepoch(…)"
    case .unixMilliseconds: "unixepoch(…) * 1000"
    case .julian: "julianday(…)"
    default: "strftime('%Y-%m-%d %H:%M:%f', …)"
    }
  }
}
