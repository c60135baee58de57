/// Something of the database that the language does not model: a virtual table, a view without names
/// that Swift could use, a table that keeps to no rule.
///
/// It is created as it is written. Swift gets no type for it; SQL may read and write it.
package struct ObjectModel: Hashable, Sendable {
  /// The key in the schema, which is its name in SQL.
  package var name: Located<String>
  /// The whole statement that creates it.
  package var sql: SQLFragment

  package init(name: Located<String>, sql: SQLFragment) {
    self.name = name
    self.sql = sql
  }
}
