/// An order that can be chosen, with the whole SQL.
package struct ProvedOrder: Hashable, Sendable {
  /// The name of the case in Swift.
  package var name: String
  package var sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}

/// The SQL that reads a request page by page.
///
/// Both statements give the columns of the record and then the values that say where a page ends; those
/// are the parameters of `next` after the ones of the request.
package struct ProvedPage: Hashable, Sendable {
  package var first: String
  package var next: String
  /// How many values say where a page ends.
  package var keyCount: Int

  package init(first: String, next: String, keyCount: Int) {
    self.first = first
    self.next = next
    self.keyCount = keyCount
  }
}
