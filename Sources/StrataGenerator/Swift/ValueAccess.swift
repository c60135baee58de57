import StrataPlanner
import StrataSchema

/// How a value gets out of a row and into a statement: the one place that knows the names of the
/// runtime's accessors.
struct ValueAccess {
  var type: ValueType
  var isOptional: Bool
  var storage: ColumnStorage
  /// Whether it is a list whose elements are bound.
  var isList = false

  /// An expression that reads the value from a column of `row`.
  func reading(_ index: Int) -> SwiftCode {
    let accessor = Self.accessor(type, storage)
    let name =
      isOptional ? "optional\(accessor.prefix(1).uppercased())\(accessor.dropFirst())" : accessor
    let read: SwiftCode = "try row.\(SwiftCode(verbatim: name))(\(index))"
    guard case .id = type else { return read }
    return isOptional ? read + ".map { .init(rawValue: $0) }" : ".init(rawValue: \(read))"
  }

  /// A statement that binds the value to a parameter through `values`.
  func binding(_ index: Int, _ value: SwiftCode) -> SwiftCode {
    if isList {
      let format = columnFormat
      let arguments: [SwiftCode] =
        ["\(index)", value] + (format.map { ["as: .\(SwiftCode(verbatim: $0))"] } ?? [])
      return "values.list\(arguments: arguments)"
    }
    let accessor = SwiftCode(verbatim: Self.accessor(type, storage))
    var argument = value
    if case .id = type { argument.append(isOptional ? "?.rawValue" : ".rawValue") }
    return "values.\(accessor)\(arguments: ["\(index)", argument])"
  }

  /// The format of a typed column, where it is not the standard one of its type; the runtime calls
  /// it as its accessor.
  var columnFormat: String? {
    let accessor = Self.accessor(type, storage)
    // JSON is no format of a column: a value of it is never looked for.
    if accessor == "json" { return nil }
    return accessor == Self.accessor(type, type.standardStorage) ? nil : accessor
  }

  private static func accessor(_ type: ValueType, _ storage: ColumnStorage) -> String {
    switch type {
    case .bool: "bool"
    case .int: "int"
    case .int64: "int64"
    case .int32: "int32"
    case .double: "double"
    case .string: "string"
    // Bytes in a text are JSON: those of a document.
    case .data: storage == .text ? "json" : "data"
    case .date:
      switch storage {
      case .unixSeconds: "unixSeconds"
      case .unixMilliseconds: "unixMilliseconds"
      case .julian: "julianDay"
      case .dayText: "dayText"
      case .secondText: "secondText"
      case .dateText, .integer, .real, .text, .blob, .any: "date"
      }
    case .uuid: storage == .text ? "uuidText" : "uuid"
    case .decimal: storage == .real ? "decimalReal" : "decimal"
    case .url: "url"
    case .any, .app: "value"
    case .enumeration: "enumeration"
    case .id(_, let rawValue): accessor(rawValue, storage)
    case .structure, .array, .dictionary: "json"
    }
  }
}

extension ValueType {
  /// The storage that the runtime takes for granted.
  fileprivate var standardStorage: ColumnStorage {
    switch self {
    case .date: .dateText
    case .uuid, .data: .blob
    case .id(_, let rawValue): rawValue.standardStorage
    default: .text
    }
  }
}

extension ColumnModel {
  var access: ValueAccess { ValueAccess(type: type, isOptional: isOptional, storage: storage) }
}

extension ProvedColumn {
  var access: ValueAccess { ValueAccess(type: type, isOptional: isOptional, storage: storage) }
}

extension ProvedParameter {
  var access: ValueAccess {
    ValueAccess(type: type, isOptional: isOptional, storage: storage, isList: isList)
  }
}
