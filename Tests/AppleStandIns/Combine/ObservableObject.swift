/// An object that tells before it changes.
public protocol ObservableObject: AnyObject {
  /// What tells.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Publishes before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that the published properties of the object share.
  ///
  /// An object without such properties has no place for it: each call makes another one.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any PublishedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let present = mirror {
      properties += present.children.compactMap { $0.value as? any PublishedProperty }
      mirror = present.superclassMirror
    }
    let publisher = properties.lazy.compactMap(\.objectWillChange).first
    let shared = publisher ?? ObservableObjectPublisher()
    for property in properties { property.objectWillChange = shared }
    return shared
  }
}

/// Tells that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  /// There is nothing to say.
  public typealias Output = Void
  /// It does not fail.
  public typealias Failure = Never

  private let subject = PassthroughSubject<Void, Never>()

  /// A publisher without subscribers.
  public init() {}

  /// Subscribes.
  public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Void {
    subject.receive(subscriber: subscriber)
  }

  /// Tells.
  public func send() { subject.send() }
}

/// What an object finds of its published properties.
private protocol PublishedProperty {
  var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

/// A property that publishes its value before it changes.
@propertyWrapper public struct Published<Value> {
  /// Where the value is, for all copies of the property.
  fileprivate final class Storage {
    let subject: CurrentValueSubject<Value, Never>
    var value: Value
    var objectWillChange: ObservableObjectPublisher?
    var assignment: AnyCancellable?

    init(_ value: Value) {
      self.value = value
      subject = CurrentValueSubject(value)
    }

    func set(_ value: Value) {
      objectWillChange?.send()
      subject.send(value)
      self.value = value
    }
  }

  private let storage: Storage

  /// A property with a first value.
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// A property with a first value.
  public init(initialValue: Value) { storage = Storage(initialValue) }

  /// Publishes the value, and each other one before it is set.
  public struct Publisher: Combine.Publisher {
    /// What is published.
    public typealias Output = Value
    /// It does not fail.
    public typealias Failure = Never

    fileprivate let storage: Storage

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Value {
      storage.subject.receive(subscriber: subscriber)
    }

    func assign(_ source: some Combine.Publisher<Value, Never>) {
      storage.assignment = source.sink { [weak storage] in storage?.set($0) }
    }
  }

  /// The publisher.
  public var projectedValue: Publisher {
    mutating get { Publisher(storage: storage) }
    set { _ = newValue }
  }

  /// A published property belongs to a class.
  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { storage.value }
    set { storage.set(newValue) }
  }

  /// The value of an object's property.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].storage.value }
    set {
      object[keyPath: storageKeyPath].storage.set(newValue)
    }
  }
}

extension Published: PublishedProperty {
  fileprivate var objectWillChange: ObservableObjectPublisher? {
    get { storage.objectWillChange }
    nonmutating set { storage.objectWillChange = newValue }
  }
}
