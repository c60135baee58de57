public import Combine

/// A property of a view that is brought up to date before the view is evaluated.
public protocol DynamicProperty {
  /// Is called before the view is evaluated, after the properties inside were brought up to date.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// A property that the host knows itself.
@MainActor protocol InstalledProperty {
  func install(in node: ViewNode, at path: String)
}

/// A value that lives as long as its view.
@propertyWrapper public struct State<Value>: DynamicProperty {
  fileprivate final class Box {
    var value: Value
    weak var node: ViewNode?

    init(_ value: Value) { self.value = value }
  }

  fileprivate final class Location {
    var box: Box
    init(_ box: Box) { self.box = box }
  }

  private let location: Location

  /// A value to begin with.
  public init(wrappedValue value: Value) { location = Location(Box(value)) }

  /// A value to begin with.
  public init(initialValue value: Value) { self.init(wrappedValue: value) }

  /// The value.
  public var wrappedValue: Value {
    get { location.box.value }
    nonmutating set {
      location.box.value = newValue
      let node = location.box.node
      MainActor.assumeIsolated { node?.invalidate() }
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    let location = location
    return Binding(get: { location.box.value }, set: { State(location).wrappedValue = $0 })
  }

  private init(_ location: Location) { self.location = location }
}

extension State: InstalledProperty {
  func install(in node: ViewNode, at path: String) {
    location.box = node.storage(path) { location.box }
    location.box.node = node
  }
}

/// A value that is somewhere else.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// A binding of two closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding that cannot be changed.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A part of the value.
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      get: { wrappedValue[keyPath: keyPath] },
      set: { wrappedValue[keyPath: keyPath] = $0 }
    )
  }
}

/// An object that lives somewhere else, whose changes let the view be evaluated.
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// Makes bindings to the properties of the object.
  @dynamicMemberLookup public struct Wrapper {
    let object: ObjectType

    /// A binding to a property.
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
    }
  }

  /// The object.
  public var wrappedValue: ObjectType

  /// An object that lives somewhere else.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

  /// An object that lives somewhere else.
  public init(initialValue: ObjectType) { wrappedValue = initialValue }

  /// Bindings to the properties of the object.
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

extension ObservedObject: InstalledProperty {
  func install(in node: ViewNode, at path: String) {
    let box = node.storage(path) { ObjectBox(wrappedValue, node) }
    if box.object !== wrappedValue { node.replace(path, ObjectBox(wrappedValue, node)) }
  }
}

/// An object that lives as long as its view.
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  fileprivate final class Location {
    let make: () -> ObjectType
    /// The view on the screen has it, and not its description.
    weak var object: ObjectType?
    init(_ make: @escaping () -> ObjectType) { self.make = make }
  }

  private let location: Location

  /// An object that is made when the view is evaluated for the first time.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    location = Location(thunk)
  }

  /// The object; another one each time where no view has it.
  @MainActor @preconcurrency public var wrappedValue: ObjectType {
    location.object ?? location.make()
  }

  /// Bindings to the properties of the object.
  @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject.Wrapper(object: wrappedValue)
  }
}

extension StateObject: InstalledProperty {
  func install(in node: ViewNode, at path: String) {
    location.object = node.storage(path) { ObjectBox(location.make(), node) }.object
  }
}

/// An object whose changes let a view be evaluated.
private final class ObjectBox<ObjectType: ObservableObject> {
  let object: ObjectType
  private let cancellable: AnyCancellable

  @MainActor init(_ object: ObjectType, _ node: ViewNode) {
    self.object = object
    cancellable = object.objectWillChange.sink { [weak node] _ in
      MainActor.assumeIsolated { node?.objectWillChange() }
    }
  }
}
