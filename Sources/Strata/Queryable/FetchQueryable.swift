/// A request that is fetched once, and shows one value.
///
/// For what shall not change while it is looked at, such as the choices of a picker.
public protocol FetchQueryable<Context>: Queryable, Sendable
where Context: TopLevelDatabaseReader, Value: Sendable {
  /// How the value is obtained; ``QueryableOptions/default`` where the request does not say.
  static var queryableOptions: QueryableOptions { get }

  /// Fetches the value.
  func fetch(_ db: Database) throws -> Value
}

extension FetchQueryable {
  /// The value is fetched at once, on the main actor.
  public static var queryableOptions: QueryableOptions { .default }

  /// Fetches the one value.
  @MainActor public func start(
    in context: Context,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Value) -> Void
  ) throws -> AnyDatabaseCancellable {
    let reader = try context.reader
    let deliver: @MainActor (Result<Value, any Error>) -> Void = { result in
      switch result {
      case .success(let value):
        onChange(value)
        onCompletion(.finished)
      case .failure(let error):
        Self.queryableOptions.assertNoFailure(error, of: Self.self)
        onCompletion(.failure(error))
      }
    }

    guard Self.queryableOptions.contains(.async) else {
      deliver(Result { try reader.read(fetch) })
      return AnyDatabaseCancellable {}
    }
    let task = Task { @MainActor in
      let result: Result<Value, any Error>
      do {
        result = .success(try await reader.read(fetch))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { deliver(result) }
    }
    return AnyDatabaseCancellable { task.cancel() }
  }
}
