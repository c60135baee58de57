/// A table of the schema.
package struct TableModel: Hashable, Sendable {
  /// The key in the schema, which is the record's Swift name.
  package var name: String
  package var range: SourceRange
  package var sqlName: String
  package var doc: String?
  package var was: Located<String>?
  /// The old names of columns whose values may be lost.
  package var allowedDrops: [Located<String>] = []
  package var columns: [ColumnModel]
  /// Swift names of the columns of the primary key, in its order; empty for a table without a key.
  package var primaryKey: [String]
  package var primaryKeyRange: SourceRange?
  /// Composite unique constraints, as Swift names of columns.
  package var uniques: [[String]]
  package var isStrict: Bool
  package var isWithoutRowID: Bool
  /// Table constraints in SQL, verbatim.
  package var constraints: [SQLFragment]
  package var checks: [CheckModel]
  package var indexes: [IndexModel]
  package var requests: [RequestModel]
  package var generatesStandardRequests: Bool
  package var isCodable: Bool
  /// The collection whose documents it keeps, by its key; its rows are no records.
  package var collection: String?

  package init(
    name: String,
    range: SourceRange,
    sqlName: String,
    doc: String?,
    was: Located<String>?,
    columns: [ColumnModel],
    primaryKey: [String],
    primaryKeyRange: SourceRange?,
    uniques: [[String]],
    isStrict: Bool,
    isWithoutRowID: Bool,
    constraints: [SQLFragment],
    checks: [CheckModel],
    indexes: [IndexModel],
    requests: [RequestModel],
    generatesStandardRequests: Bool,
    isCodable: Bool
  ) {
    self.name = name
    self.range = range
    self.sqlName = sqlName
    self.doc = doc
    self.was = was
    self.columns = columns
    self.primaryKey = primaryKey
    self.primaryKeyRange = primaryKeyRange
    self.uniques = uniques
    self.isStrict = isStrict
    self.isWithoutRowID = isWithoutRowID
    self.constraints = constraints
    self.checks = checks
    self.indexes = indexes
    self.requests = requests
    self.generatesStandardRequests = generatesStandardRequests
    self.isCodable = isCodable
  }

  package func column(named name: String) -> ColumnModel? {
    columns.first { $0.name == name }
  }

  /// The column that is the rowid itself, which SQLite numbers when none is given: the only column
  /// of the key, declared exactly INTEGER, in a table with rowids
  /// (https://sqlite.org/lang_createtable.html#rowid).
  package var rowIDColumn: ColumnModel? {
    guard !isWithoutRowID, primaryKey.count == 1, let column = column(named: primaryKey[0]),
      column.declaredType.uppercased() == "INTEGER"
    else { return nil }
    return column
  }
}

/// A column of a table.
package struct ColumnModel: Hashable, Sendable {
  /// The Swift name.
  package var name: String
  package var range: SourceRange
  package var sqlName: String
  /// The type in SQL, such as `INTEGER` or `NUMERIC(10,2)`.
  package var declaredType: String
  package var type: ValueType
  package var isOptional: Bool
  /// Whether SQL lets the column be NULL though Swift takes it to have a value.
  package var allowsNull = false
  package var storage: ColumnStorage
  package var defaultValue: DefaultValue?
  package var isUnique: Bool
  package var check: SQLFragment?
  package var collation: Located<String>?
  package var generated: GeneratedColumn?
  package var isAutoincrement: Bool
  /// Whether the key is a Swift type of its own, `Table.ID`.
  package var isNewtype: Bool
  package var foreignKey: ForeignKeyModel?
  package var was: Located<String>?
  /// What the rows that are there get where the column must have a value.
  package var backfill: SQLFragment?
  /// What becomes of the values that are there where the type changes.
  package var cast: SQLFragment?
  package var doc: String?

  package enum DefaultValue: Hashable, Sendable {
    /// A literal, as SQL and as Swift spell it.
    case literal(sql: String, swift: String)
    /// A literal of a type that is stored as JSON.
    case json(JSONDefault)
    /// The date at which the row is inserted; the column has to be a date.
    case now
    /// An SQL expression, which only the database evaluates.
    case sql(SQLFragment)
  }

  package struct GeneratedColumn: Hashable, Sendable {
    package var sql: SQLFragment
    package var isStored: Bool

    package init(sql: SQLFragment, isStored: Bool) {
      self.sql = sql
      self.isStored = isStored
    }
  }

  package init(
    name: String,
    range: SourceRange,
    sqlName: String,
    declaredType: String,
    type: ValueType,
    isOptional: Bool,
    storage: ColumnStorage,
    defaultValue: DefaultValue? = nil,
    isUnique: Bool = false,
    check: SQLFragment? = nil,
    collation: Located<String>? = nil,
    generated: GeneratedColumn? = nil,
    isAutoincrement: Bool = false,
    isNewtype: Bool = false,
    foreignKey: ForeignKeyModel? = nil,
    was: Located<String>? = nil,
    doc: String? = nil
  ) {
    self.name = name
    self.range = range
    self.sqlName = sqlName
    self.declaredType = declaredType
    self.type = type
    self.isOptional = isOptional
    self.storage = storage
    self.defaultValue = defaultValue
    self.isUnique = isUnique
    self.check = check
    self.collation = collation
    self.generated = generated
    self.isAutoincrement = isAutoincrement
    self.isNewtype = isNewtype
    self.foreignKey = foreignKey
    self.was = was
    self.doc = doc
  }
}

/// A reference from a column to the key of another table.
package struct ForeignKeyModel: Hashable, Sendable {
  package enum Action: String, Hashable, Sendable, CaseIterable {
    case cascade, restrict, setNull, setDefault, noAction

    package var sql: String {
      switch self {
      case .cascade: "CASCADE"
      case .restrict: "RESTRICT"
      case .setNull: "SET NULL"
      case .setDefault: "SET DEFAULT"
      case .noAction: "NO ACTION"
      }
    }
  }

  /// The referenced table's key in the schema.
  package var table: String
  /// The Swift name of the referenced column.
  package var column: String
  package var onDelete: Action
  package var onUpdate: Action
  /// The name of the accessor from this table to the other.
  package var accessor: String
  /// The name of the accessor from the other table to this one, where the author wants one.
  package var inverse: Located<String>?

  package init(
    table: String,
    column: String,
    onDelete: Action,
    onUpdate: Action,
    accessor: String,
    inverse: Located<String>?
  ) {
    self.table = table
    self.column = column
    self.onDelete = onDelete
    self.onUpdate = onUpdate
    self.accessor = accessor
    self.inverse = inverse
  }
}

/// A named CHECK constraint of a table.
package struct CheckModel: Hashable, Sendable {
  package var name: Located<String>
  package var sql: SQLFragment

  package init(name: Located<String>, sql: SQLFragment) {
    self.name = name
    self.sql = sql
  }
}

/// An index of a table.
package struct IndexModel: Hashable, Sendable {
  package var name: Located<String>
  package var sqlName: String
  /// The indexed columns or expressions with their order, in SQL.
  package var entries: [SQLFragment]
  package var condition: SQLFragment?
  package var isUnique: Bool

  package init(
    name: Located<String>,
    sqlName: String,
    entries: [SQLFragment],
    condition: SQLFragment?,
    isUnique: Bool
  ) {
    self.name = name
    self.sqlName = sqlName
    self.entries = entries
    self.condition = condition
    self.isUnique = isUnique
  }
}
