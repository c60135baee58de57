/// The publishers that the operators make.
public enum Publishers {
  /// Publishes transformed values.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is transformed.
    public let upstream: Upstream
    /// How.
    public let transform: (Upstream.Output) -> Output

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Link(subscriber, onValue: { [transform] in subscriber.receive(transform($0)) })
      )
    }
  }

  /// Publishes other errors.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    /// What the upstream gives.
    public typealias Output = Upstream.Output

    /// What is transformed.
    public let upstream: Upstream
    /// How.
    public let transform: (Upstream.Failure) -> Failure

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Link(
          onSubscription: subscriber.receive(subscription:),
          onValue: subscriber.receive(_:),
          onCompletion: { [transform] completion in
            switch completion {
            case .finished: subscriber.receive(completion: .finished)
            case .failure(let error): subscriber.receive(completion: .failure(transform(error)))
            }
          }
        )
      )
    }
  }

  /// Publishes what has become of a value after each one.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is scanned.
    public let upstream: Upstream
    /// What each subscription begins with.
    public let initialResult: Output
    /// The next result.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Scans a publisher.
    public init(
      upstream: Upstream,
      initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let result = Guarded(initialResult)
      upstream.subscribe(
        Link(
          subscriber,
          onValue: { [nextPartialResult] value in
            let next = nextPartialResult(result.withLock { $0 }, value)
            result.withLock { $0 = next }
            return subscriber.receive(next)
          }
        )
      )
    }
  }

  /// Publishes values that differ from the one before.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// What the upstream gives.
    public typealias Output = Upstream.Output
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is compared.
    public let upstream: Upstream
    /// How.
    public let predicate: (Output, Output) -> Bool

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let last = Guarded<Output?>(nil)
      upstream.subscribe(
        Link(
          subscriber,
          onValue: { [predicate] value in
            if let last = last.exchange(value), predicate(last, value) { return .max(1) }
            return subscriber.receive(value)
          }
        )
      )
    }
  }
}

extension Publisher {
  /// Transforms the values.
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Transforms the error.
  public func mapError<E>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E>
  where E: Error {
    Publishers.MapError(upstream: self, transform: transform)
  }

  /// Lets each value change a result.
  public func scan<T>(
    _ initialResult: T,
    _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self,
      initialResult: initialResult,
      nextPartialResult: nextPartialResult
    )
  }

  /// Leaves out what equals the value before.
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publisher where Output: Equatable {
  /// Leaves out what equals the value before.
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}
