/// Values for the parameters of SQL, by position or by name.
///
/// ```swift
/// [1, "Ann"]                      // for ?, ?
/// ["id": 1, "name": "Ann"]        // for :id, @name or $name
/// ```
public struct StatementArguments: Hashable, Sendable {
  /// The values for parameters in their order.
  package var values: [DatabaseValue] = []
  /// The values for named parameters.
  package var namedValues: [String: DatabaseValue] = [:]

  /// No values.
  public init() {}

  /// Values by position.
  public init(_ values: some Sequence<(any DatabaseValueConvertible)?>) {
    self.values = values.map { $0?.databaseValue ?? .null }
  }

  /// Values by position, all of one type.
  public init<Value: DatabaseValueConvertible>(_ values: some Sequence<Value>) {
    self.values = values.map(\.databaseValue)
  }

  /// Values by name.
  public init(_ values: [String: (any DatabaseValueConvertible)?]) {
    namedValues = values.mapValues { $0?.databaseValue ?? .null }
  }

  package init(values: [DatabaseValue]) { self.values = values }

  /// Whether there is no value at all.
  public var isEmpty: Bool { values.isEmpty && namedValues.isEmpty }

  /// Adds the other's values: its positions after the own, its names over the own.
  public mutating func append(contentsOf other: StatementArguments) {
    values += other.values
    namedValues.merge(other.namedValues) { $1 }
  }

  /// Both: positions in order, the right side's names over the left side's.
  public static func + (a: StatementArguments, b: StatementArguments) -> StatementArguments {
    var sum = a
    sum.append(contentsOf: b)
    return sum
  }

  /// Adds the other's values.
  public static func += (a: inout StatementArguments, b: StatementArguments) {
    a.append(contentsOf: b)
  }
}

extension StatementArguments: ExpressibleByArrayLiteral {
  /// Values by position.
  public init(arrayLiteral values: (any DatabaseValueConvertible)?...) { self.init(values) }
}

extension StatementArguments: ExpressibleByDictionaryLiteral {
  /// Values by name.
  public init(dictionaryLiteral values: (String, (any DatabaseValueConvertible)?)...) {
    for (name, value) in values { namedValues[name] = value?.databaseValue ?? .null }
  }
}

extension StatementArguments: CustomStringConvertible {
  /// The values, positions first, names sorted.
  public var description: String {
    let named = namedValues.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "[\((values.map(\.description) + named).joined(separator: ", "))]"
  }
}
