#if canImport(Combine)
internal import Combine

/// The Combine publishers of databases.
public enum DatabasePublishers {}

/// Who receives the values of a publisher, without its type.
///
/// Combine lets no two calls to a subscriber run at the same time, but says nothing of threads, so
/// that its subscribers are not sendable.
struct Downstream<Value> {
  let receive: (Value) -> Subscribers.Demand
  let complete: (Subscribers.Completion<any Error>) -> Void

  init<S: Subscriber>(_ subscriber: S) where S.Input == Value, S.Failure == any Error {
    receive = subscriber.receive(_:)
    complete = subscriber.receive(completion:)
  }
}
#endif
