/// The values of an observation as a sequence; see `values(in:scheduling:bufferingPolicy:)`.
///
/// The sequence never ends by itself. It ends with an error of the observation, and without one
/// where its task is cancelled. The observation ends when the iterator goes.
public struct AsyncValueObservation<Element: Sendable>: AsyncSequence, Sendable {
  /// Which values are kept for an iteration that is slower than they come.
  public enum BufferingPolicy: Sendable, Hashable {
    /// All of them.
    case unbounded
    /// The first ones; later ones are dropped until there is room.
    case bufferingOldest(Int)
    /// The last ones; earlier ones are dropped.
    case bufferingNewest(Int)
  }

  typealias Start =
    @Sendable (
      _ onError: @escaping @Sendable (any Error) -> Void,
      _ onChange: @escaping @Sendable (Element) -> Void
    ) -> AnyDatabaseCancellable

  private let bufferingPolicy: BufferingPolicy
  private let start: Start

  init(bufferingPolicy: BufferingPolicy, start: @escaping Start) {
    self.bufferingPolicy = bufferingPolicy
    self.start = start
  }

  /// Starts an observation of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(AsyncValueStorage(bufferingPolicy: bufferingPolicy, start: start))
  }

  /// The values of one observation, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let handle: Handle

    fileprivate init(_ storage: AsyncValueStorage<Element>) { handle = Handle(storage) }

    /// The next value; nil where the task is cancelled.
    ///
    /// - Throws: the error that has ended the observation.
    public mutating func next() async throws -> Element? { try await handle.storage.next() }

    /// The next value; nil where the task is cancelled.
    ///
    /// - Throws: the error that has ended the observation.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      try await handle.storage.next()
    }
  }

  /// Ends the observation when the last copy of the iterator goes.
  fileprivate final class Handle: Sendable {
    let storage: AsyncValueStorage<Element>
    init(_ storage: AsyncValueStorage<Element>) { self.storage = storage }
    deinit { storage.cancel() }
  }
}
