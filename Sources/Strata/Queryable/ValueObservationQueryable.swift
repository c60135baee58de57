/// A request that is observed: a value at each change of what it reads.
public protocol ValueObservationQueryable<Context>: Queryable, Sendable
where Context: TopLevelDatabaseReader, Value: Sendable {
  /// How the values are obtained; ``QueryableOptions/default`` where the request does not say.
  static var queryableOptions: QueryableOptions { get }

  /// Fetches a value.
  func fetch(_ db: Database) throws -> Value

  /// The observation of the request.
  ///
  /// A request whose region is known without running it says so here; the others are recorded while
  /// they are fetched.
  func observation() -> ValueObservation<ValueReducers.Fetch<Value>>
}

extension ValueObservationQueryable {
  /// The first value is there at once, fetched on the main actor.
  public static var queryableOptions: QueryableOptions { .default }

  /// An observation of what the request reads while it is fetched.
  public func observation() -> ValueObservation<ValueReducers.Fetch<Value>> {
    Self.queryableOptions.contains(.constantRegion)
      ? .trackingConstantRegion(fetch) : .tracking(fetch)
  }

  /// Starts the observation.
  @MainActor public func start(
    in context: Context,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Value) -> Void
  ) throws -> AnyDatabaseCancellable {
    try observation().start(
      in: context.reader,
      for: Self.self,
      options: Self.queryableOptions,
      onCompletion: onCompletion,
      onChange: onChange
    )
  }
}

extension ValueObservation {
  /// Starts the observation of a queryable request, on the main actor.
  @MainActor func start(
    in reader: any DatabaseReader,
    for request: Any.Type,
    options: QueryableOptions,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Reducer.Value) -> Void
  ) -> AnyDatabaseCancellable {
    let onError: @MainActor (any Error) -> Void = { error in
      options.assertNoFailure(error, of: request)
      onCompletion(.failure(error))
    }
    return options.contains(.async)
      ? start(in: reader, scheduling: .mainActor, onError: onError, onChange: onChange)
      : start(in: reader, scheduling: .immediate, onError: onError, onChange: onChange)
  }
}
