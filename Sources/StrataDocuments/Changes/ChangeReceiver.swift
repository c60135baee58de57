/// Who is given changes, and is told of their end.
struct ChangeReceiver<Change: Sendable>: Sendable {
  /// Takes a change; after the end it does nothing.
  let receive: @Sendable (Change) -> Void
  /// Ends the changes; the second time does nothing.
  let finish: @Sendable () -> Void
}

extension ChangeReceiver {
  /// The sequence of a continuation.
  init(_ continuation: AsyncStream<Change>.Continuation) {
    self.init(receive: { continuation.yield($0) }, finish: { continuation.finish() })
  }

  /// Who is given what becomes of changes of another kind.
  func map<Other>(
    _ transform: @escaping @Sendable (Other) -> Change?
  ) -> ChangeReceiver<Other> {
    ChangeReceiver<Other>(
      receive: { [receive] other in transform(other).map(receive) },
      finish: finish
    )
  }
}
