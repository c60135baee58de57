/// A publisher whose values are sent from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value.
  func send(_ value: Output)
  /// Sends the end.
  func send(completion: Subscribers.Completion<Failure>)
  /// Is given a subscription of the subject to another publisher.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a value that says nothing.
  public func send() { send(()) }
}

/// A subject that keeps nothing: who has no demand misses a value.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let hub = Hub<Output, Failure>()

  /// A subject without subscribers.
  public init() {}

  /// Sends a value to all subscribers.
  public func send(_ value: Output) { hub.send(value) }

  /// Sends the end to all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion) }

  /// Asks for everything.
  public func send(subscription: any Subscription) { subscription.request(.unlimited) }

  /// Adds a subscriber.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    hub.add(Conduit(subscriber, last: nil))
  }
}

/// A subject that knows its last value.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let hub = Hub<Output, Failure>()
  private let current: Guarded<Output>

  /// A subject with a first value.
  public init(_ value: Output) { current = Guarded(value) }

  /// The last value.
  public var value: Output {
    get { current.withLock { $0 } }
    set { send(newValue) }
  }

  /// Sends a value to all subscribers.
  public func send(_ value: Output) {
    current.withLock { $0 = value }
    hub.send(value)
  }

  /// Sends the end to all subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion) }

  /// Asks for everything.
  public func send(subscription: any Subscription) { subscription.request(.unlimited) }

  /// Adds a subscriber, who gets the last value first.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    hub.add(Conduit(subscriber, last: value))
  }
}

/// The subscribers of a subject.
private final class Hub<Output, Failure: Error> {
  private struct State {
    var conduits: [Conduit<Output, Failure>] = []
    var completion: Subscribers.Completion<Failure>?
  }

  private let state = Guarded(State())

  func add(_ conduit: Conduit<Output, Failure>) {
    let completion = state.withLock { state in
      if state.completion == nil { state.conduits.append(conduit) }
      return state.completion
    }
    conduit.begin { [weak self, weak conduit] in
      self?.state.withLock { state in state.conduits.removeAll { $0 === conduit } }
    }
    if let completion { conduit.send(completion) }
  }

  func send(_ value: Output) {
    for conduit in state.withLock({ $0.conduits }) { conduit.send(value) }
  }

  func send(_ completion: Subscribers.Completion<Failure>) {
    let conduits = state.withLock { state -> [Conduit<Output, Failure>] in
      guard state.completion == nil else { return [] }
      state.completion = completion
      defer { state.conduits = [] }
      return state.conduits
    }
    for conduit in conduits { conduit.send(completion) }
  }
}

/// One subscription to a subject.
private final class Conduit<Output, Failure: Error>: Subscription {
  private struct State {
    var demand = Subscribers.Demand.none
    /// What is given on demand, where the subject knows it.
    var last: Output?
    var isOver = false
    var remove: () -> Void = {}
  }

  private let subscribe: (any Subscription) -> Void
  private let receive: (Output) -> Subscribers.Demand
  private let complete: (Subscribers.Completion<Failure>) -> Void
  private let keepsLast: Bool
  private let state: Guarded<State>

  init<S>(_ subscriber: S, last: Output?)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    subscribe = subscriber.receive(subscription:)
    receive = subscriber.receive(_:)
    complete = subscriber.receive(completion:)
    keepsLast = last != nil
    state = Guarded(State(last: last))
  }

  func begin(_ remove: @escaping () -> Void) {
    state.withLock { $0.remove = remove }
    subscribe(self)
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a demand is greater than none")
    let last = state.withLock { state -> Output? in
      state.demand += demand
      if state.isOver { return nil }
      defer { state.last = nil }
      if state.last != nil { state.demand -= 1 }
      return state.last
    }
    if let last { hand(last) }
  }

  func send(_ value: Output) {
    let isWanted = state.withLock { state in
      guard !state.isOver else { return false }
      guard state.demand > .none else {
        if keepsLast { state.last = value }
        return false
      }
      state.last = nil
      state.demand -= 1
      return true
    }
    if isWanted { hand(value) }
  }

  func send(_ completion: Subscribers.Completion<Failure>) {
    if end() { complete(completion) }
  }

  func cancel() {
    let remove = state.withLock(\.remove)
    if end() { remove() }
  }

  private func hand(_ value: Output) {
    let more = receive(value)
    state.withLock { $0.demand += more }
  }

  private func end() -> Bool {
    state.withLock { state in
      defer {
        state.isOver = true
        state.last = nil
        state.remove = {}
      }
      return !state.isOver
    }
  }
}
