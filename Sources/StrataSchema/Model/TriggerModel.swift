/// A trigger of the schema, written in SQL.
package struct TriggerModel: Hashable, Sendable {
  /// The key in the schema, which is the trigger's name in SQL.
  package var name: Located<String>
  /// What follows `CREATE TRIGGER name`: `AFTER INSERT ON player BEGIN … END`.
  package var sql: SQLFragment

  package init(name: Located<String>, sql: SQLFragment) {
    self.name = name
    self.sql = sql
  }
}
