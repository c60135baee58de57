/// A request for something that may be missing; what was there last is remembered when it goes.
///
/// For a screen that shows a row which somebody may delete meanwhile.
public protocol PresenceObservationQueryable<Context>: Queryable, Sendable
where Context: TopLevelDatabaseReader, Value == Presence<WrappedValue> {
  /// What may be missing.
  associatedtype WrappedValue: Sendable

  /// How the values are obtained; ``QueryableOptions/default`` where the request does not say.
  static var queryableOptions: QueryableOptions { get }

  /// Fetches what is there.
  ///
  /// - Returns: nil where it is missing.
  func fetch(_ db: Database) throws -> WrappedValue?

  /// The observation of what is there.
  ///
  /// A request whose region is known without running it says so here; the others are recorded while
  /// they are fetched.
  func observation() -> ValueObservation<ValueReducers.Fetch<WrappedValue?>>
}

extension PresenceObservationQueryable {
  /// Nothing is there until the first value is.
  @MainActor public static var defaultValue: Presence<WrappedValue> { .missing }

  /// The first value is there at once, fetched on the main actor.
  public static var queryableOptions: QueryableOptions { .default }

  /// An observation of what the request reads while it is fetched.
  public func observation() -> ValueObservation<ValueReducers.Fetch<WrappedValue?>> {
    Self.queryableOptions.contains(.constantRegion)
      ? .trackingConstantRegion(fetch) : .tracking(fetch)
  }

  /// Starts the observation.
  @MainActor public func start(
    in context: Context,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Presence<WrappedValue>) -> Void
  ) throws -> AnyDatabaseCancellable {
    try observation().scanPresence().start(
      in: context.reader,
      for: Self.self,
      options: Self.queryableOptions,
      onCompletion: onCompletion,
      onChange: onChange
    )
  }
}
