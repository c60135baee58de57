/// Values that are fetched one by one, each when it is asked for.
///
/// A cursor is good only inside the access that made it.
public protocol Cursor<Element>: AnyObject {
  /// What is fetched.
  associatedtype Element

  /// The next value, nil at the end.
  func next() throws -> Element?
}

extension Cursor {
  /// Calls `body` with each value that is left.
  public func forEach(_ body: (Element) throws -> Void) throws {
    while let element = try next() { try body(element) }
  }

  /// The values that are left, transformed.
  public func map<T>(_ transform: @escaping (Element) throws -> T) -> MapCursor<Self, T> {
    MapCursor(self, transform)
  }

  /// The first value that is left and fulfils the condition.
  public func first(where condition: (Element) throws -> Bool) throws -> Element? {
    while let element = try next() {
      if try condition(element) { return element }
    }
    return nil
  }

  /// Whether any value that is left fulfils the condition.
  public func contains(where condition: (Element) throws -> Bool) throws -> Bool {
    try first(where: condition) != nil
  }

  /// Combines the values that are left.
  public func reduce<Result>(
    into result: Result,
    _ combine: (inout Result, Element) throws -> Void
  ) throws -> Result {
    var result = result
    while let element = try next() { try combine(&result, element) }
    return result
  }
}

/// The values of another cursor, transformed.
public final class MapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element) {
    self.base = base
    self.transform = transform
  }

  /// The next value, nil at the end.
  public func next() throws -> Element? { try base.next().map(transform) }
}

extension Array {
  /// The values that are left.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    while let element = try cursor.next() { append(element) }
  }
}

extension Set {
  /// The values that are left.
  public init<C: Cursor>(_ cursor: C) throws where C.Element == Element {
    self.init()
    while let element = try cursor.next() { insert(element) }
  }
}

/// The run of a statement that a cursor owns: it is ended with the cursor, and not begun again at its
/// end, when others may have the statement.
@usableFromInline
struct CursorRun: ~Copyable {
  @usableFromInline let statement: Statement
  @usableFromInline var isDone = false

  @usableFromInline
  init(_ statement: Statement) {
    self.statement = statement
    statement.reserve()
  }

  deinit {
    if !isDone { statement.finish() }
  }

  @usableFromInline
  mutating func step() throws -> Bool {
    if isDone { return false }
    isDone = true
    guard try statement.step() else { return false }
    isDone = false
    return true
  }
}
