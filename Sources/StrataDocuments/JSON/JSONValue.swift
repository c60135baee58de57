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

/// The fields of an object, in order.
final class JSONFields {
  private(set) var keys: [String] = []
  private(set) var values: [JSONValue] = []
  /// Whether it was made of a dictionary, all of whose keys the model knows.
  var isDictionary = false
  /// Where each key is, once there are many.
  private var places: [String: Int] = [:]

  init() {
    // Most objects have some fields, for which the arrays would grow several times.
    keys.reserveCapacity(8)
    values.reserveCapacity(8)
  }

  private static let manyFields = 12

  private func place(of key: String) -> Int? {
    if keys.count <= Self.manyFields { return keys.firstIndex(of: key) }
    if places.count != keys.count {
      for index in places.count..<keys.count { places[keys[index]] = index }
    }
    return places[key]
  }

  subscript(_ key: String) -> JSONValue? {
    get { place(of: key).map { values[$0] } }
    set {
      if let place = place(of: key) {
        if let newValue {
          values[place] = newValue
        } else {
          keys.remove(at: place)
          values.remove(at: place)
          places = [:]
        }
      } else if let newValue {
        keys.append(key)
        values.append(newValue)
      }
    }
  }
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
        && zip(a.keys, a.values).allSatisfy { key, value in
          if case .absent = value { true } else { b[key] == value }
        }
    default: false
    }
  }
}

extension JSONFields {
  fileprivate var presentCount: Int {
    values.reduce(0) { count, value in
      if case .absent = value { count } else { count + 1 }
    }
  }
}
