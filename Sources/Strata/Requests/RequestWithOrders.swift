/// A typed request whose order can be chosen: one for which the schema names several.
///
///     let request = GradedScoresRequest(grade: .middle, order: .named)
public protocol RequestWithOrders: TypedRequest {
  /// The orders that can be chosen; the raw values count from 0.
  associatedtype Ordering: RawRepresentable<Int> & Hashable & Sendable

  /// The chosen order.
  var order: Ordering { get }

  /// The SQL in each order, and what all of it reads.
  static var orders: RequestOrders { get }
}

extension RequestWithOrders {
  /// The first order's.
  public static var definition: RequestDefinition { orders.definitions[0] }

  /// The chosen order's.
  public var chosenDefinition: RequestDefinition { Self.orders.definitions[order.rawValue] }
}

/// The SQL of a request in each of its orders.
public final class RequestOrders: Sendable {
  let definitions: [RequestDefinition]

  /// Makes the definitions.
  ///
  /// - Parameters:
  ///   - sql: one SELECT statement for each order.
  ///   - footprint: what each of them reads.
  public init(_ sql: [String], reads footprint: RequestFootprint) {
    definitions = sql.map { RequestDefinition($0, reads: footprint) }
  }
}
