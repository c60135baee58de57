import StrataSQLite
import StrataSchema

extension Prover {
  /// Creates what the schema writes in SQL of its own, of some kinds, so that the rest may read it.
  mutating func createObjects(_ kinds: Set<DDLStatement.Kind>) throws {
    for object in schema.objects {
      let statement = objectStatement(object)
      guard kinds.contains(statement.kind), checkHead(of: object) else { continue }
      let name = SQLTokenizer.fold(object.name.value)
      do {
        try database.execute(statement.sql)
      } catch {
        broken.insert(name)
        try report(error, in: statement.text, at: object.name.range, reading: [])
        continue
      }
      guard [.table, .virtualTable, .view].contains(statement.kind) else { continue }
      try addToCatalog(object, statement.kind)
    }
  }

  /// Whether the SQL is one statement that creates something of the object's name.
  private mutating func checkHead(of object: ObjectModel) -> Bool {
    guard let tokens = check(object.sql, as: .creation) else { return false }
    guard let head = ObjectHead(tokens) else {
      diagnostics.error(
        "sql-fragment",
        "an object is the CREATE TABLE, CREATE VIRTUAL TABLE, CREATE VIEW, CREATE INDEX or CREATE"
          + " TRIGGER that makes it, with its name alone; '\(object.sql.text.prefix(30))' is not one",
        at: object.sql.range
      )
      return false
    }
    let name = head.name.name ?? SQLToken.unquote(head.name.text)
    guard SQLTokenizer.fold(name) != SQLTokenizer.fold(object.name.value) else { return true }
    diagnostics.error(
      "sql-fragment",
      "the key of an object is its name, and this creates '\(name)'; write it as the key",
      at: object.sql.range(ofUTF8: head.name.range)
    )
    return false
  }

  /// Lets SQL read the object.
  ///
  /// Of one that cannot be read, such as a view of what is gone, nothing is known.
  private mutating func addToCatalog(_ object: ObjectModel, _ kind: DDLStatement.Kind) throws {
    let name = object.name.value
    guard
      let statement = try? database.prepare(
        "SELECT name, hidden FROM pragma_table_xinfo(" + Literal.sqlText(name) + ")"
      )
    else { return }
    var columns: [String] = []
    var hidden: [String] = []
    while (try? statement.step()) == true {
      guard let column = String.fromDatabaseValue(statement.value(0)) else { continue }
      if Int.fromDatabaseValue(statement.value(1)) == 1 {
        hidden.append(column)
      } else {
        columns.append(column)
      }
    }
    catalog.add(object: name, columns: columns, hidden: hidden, isTable: kind != .view)
  }
}
