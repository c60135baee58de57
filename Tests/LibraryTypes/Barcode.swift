public import Strata

/// A type that schemas of other modules name: the digits under the bars on the back of a book.
public struct Barcode: RawRepresentable, Codable, DatabaseValueConvertible, Hashable, Sendable {
  /// The bars.
  public var rawValue: String

  /// Makes one of its bars.
  public init(rawValue: String) { self.rawValue = rawValue }
}
