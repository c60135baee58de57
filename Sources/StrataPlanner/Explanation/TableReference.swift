import StrataSQLite
import StrataSchema

/// A foreign key between two tables, of one column or of several.
package struct TableReference: Hashable, Sendable {
  /// The SQL names of the table that has the foreign key, and of the one that it leads to.
  package var child: String
  package var parent: String
  /// The SQL names of the columns of the child.
  package var columns: [String]
  /// Whether a row may refer to none.
  package var isOptional: Bool
  /// Whether at most one row refers to one.
  package var isUnique: Bool

  package init(
    child: String,
    parent: String,
    columns: [String],
    isOptional: Bool,
    isUnique: Bool
  ) {
    self.child = child
    self.parent = parent
    self.columns = columns
    self.isOptional = isOptional
    self.isUnique = isUnique
  }
}

/// All foreign keys of a database, those in constraints too, in the order of its tables.
///
/// - Throws: `DatabaseError` where SQLite does not take what it has taken before.
package func tableReferences(of proof: Proof) throws -> [TableReference] {
  let database = try proof.makeDatabase()
  let names = Dictionary(
    proof.schema.tables.map { (SQLTokenizer.fold($0.sqlName), $0.sqlName) },
    uniquingKeysWith: { first, _ in first }
  )
  return try proof.schema.tables.flatMap { table in
    let keys = try foreignKeys(of: table, in: database)
    let uniques = try uniqueColumns(of: table, in: database)
    return keys.map { key in
      let columns = Set(key.columns.map(SQLTokenizer.fold))
      return TableReference(
        child: table.sqlName,
        parent: names[SQLTokenizer.fold(key.parent)] ?? key.parent,
        columns: key.columns,
        isOptional: table.columns.contains {
          $0.isOptional && columns.contains(SQLTokenizer.fold($0.sqlName))
        },
        isUnique: uniques.contains { $0.isSubset(of: columns) }
      )
    }
  }
}

/// The foreign keys of a table (https://sqlite.org/pragma.html#pragma_foreign_key_list), which SQLite
/// counts from the last one.
private func foreignKeys(
  of table: TableModel,
  in database: ProofDatabase
) throws -> [(parent: String, columns: [String])] {
  let name = SQLText.quote(table.sqlName)
  let list = try database.prepare("PRAGMA foreign_key_list(\(name))")
  var keys: [Int64: (parent: String, columns: [Int64: String])] = [:]
  while try list.step() {
    guard let id = Int64.fromDatabaseValue(list.value(0)),
      let place = Int64.fromDatabaseValue(list.value(1)),
      let parent = String.fromDatabaseValue(list.value(2)),
      let column = String.fromDatabaseValue(list.value(3))
    else { continue }
    keys[id, default: (parent, [:])].columns[place] = column
  }
  return keys.sorted { $0.key > $1.key }.map { _, key in
    (key.parent, key.columns.sorted { $0.key < $1.key }.map(\.value))
  }
}

/// The folded names of columns of which each set tells the rows of a table apart.
private func uniqueColumns(
  of table: TableModel,
  in database: ProofDatabase
) throws -> [Set<String>] {
  let names = table.primaryKey.compactMap { table.column(named: $0)?.sqlName }
  var sets = names.isEmpty ? [] : [Set(names.map(SQLTokenizer.fold))]
  let list = try database.prepare("PRAGMA index_list(\(SQLText.quote(table.sqlName)))")
  while try list.step() {
    guard let index = String.fromDatabaseValue(list.value(1)),
      Int64.fromDatabaseValue(list.value(2)) == 1, Int64.fromDatabaseValue(list.value(4)) == 0
    else { continue }
    let info = try database.prepare("PRAGMA index_info(\(SQLText.quote(index)))")
    var columns: [String?] = []
    // An expression has no name.
    while try info.step() { columns.append(String.fromDatabaseValue(info.value(2))) }
    let names = columns.compactMap(\.self)
    if names.count == columns.count { sets.append(Set(names.map(SQLTokenizer.fold))) }
  }
  return sets
}
