extension ValueObservation {
  /// Starts the observation.
  ///
  /// Starting, writing and cancelling are allowed in the closures.
  ///
  /// - Parameters:
  ///   - reader: the database.
  ///   - scheduler: where the closures are called.
  ///   - onError: is told of an error, after which no more values come.
  ///   - onChange: is given each value.
  /// - Returns: what ends the observation, at the latest when it goes. After `cancel()` on the
  ///   scheduler's own queue or actor, neither closure is called.
  @preconcurrency public func start(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Reducer.Value) -> Void
  ) -> AnyDatabaseCancellable {
    ValueObserver(
      self,
      reader,
      ValueDelivery(
        schedule: { scheduler.schedule($0) },
        onError: onError,
        onChange: onChange
      )
    )
    .start(immediately: scheduler.immediateInitialValue())
  }

  /// Starts the observation on the main actor.
  ///
  /// Starting, writing and cancelling are allowed in the closures.
  ///
  /// - Parameters:
  ///   - reader: the database.
  ///   - scheduler: `.mainActor`, or `.immediate` for a first value before the method returns.
  ///   - onError: is told of an error, after which no more values come.
  ///   - onChange: is given each value.
  /// - Returns: what ends the observation, at the latest when it goes. After `cancel()` on the main
  ///   actor, neither closure is called.
  @preconcurrency @MainActor public func start(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationMainActorScheduler = .mainActor,
    onError: @escaping @MainActor (any Error) -> Void,
    onChange: @escaping @MainActor (Reducer.Value) -> Void
  ) -> AnyDatabaseCancellable {
    ValueObserver(
      self,
      reader,
      ValueDelivery(
        schedule: { scheduler.scheduleOnMainActor($0) },
        onError: { error in MainActor.assumeIsolated { onError(error) } },
        onChange: { value in MainActor.assumeIsolated { onChange(value) } }
      )
    )
    .start(immediately: scheduler.immediateInitialValue())
  }

  /// The values as a sequence, which ends when its task is cancelled.
  ///
  /// The observation starts with the iteration, once for each iterator, and ends with it.
  ///
  /// - Parameters:
  ///   - reader: the database.
  ///   - scheduler: where values are put into the buffer.
  ///   - bufferingPolicy: which values are kept for an iteration that is slower than they come.
  /// - Returns: the sequence.
  public func values(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler = .task,
    bufferingPolicy: AsyncValueObservation<Reducer.Value>.BufferingPolicy = .unbounded
  ) -> AsyncValueObservation<Reducer.Value> {
    AsyncValueObservation(bufferingPolicy: bufferingPolicy) { onError, onChange in
      start(
        in: reader,
        scheduling: scheduler,
        onError: { if !recoversFromErrors { onError($0) } },
        onChange: onChange
      )
    }
  }
}
