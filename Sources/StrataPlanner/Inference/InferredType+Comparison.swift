package import StrataSchema

extension InferredType {
  /// Whether a parameter of this type can satisfy a comparison with what it meets.
  func compares(with meeting: TypeInference.Meeting) -> Bool {
    switch meeting.kind {
    case .limit:
      return [.int, .int64, .int32].contains(type)
    case .pattern:
      return storage.comparison == .text || type == .any || storage.comparison == .any
    case .text: return true
    case .number:
      return number != nil || type == .any
    case .assignment:
      return canBeStored(as: meeting.type)
    case .comparison, .identity, .alternative, .list:
      return compares(with: meeting.type)
    }
  }

  /// Whether a column of another type takes values of this one.
  private func canBeStored(as column: InferredType) -> Bool {
    if type == column.type || type == .any || column.type == .any { return true }
    if case .enumeration = column.type { return false }
    if column.type?.isJSON == true { return false }
    if column.storage == .integer, number != .int { return false }
    return compares(with: column)
  }

  private func compares(with other: InferredType) -> Bool {
    guard let type, let otherType = other.type else { return true }
    if type == .date, otherType == .string, let form = other.form { return form != .other }
    if type == otherType { return true }
    switch (type, otherType) {
    case (.any, _), (_, .any): return true
    case (.id(let table, _), .id(let otherTable, _)): return table == otherTable
    case (.enumeration, .enumeration), (.app, .app): return false
    case _ where type.isJSON && otherType.isJSON: return false
    case (.decimal, _), (_, .decimal):
      return storage.comparison == .number && other.storage.comparison == .number
        || storage.comparison == .text && other.storage.comparison == .text
          && (type == .string || otherType == .string)
    default:
      let first = storage.comparison
      let second = other.storage.comparison
      return first == second || first == .any || second == .any
    }
  }

  /// The storage that a parameter of this type needs beside a value; nil where any does.
  func storage(meeting other: InferredType) -> ColumnStorage? {
    if type == .date, let form = other.form?.storage { return form }
    guard type == other.type, other.type != nil else { return nil }
    return other.storage
  }

  /// Whether a value of this type can be read as a declared one.
  func canBeRead(as declared: DeclaredType) -> Bool {
    if type == nil || type == declared.type || declared.type == .any || storage == .any
      || type == .any
    {
      return true
    }
    switch (type, declared.type) {
    case (.id(let table, _), .id(let other, _)): return table == other
    case (.app(let name, _), .app(let other, _)): return name == other
    case (.double, .int), (.double, .int64), (.double, .int32), (.double, .bool): return false
    default: return storage.comparison == declared.storage.comparison
    }
  }

  /// The type in a message, with its storage where that matters.
  var spelling: String {
    guard let type else { return "of no known type" }
    switch type {
    case .date, .decimal, .uuid: return "\(type.swiftSpelling) stored as \(storage.spelling)"
    default: return type.swiftSpelling
    }
  }
}

extension ValueType {
  /// The type of a column or parameter as the schema spells it, with its storage where that is not the
  /// usual one.
  package func spelling(_ isOptional: Bool, _ storage: ColumnStorage) -> String {
    let name = swiftSpelling + (isOptional ? "?" : "")
    return storage == plainStorage ? name : "\(name) stored as \(storage.spelling)"
  }

  /// The type as the schema spells it.
  package var swiftSpelling: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .int64: "Int64"
    case .int32: "Int32"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .url: "URL"
    case .any: "Any"
    case .enumeration(let name): name
    case .id(let table, _): table + ".ID"
    case .app(let name, _), .structure(let name): name
    case .array(let element, let isOptional):
      "[\(element.swiftSpelling)\(isOptional ? "?" : "")]"
    case .dictionary(let element, let isOptional):
      "[String: \(element.swiftSpelling)\(isOptional ? "?" : "")]"
    }
  }
}

extension ColumnStorage {
  /// The storage as the schema spells it.
  var spelling: String {
    switch self {
    case .integer: "integer"
    case .real: "real"
    case .text, .dateText: "text"
    case .dayText: "days"
    case .secondText: "seconds"
    case .blob: "blob"
    case .any: "any"
    case .unixSeconds: "unixSeconds"
    case .unixMilliseconds: "unixMilliseconds"
    case .julian: "julian"
    }
  }
}
