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
  /// rows only. It ends where its task is cancelled; where the database is closed, it tells of that error
  /// first.
  public var changes: AsyncStream<QueryChange> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let cancellable = observe(
        on: DispatchQueue(label: "strata.documents.query"),
        ChangeReceiver(continuation)
      )
      continuation.onTermination = { _ in cancellable.cancel() }
    }
  }

  func observe(
    on queue: DispatchQueue,
    _ receiver: ChangeReceiver<QueryChange>
  ) -> AnyDatabaseCancellable {
    let fail: @Sendable (any Error) -> Void = { error in
      receiver.receive(QueryChange(query: self, results: nil, error: error))
      // Nothing makes it better. Whoever is the second to notice does nothing.
      if error.saysClosed { receiver.finish() }
    }
    var observation = ValueObservation.tracking { db in try execute(db) }
    observation.recoversFromErrors = true
    let cancellable = observation.start(
      in: store.writer,
      scheduling: .async(onQueue: queue),
      onError: fail,
      onChange: { receiver.receive(QueryChange(query: self, results: $0, error: nil)) }
    )
    let closing = store.whenClosed {
      cancellable.cancel()
      queue.async { fail(DatabaseError.closedDatabase) }
    }
    return AnyDatabaseCancellable {
      closing.cancel()
      cancellable.cancel()
    }
  }
}
