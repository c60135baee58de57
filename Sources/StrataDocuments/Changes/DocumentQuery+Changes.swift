internal import Dispatch
internal import Strata

extension DocumentQuery {
  /// The present rows, and those after each change of what the query reads.
  ///
  /// ```swift
  /// for await change in query.changes { todos = try change.results?.data(as: Task.self) ?? [] }
  /// ```
  ///
  /// Each call gives a sequence of its own. A reader that is slower than the changes is given the newest
  /// rows only. It ends where its task is cancelled.
  public var changes: AsyncStream<QueryChange> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let cancellable = observe(on: DispatchQueue(label: "strata.documents.query")) {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  func observe(
    on queue: DispatchQueue,
    _ observer: @escaping @Sendable (QueryChange) -> Void
  ) -> AnyDatabaseCancellable {
    var observation = ValueObservation.tracking { db in try execute(db) }
    observation.recoversFromErrors = true
    return observation.start(
      in: store.writer,
      scheduling: .async(onQueue: queue),
      onError: { observer(QueryChange(query: self, results: nil, error: $0)) },
      onChange: { observer(QueryChange(query: self, results: $0, error: nil)) }
    )
  }
}
