import StrataSchema

/// A table as a database has it, by what its CREATE TABLE means.
///
/// Where a constraint stands, in a column or beside the columns, makes no difference, nor does its name.
struct StoredTable: Hashable {
  var name: String
  /// The columns in their order, which means nothing to what is generated.
  var columns: [StoredColumn]
  var primaryKey: StoredKey?
  var uniques: Set<StoredKey> = []
  var foreignKeys: Set<StoredForeignKey> = []
  /// The conditions, normalised; the same one twice is one.
  var checks: Set<String> = []
  var isStrict = false
  var isWithoutRowID = false
  /// The statement that would create it.
  var sql: String

  var foldedName: String { SQLTokenizer.fold(name) }

  /// Whether it keeps the documents of a collection.
  var isCollection: Bool { CollectionModel.name(ofTable: name) != nil }

  func column(_ folded: String) -> StoredColumn? { columns.first { $0.foldedName == folded } }

  /// The column that is the rowid (https://sqlite.org/lang_createtable.html#rowid).
  var rowIDColumn: StoredColumn? {
    guard !isWithoutRowID, let key = primaryKey, key.columns.count == 1,
      let column = column(key.columns[0].name), column.type == "INTEGER", !key.isDescendingColumn
    else { return nil }
    return column
  }

  /// The constraints as one set of words, for telling whether the same ones are there.
  func hasSameConstraints(as other: StoredTable) -> Bool {
    primaryKey == other.primaryKey && uniques == other.uniques && foreignKeys == other.foreignKeys
      && checks == other.checks && isStrict == other.isStrict
      && isWithoutRowID == other.isWithoutRowID
  }
}

/// A column as a database has it.
struct StoredColumn: Hashable {
  var name: String
  /// The declared type in upper case, words separated by one space.
  var type: String
  var isNotNull = false
  /// The default, normalised.
  var defaultValue: String?
  /// The default as SQL, as it was written.
  var defaultSQL: String?
  /// The folded name of the collation, where that is not BINARY.
  var collation: String?
  var generated: Generated?

  struct Generated: Hashable {
    /// The expression, normalised.
    var expression: String
    var isStored: Bool
  }

  var foldedName: String { SQLTokenizer.fold(name) }

  /// Whether both mean the same; the case of the name does not count.
  func means(_ other: StoredColumn) -> Bool {
    foldedName == other.foldedName && type == other.type && isNotNull == other.isNotNull
      && defaultValue == other.defaultValue && collation == other.collation
      && generated == other.generated
  }
}

/// A primary key or a unique constraint.
struct StoredKey: Hashable {
  struct Column: Hashable {
    /// The folded name.
    var name: String
    var collation: String?
    var isDescending = false
  }

  var columns: [Column]
  var conflict: String?
  var isAutoincrement = false
  /// Whether it is a key of one column that says DESC beside it, which is then no rowid.
  var isDescendingColumn = false

  var names: [String] { columns.map(\.name) }
}

/// A foreign key; the names are folded.
struct StoredForeignKey: Hashable {
  var columns: [String]
  var table: String
  /// The referenced columns; the key of the table where none were written.
  var references: [String]
  var onDelete = "no action"
  var onUpdate = "no action"
  var isDeferred = false
}
