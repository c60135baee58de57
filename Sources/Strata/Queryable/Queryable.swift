#if canImport(Combine)
public import Combine
#endif

/// A request whose values a screen shows: where they come from, and what is shown before.
///
/// Most requests refine ``ValueObservationQueryable``, ``PresenceObservationQueryable`` or
/// ``FetchQueryable``, which need a `fetch` method only. Requests are compared, so that a screen
/// whose request has not changed goes on with the values it has.
public protocol Queryable<Context>: Equatable {
  /// What the request gives.
  associatedtype Value
  /// What holds the database.
  associatedtype Context = DatabaseContext

  /// What is shown until the first value is there.
  @MainActor static var defaultValue: Value { get }

  /// Starts to obtain values.
  ///
  /// - Parameters:
  ///   - context: what holds the database.
  ///   - onCompletion: is told, once, that no more values come: an error is why.
  ///   - onChange: is given each value; the first one may come before the method returns.
  /// - Returns: what stops the values, at the latest when it goes.
  /// - Throws: why there cannot be any value, such as ``DatabaseContextError``.
  @MainActor func start(
    in context: Context,
    onCompletion: @escaping @MainActor (QueryableCompletion) -> Void,
    onChange: @escaping @MainActor (Value) -> Void
  ) throws -> AnyDatabaseCancellable

  #if canImport(Combine)
  /// What publishes the values.
  associatedtype ValuePublisher: Publisher = AnyPublisher<Value, any Error>
  where ValuePublisher.Output == Value

  /// The values as a publisher.
  ///
  /// A request needs it, or `start(in:onCompletion:onChange:)`, of which the other one is made.
  ///
  /// - Parameter context: what holds the database.
  /// - Returns: a publisher, whose values are shown on the main actor.
  /// - Throws: why there cannot be any value, such as ``DatabaseContextError``.
  @MainActor func publisher(in context: Context) throws -> ValuePublisher
  #endif
}

/// Why no more values of a request come.
public enum QueryableCompletion: Sendable {
  /// The request has given all that it has.
  case finished
  /// The values could not be obtained.
  case failure(any Error)
}

extension Queryable where Value: Sendable {
  /// The values, as a sequence that ends when its task is cancelled.
  ///
  /// An error of the context is the error of the sequence.
  @MainActor public func values(in context: Context) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let cancellable = try start(in: context) { completion in
          switch completion {
          case .finished: continuation.finish()
          case .failure(let error): continuation.finish(throwing: error)
          }
        } onChange: { value in
          continuation.yield(value)
        }
        continuation.onTermination = { _ in cancellable.cancel() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
