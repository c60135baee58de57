/// The SQL of a typed request, and what it reads.
///
/// Generated requests keep theirs in a `static let`, so that its statement is compiled once for each
/// connection and found without hashing.
public final class RequestDefinition: Sendable {
  /// What the request reads.
  public let footprint: RequestFootprint

  /// The SQL, with its parameters written `?1`, `?2`, ….
  public var sql: String { key.sql }

  let key: StatementKey

  /// Makes a definition.
  ///
  /// - Parameters:
  ///   - sql: one SELECT statement.
  ///   - footprint: what it reads.
  public init(_ sql: String, reads footprint: RequestFootprint) {
    key = StatementKey(sql)
    self.footprint = footprint
  }

  /// Makes a definition over a statement that others use too.
  init(_ key: StatementKey, reads footprint: RequestFootprint) {
    self.key = key
    self.footprint = footprint
  }
}
