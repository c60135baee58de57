/// Names a value of the environment.
public protocol EnvironmentKey {
  /// What is named.
  associatedtype Value

  /// The value where nobody has set one.
  static var defaultValue: Self.Value { get }
}

/// What a view inherits.
public struct EnvironmentValues: CustomStringConvertible {
  private var values: [ObjectIdentifier: Any] = [:]

  /// The default values.
  public init() {}

  /// A value.
  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The number of values that were set.
  public var description: String { "\(values.count) values" }
}

/// A value of the environment, in a view.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Location {
    var values: EnvironmentValues?
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let location: Location

  /// The value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    location = Location()
  }

  /// The value.
  public var wrappedValue: Value {
    (location.values ?? EnvironmentValues())[keyPath: keyPath]
  }
}

extension Environment: InstalledProperty {
  func install(in node: ViewNode, at path: String) { location.values = node.environment }
}
