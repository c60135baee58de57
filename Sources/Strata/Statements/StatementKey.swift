internal import Synchronization

/// SQL that is compiled at most once on each connection, found there without hashing.
///
/// Make one for a SQL text and keep it, in a `static let` or in what knows the SQL: each key takes a
/// place in every connection that runs it.
public struct StatementKey: Sendable {
  /// The SQL of one statement.
  public let sql: String
  let slot: Int

  private static let count = Atomic<Int>(0)

  /// A new key.
  public init(_ sql: String) {
    self.sql = sql
    slot = Self.count.add(1, ordering: .relaxed).oldValue
  }
}
