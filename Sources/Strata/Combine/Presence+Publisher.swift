#if canImport(Combine)
public import Combine

extension Publisher {
  /// The presence of what is published: whether it is there, and what was there last.
  public func scanPresence<Value>() -> Publishers.Scan<Self, Presence<Value>>
  where Output == Value? {
    scan(.missing) { presence, value in presence.next(value) }
  }
}
#endif
