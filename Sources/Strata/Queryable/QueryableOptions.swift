/// How a queryable request obtains its values.
public struct QueryableOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// The options with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The first value is there at once, fetched on the main actor.
  public static let `default`: QueryableOptions = []

  /// No value is fetched on the main actor; the default value is shown until the first one is there.
  public static let async = QueryableOptions(rawValue: 1 << 0)

  /// Each fetch reads the same region of the database, so that it is found out once.
  ///
  /// See ``ValueObservation/trackingConstantRegion(_:)``.
  public static let constantRegion = QueryableOptions(rawValue: 1 << 1)

  /// An error is a mistake of the programmer, and stops the program.
  public static let assertNoFailure = QueryableOptions(rawValue: 1 << 2)
}

extension QueryableOptions {
  /// Stops the program where the request promised that it cannot fail.
  func assertNoFailure(_ error: any Error, of request: Any.Type) {
    precondition(!contains(.assertNoFailure), "\(request) failed: \(error)")
  }
}
