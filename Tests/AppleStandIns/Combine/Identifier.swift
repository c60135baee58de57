import Synchronization

/// Something with an identity of its own in a chain of publishers.
public protocol CustomCombineIdentifierConvertible {
  /// The identity.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identity of the object.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

/// Names a subscriber or a subscription.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  private static let last = Atomic(UInt64(0))
  private let number: UInt64

  /// A name that nothing else has.
  public init() { number = Self.last.add(1, ordering: .relaxed).newValue }

  /// The name of an object.
  public init(_ object: AnyObject) {
    number = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// The number.
  public var description: String { "0x\(String(number, radix: 16))" }
}
