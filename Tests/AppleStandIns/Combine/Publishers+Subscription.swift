extension Publishers {
  /// Calls closures, and publishes all the same.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    /// What the upstream gives.
    public typealias Output = Upstream.Output
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is looked at.
    public let upstream: Upstream
    let receiveSubscription: ((any Subscription) -> Void)?
    let receiveOutput: ((Output) -> Void)?
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    let receiveCancel: (() -> Void)?
    let receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Link(
          onSubscription: { subscription in
            receiveSubscription?(subscription)
            subscriber.receive(
              subscription: LinkSubscription {
                receiveRequest?($0)
                subscription.request($0)
              } onCancel: {
                receiveCancel?()
                subscription.cancel()
              }
            )
          },
          onValue: { value in
            receiveOutput?(value)
            return subscriber.receive(value)
          },
          onCompletion: { completion in
            receiveCompletion?(completion)
            subscriber.receive(completion: completion)
          }
        )
      )
    }
  }

  /// Publishes the first value.
  public struct First<Upstream: Publisher>: Publisher {
    /// What the upstream gives.
    public typealias Output = Upstream.Output
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is cut short.
    public let upstream: Upstream

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let upstreamSubscription = Guarded<(any Subscription)?>(nil)
      let isOver = Guarded(false)
      upstream.subscribe(
        Link(
          onSubscription: { subscription in
            upstreamSubscription.withLock { $0 = subscription }
            subscriber.receive(subscription: subscription)
          },
          onValue: { value in
            guard !isOver.exchange(true) else { return .none }
            _ = subscriber.receive(value)
            upstreamSubscription.exchange(nil)?.cancel()
            subscriber.receive(completion: .finished)
            return .none
          },
          onCompletion: { completion in
            if !isOver.exchange(true) { subscriber.receive(completion: completion) }
          }
        )
      )
    }
  }

  /// Publishes on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// What the upstream gives.
    public typealias Output = Upstream.Output
    /// What the upstream fails with.
    public typealias Failure = Upstream.Failure

    /// What is moved.
    public let upstream: Upstream
    /// Where to.
    public let scheduler: Context
    /// How.
    public let options: Context.SchedulerOptions?

    /// Subscribes.
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let subscription = Guarded<(any Subscription)?>(nil)
      upstream.subscribe(
        Link(
          onSubscription: { upstream in
            subscription.withLock { $0 = upstream }
            subscriber.receive(
              subscription: LinkSubscription {
                subscription.withLock({ $0 })?.request($0)
              } onCancel: {
                subscription.exchange(nil)?.cancel()
              }
            )
          },
          onValue: { value in
            scheduler.schedule(options: options) {
              guard let upstream = subscription.withLock({ $0 }) else { return }
              let more = subscriber.receive(value)
              if more > .none { upstream.request(more) }
            }
            return .none
          },
          onCompletion: { completion in
            scheduler.schedule(options: options) {
              if subscription.exchange(nil) != nil { subscriber.receive(completion: completion) }
            }
          }
        )
      )
    }
  }
}

extension Publisher {
  /// Calls closures.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self,
      receiveSubscription: receiveSubscription,
      receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion,
      receiveCancel: receiveCancel,
      receiveRequest: receiveRequest
    )
  }

  /// The first value.
  public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Publishes on a scheduler.
  public func receive<S>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S> where S: Scheduler
  {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}
