#if canImport(Combine)
public import Combine

extension DatabasePublishers {
  /// Publishes the value of one read; see ``DatabaseReader/readPublisher(receiveOn:value:)``.
  public struct Read<Output>: Publisher {
    /// What the read has thrown.
    public typealias Failure = any Error

    let access: Access<Output>

    /// Subscribes; the read begins with the first demand.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Output {
      access.receive(subscriber: subscriber)
    }
  }

  /// Publishes the value of one write; see ``DatabaseWriter/writePublisher(receiveOn:updates:)``.
  public struct Write<Output>: Publisher {
    /// What the write has thrown.
    public typealias Failure = any Error

    let access: Access<Output>

    /// Subscribes; the write begins with the first demand.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Output {
      access.receive(subscriber: subscriber)
    }
  }

  /// Publishes that a database was migrated; see
  /// ``DatabaseMigrator/migratePublisher(_:receiveOn:)``.
  public struct Migrate: Publisher {
    /// There is nothing to say.
    public typealias Output = Void
    /// What a step has thrown.
    public typealias Failure = any Error

    let access: Access<Void>

    /// Subscribes; the migration begins with the first demand.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Void {
      access.receive(subscriber: subscriber)
    }
  }

  /// One access, whose value is published on a scheduler.
  struct Access<Output>: Publisher {
    typealias Failure = any Error
    typealias Completion = @Sendable (Result<Output, any Error>) -> Void

    /// Begins the access, unless nobody wants it any more.
    let start:
      (_ isWanted: @escaping @Sendable () -> Bool, _ completion: @escaping Completion) ->
        Void
    let schedule: (@escaping () -> Void) -> Void

    func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, S.Input == Output {
      subscriber.receive(subscription: AccessSubscription(self, Downstream(subscriber)))
    }
  }
}

/// The subscription to one access.
///
/// `@unchecked Sendable`: the subscriber is called once, on the scheduler, and all else is in the
/// lock.
private final class AccessSubscription<Output>: Subscription, @unchecked Sendable {
  private struct State {
    var downstream: Downstream<Output>?
    var isStarted = false
  }

  private let publisher: DatabasePublishers.Access<Output>
  private let state: UncheckedLock<State>

  init(_ publisher: DatabasePublishers.Access<Output>, _ downstream: Downstream<Output>) {
    self.publisher = publisher
    state = UncheckedLock(State(downstream: downstream))
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted && state.downstream != nil
    }
    guard isFirst else { return }
    publisher.start({ self.state.withLock { $0.downstream != nil } }) { result in
      self.publisher.schedule { self.publish(result) }
    }
  }

  func cancel() {
    let downstream = state.withLock { $0.downstream.take() }
    withExtendedLifetime(downstream) {}
  }

  private func publish(_ result: Result<Output, any Error>) {
    switch result {
    case .success(let value):
      _ = state.withLock({ $0.downstream })?.receive(value)
      state.withLock({ $0.downstream.take() })?.complete(.finished)
    case .failure(let error):
      state.withLock({ $0.downstream.take() })?.complete(.failure(error))
    }
  }
}
#endif
