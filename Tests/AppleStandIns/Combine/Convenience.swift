/// Publishes one value.
public struct Just<Output>: Publisher {
  /// It does not fail.
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// A publisher of a value.
  public init(_ output: Output) { self.output = output }

  /// Subscribes.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    let isOver = Guarded(false)
    subscriber.receive(
      subscription: LinkSubscription { [output] _ in
        guard !isOver.exchange(true) else { return }
        _ = subscriber.receive(output)
        subscriber.receive(completion: .finished)
      } onCancel: {
        _ = isOver.exchange(true)
      }
    )
  }
}

/// Publishes an error.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error.
  public let error: Failure

  /// A publisher that fails.
  public init(error: Failure) { self.error = error }

  /// A publisher that fails.
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  /// Subscribes.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    subscriber.receive(subscription: LinkSubscription(onRequest: { _ in }, onCancel: {}))
    subscriber.receive(completion: .failure(error))
  }
}

/// Publishes nothing, or the end only.
public struct Empty<Output, Failure: Error>: Publisher {
  /// Whether the end is published.
  public let completeImmediately: Bool

  /// A publisher of nothing.
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  /// Subscribes.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    subscriber.receive(subscription: LinkSubscription(onRequest: { _ in }, onCancel: {}))
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// Makes a publisher for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  /// What the publishers give.
  public typealias Output = DeferredPublisher.Output
  /// What the publishers fail with.
  public typealias Failure = DeferredPublisher.Failure

  /// Makes a publisher.
  public let createPublisher: () -> DeferredPublisher

  /// A publisher of publishers.
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Subscribes.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    createPublisher().subscribe(subscriber)
  }
}
