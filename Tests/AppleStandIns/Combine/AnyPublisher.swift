/// A publisher of which only the values are known.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let box: Box<Output, Failure>

  /// Hides a publisher.
  public init<P>(_ publisher: P) where P: Publisher, Output == P.Output, Failure == P.Failure {
    box = PublisherBox(publisher)
  }

  /// Subscribes to the hidden publisher.
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    box.receive(subscriber: subscriber)
  }
}

extension Publisher {
  /// The publisher without its type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

private class Box<Output, Failure: Error> {
  func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    preconditionFailure("the box of a publisher is a subclass")
  }
}

private final class PublisherBox<Base: Publisher>: Box<Base.Output, Base.Failure> {
  private let base: Base

  init(_ base: Base) { self.base = base }

  override func receive<S>(subscriber: S)
  where S: Subscriber, Base.Failure == S.Failure, Base.Output == S.Input {
    base.receive(subscriber: subscriber)
  }
}
