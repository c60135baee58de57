/// A source of values over time, as Apple's Combine has it; the documentation there is the reference.
///
/// This module stands in for Combine where that does not exist, so that the code which needs it is
/// compiled and run. It has no name that Apple's lacks.
public protocol Publisher<Output, Failure> {
  /// What is published.
  associatedtype Output
  /// How publishing may fail.
  associatedtype Failure: Error

  /// Gives a subscriber a subscription.
  func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

extension Publisher {
  /// Subscribes.
  public func subscribe<S>(_ subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }

  /// Subscribes a subject.
  public func subscribe<S>(_ subject: S) -> AnyCancellable
  where S: Subject, Failure == S.Failure, Output == S.Output {
    let sink = Subscribers.Sink<Output, Failure> { completion in
      subject.send(completion: completion)
    } receiveValue: { value in
      subject.send(value)
    }
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

/// What receives the values of a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// What is received.
  associatedtype Input
  /// How publishing may fail.
  associatedtype Failure: Error

  /// Is given the subscription, once, before anything else.
  func receive(subscription: any Subscription)
  /// Is given a value; what it returns is demanded beside what was demanded before.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Is told that nothing more comes.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The connection of a subscriber to its publisher.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for so many more values.
  func request(_ demand: Subscribers.Demand)
}

/// What can be told to stop.
public protocol Cancellable {
  /// Stops.
  func cancel()
}

extension Cancellable {
  /// Keeps the cancellable in a collection.
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }

  /// Keeps the cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }
}

/// Stops something, at the latest when it goes.
public final class AnyCancellable: Cancellable, Hashable {
  private let action: Guarded<(() -> Void)?>

  /// A cancellable that calls a closure.
  public init(_ cancel: @escaping () -> Void) {
    action = Guarded(cancel)
  }

  /// A cancellable that cancels another one.
  public init<C>(_ canceller: C) where C: Cancellable {
    action = Guarded { canceller.cancel() }
  }

  deinit { cancel() }

  /// Stops; the second time does nothing.
  public func cancel() {
    action.exchange(nil)?()
  }

  /// Whether both are the same object.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  /// Hashes the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
