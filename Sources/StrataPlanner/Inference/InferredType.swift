import StrataSchema

/// What is known of a value that SQL gives.
///
/// Where nothing certain is known, the type is nil and the value may be NULL.
struct InferredType: Hashable, Sendable {
  var type: ValueType?
  var storage: ColumnStorage
  var isOptional: Bool
  /// The Swift name of the column that is shown as it is, under its own name.
  var swiftName: String?
  /// The literal that the value is.
  var literal: SQLExpression.Literal?
  /// The form of a text that stands for a date; nil for any other text, and for a date as it is
  /// stored.
  var form: DateForm?

  static let unknown = InferredType(type: nil, storage: .any, isOptional: true)

  /// A column of which only the Swift name is known.
  static func unknown(named swiftName: String) -> InferredType {
    InferredType(type: nil, storage: .any, isOptional: true, swiftName: swiftName)
  }

  init(
    type: ValueType?,
    storage: ColumnStorage,
    isOptional: Bool,
    swiftName: String? = nil,
    literal: SQLExpression.Literal? = nil
  ) {
    self.type = type
    self.storage = storage
    self.isOptional = isOptional
    self.swiftName = swiftName
    self.literal = literal
  }

  /// A value of a plain type in its own storage.
  init(_ type: ValueType, isOptional: Bool = false) {
    self.init(type: type, storage: type.plainStorage, isOptional: isOptional)
  }

  init(_ column: ColumnModel) {
    self.init(
      type: column.type,
      storage: column.storage,
      isOptional: column.isOptional,
      swiftName: column.name
    )
  }

  init(_ declared: DeclaredType) {
    self.init(type: declared.type, storage: declared.storage, isOptional: declared.isOptional)
  }

  func optional(_ isOptional: Bool = true) -> InferredType {
    var copy = self
    copy.isOptional = isOptional
    return copy
  }

  /// The value without the name of the column that it comes from.
  var computed: InferredType {
    var copy = InferredType(type: type, storage: storage, isOptional: isOptional)
    copy.form = form
    return copy
  }

  var isNull: Bool { literal == .null }
}

extension ValueType {
  /// How the type is stored where nothing else is said.
  var plainStorage: ColumnStorage {
    switch self {
    case .bool, .int, .int64, .int32: .integer
    case .double: .real
    case .string, .url, .decimal: .text
    case .data, .uuid: .blob
    case .date: .dateText
    case .any: .any
    case .enumeration: .text
    case .id(_, let rawValue): rawValue.plainStorage
    case .app(_, let stored): stored.plainStorage
    case .structure, .array, .dictionary: .text
    }
  }
}

extension ColumnStorage {
  /// Values of one class compare with each other in SQL; values of two classes never are equal.
  enum Comparison: Hashable { case number, text, blob, any }

  var comparison: Comparison {
    switch self {
    case .integer, .real, .unixSeconds, .unixMilliseconds, .julian: .number
    case .text, .dateText, .dayText, .secondText: .text
    case .blob: .blob
    case .any: .any
    }
  }
}
