/// A value of a document, as JSON has it.
///
/// Fields and elements are objects, so that a container of an encoder can fill one that already has
/// its place.
enum JSONValue {
  /// A field that the model knows and that has no value; it is not written.
  case absent
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// A number that is neither without a loss, as its text.
  case number(String)
  case string(String)
  case array(JSONElements)
  case object(JSONFields)

  /// What the value is called in messages.
  var kind: String {
    switch self {
    case .absent: "nothing"
    case .null: "null"
    case .bool: "a boolean"
    case .int, .double, .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The elements of an array.
final class JSONElements {
  var values: [JSONValue]

  init(_ values: [JSONValue] = []) { self.values = values }
}

extension JSONValue: Equatable {
  /// Whether both are the same JSON; the order of fields does not matter, and absent ones neither.
  static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.absent, .absent), (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Int64(exactly: b) == a
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.values == b.values
    case (.object(let a), .object(let b)):
      a.presentCount == b.presentCount
        && a.all.allSatisfy { field in
          if case .absent = field.value { true } else { b[field.key] == field.value }
        }
    default: false
    }
  }
}

extension JSONFields {
  fileprivate var presentCount: Int {
    all.reduce(0) { count, field in
      if case .absent = field.value { count } else { count + 1 }
    }
  }
}
