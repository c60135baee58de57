// What a cursor shares with sequences; each value is still fetched when it is asked for.

extension Cursor {
  /// The values that are left and fulfil the condition.
  public func filter(
    _ isIncluded: @escaping (Element) throws -> Bool
  ) -> CompactMapCursor<Self, Element> {
    compactMap { try isIncluded($0) ? $0 : nil }
  }

  /// The values that are left, transformed, without those that become nil.
  public func compactMap<T>(
    _ transform: @escaping (Element) throws -> T?
  ) -> CompactMapCursor<Self, T> {
    CompactMapCursor(self, transform)
  }

  /// The first values that are left.
  public func prefix(_ maxLength: Int) -> PrefixCursor<Self> { PrefixCursor(self, maxLength) }

  /// The values that are left after the first ones.
  public func dropFirst(_ count: Int = 1) -> DropFirstCursor<Self> { DropFirstCursor(self, count) }

  /// The values that are left with their numbers, from 0.
  public func enumerated() -> MapCursor<Self, (Int, Element)> {
    var count = 0
    return map { element in
      defer { count += 1 }
      return (count, element)
    }
  }

  /// Combines the values that are left.
  public func reduce<Result>(
    _ result: Result,
    _ combine: (Result, Element) throws -> Result
  ) throws -> Result {
    var result = result
    while let element = try next() { result = try combine(result, element) }
    return result
  }

  /// Whether there is no value left; the first one that is left is gone then.
  public func isEmpty() throws -> Bool { try next() == nil }
}

extension Cursor where Element: Equatable {
  /// Whether any value that is left is the element.
  public func contains(_ element: Element) throws -> Bool { try contains { $0 == element } }
}

extension Cursor where Element: Comparable {
  /// The largest value that is left, nil where there is none.
  public func max() throws -> Element? {
    try reduce(nil) { best, element in best.map { Swift.max($0, element) } ?? element }
  }

  /// The smallest value that is left, nil where there is none.
  public func min() throws -> Element? {
    try reduce(nil) { best, element in best.map { Swift.min($0, element) } ?? element }
  }
}

extension Dictionary {
  /// The values that are left, in groups by a key.
  public init<C: Cursor>(
    grouping cursor: C,
    by keyForValue: (C.Element) throws -> Key
  ) throws where Value == [C.Element] {
    self.init()
    while let element = try cursor.next() {
      self[try keyForValue(element), default: []].append(element)
    }
  }
}

/// The values of another cursor, transformed, without those that become nil.
public final class CompactMapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element?

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element?) {
    self.base = base
    self.transform = transform
  }

  /// The next value, nil at the end.
  public func next() throws -> Element? {
    while let element = try base.next() {
      if let result = try transform(element) { return result }
    }
    return nil
  }
}

/// The first values of another cursor.
public final class PrefixCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var rest: Int

  init(_ base: Base, _ count: Int) {
    self.base = base
    rest = count
  }

  /// The next value, nil at the end.
  public func next() throws -> Base.Element? {
    guard rest > 0 else { return nil }
    rest -= 1
    return try base.next()
  }
}

/// The values of another cursor after its first ones.
public final class DropFirstCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var dropped: Int

  init(_ base: Base, _ count: Int) {
    self.base = base
    dropped = count
  }

  /// The next value, nil at the end.
  public func next() throws -> Base.Element? {
    while dropped > 0 {
      dropped -= 1
      if try base.next() == nil { dropped = 0 }
    }
    return try base.next()
  }
}
