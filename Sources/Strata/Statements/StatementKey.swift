internal import Synchronization

/// SQL that is compiled at most once on each connection, found there without hashing.
///
/// Make one for a SQL text and keep it, in a `static let` or in what knows the SQL: each key takes a
/// place in every connection that runs it.
public struct StatementKey: Sendable {
  /// The SQL of one statement.
  public let sql: String
  let slot: Int
  /// Whether the SQL says by name which columns it selects, which no change of the schema changes.
  let namesColumns: Bool

  private static let count = Atomic<Int>(0)

  /// A new key.
  public init(_ sql: String) { self.init(sql, namesColumns: false) }

  init(_ sql: String, namesColumns: Bool) {
    self.sql = sql
    self.namesColumns = namesColumns
    slot = Self.count.add(1, ordering: .relaxed).oldValue
  }
}
