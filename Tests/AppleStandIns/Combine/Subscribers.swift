/// The subscribers, and what they say and hear.
public enum Subscribers {
  /// How many values a subscriber wants.
  public struct Demand: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Nil is without a limit.
    public let max: Int?

    private init(limit: Int?) { max = limit }

    /// All values.
    public static let unlimited = Demand(limit: nil)
    /// No value.
    public static let none = Demand(limit: 0)

    /// So many values.
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand is not negative")
      return Demand(limit: value)
    }

    /// The demand in words.
    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }

    /// Both together.
    public static func + (left: Demand, right: Demand) -> Demand {
      guard let first = left.max, let second = right.max else { return .unlimited }
      let (sum, overflow) = first.addingReportingOverflow(second)
      return overflow ? .unlimited : .max(sum)
    }

    /// Adds another demand.
    public static func += (left: inout Demand, right: Demand) { left = left + right }

    /// Adds so many values.
    public static func += (left: inout Demand, right: Int) { left = left + .max(right) }

    /// What is left.
    public static func - (left: Demand, right: Demand) -> Demand {
      guard let first = left.max else { return .unlimited }
      return .max(Swift.max(0, first - (right.max ?? first)))
    }

    /// Takes another demand away.
    public static func -= (left: inout Demand, right: Demand) { left = left - right }

    /// Takes so many values away.
    public static func -= (left: inout Demand, right: Int) { left = left - .max(right) }

    /// Whether the left one is smaller.
    public static func < (left: Demand, right: Demand) -> Bool {
      guard let first = left.max else { return false }
      return right.max.map { first < $0 } ?? true
    }

    /// Whether the demand is larger than a number of values.
    public static func > (left: Demand, right: Int) -> Bool { left.max.map { $0 > right } ?? true }

    /// Whether the demand is a number of values.
    public static func == (left: Demand, right: Int) -> Bool { left.max == right }
  }

  /// Why nothing more comes.
  public enum Completion<Failure: Error> {
    /// All was published.
    case finished
    /// Publishing has failed.
    case failure(Failure)
  }

  /// A subscriber that wants everything, and calls closures.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private enum State {
      case new
      case subscribed(any Subscription)
      case over
    }

    /// Is given each value.
    public let receiveValue: (Input) -> Void
    /// Is told of the end.
    public let receiveCompletion: (Completion<Failure>) -> Void
    private let state = Guarded(State.new)

    /// A sink of two closures.
    public init(
      receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }

    /// Asks for everything.
    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard case .new = state else { return false }
        state = .subscribed(subscription)
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Calls the closure.
    public func receive(_ input: Input) -> Demand {
      if case .subscribed = state.withLock({ $0 }) { receiveValue(input) }
      return .none
    }

    /// Calls the closure.
    public func receive(completion: Completion<Failure>) {
      if case .subscribed = state.exchange(.over) { receiveCompletion(completion) }
    }

    /// Ends the subscription.
    public func cancel() {
      if case .subscribed(let subscription) = state.exchange(.over) { subscription.cancel() }
    }
  }

  /// A subscriber that keeps each value in a property.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    /// The values do not fail.
    public typealias Failure = Never

    private let object: Guarded<Root?>
    private let keyPath: ReferenceWritableKeyPath<Root, Input>
    private let subscription = Guarded<(any Subscription)?>(nil)

    /// A subscriber that sets a property.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      self.object = Guarded(object)
      self.keyPath = keyPath
    }

    /// Asks for everything.
    public func receive(subscription: any Subscription) {
      self.subscription.withLock { $0 = subscription }
      subscription.request(.unlimited)
    }

    /// Sets the property.
    public func receive(_ input: Input) -> Demand {
      object.withLock({ $0 })?[keyPath: keyPath] = input
      return .none
    }

    /// Lets the object go.
    public func receive(completion: Completion<Never>) { cancel() }

    /// Ends the subscription, and lets the object go.
    public func cancel() {
      _ = object.exchange(nil)
      subscription.exchange(nil)?.cancel()
    }
  }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Publisher {
  /// Calls closures with what is published.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Calls a closure with what is published.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Sets a property to what is published.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }

  /// Publishes again what is published, as long as the property lives.
  public func assign(to published: inout Published<Output>.Publisher) {
    published.assign(self)
  }
}
