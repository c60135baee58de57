internal import CSQLite

/// Stops what runs on a connection, from any thread.
///
/// `sqlite3_interrupt` may be called from every thread as long as the connection is open
/// (https://sqlite.org/c3ref/interrupt.html); whoever holds this sees to that by a lock that the end
/// of the access takes too. That is the invariant of `@unchecked Sendable`.
package struct SQLiteInterrupter: @unchecked Sendable {
  private let handle: OpaquePointer

  package init(_ connection: SQLiteConnection) { handle = connection.handle }

  package func interrupt() { sqlite3_interrupt(handle) }
}
