/// A table or a view as the records know it, with the SQL that is made from its names once.
public final class TableDefinition: Sendable {
  /// The name in SQL.
  public let name: String
  /// All columns by their names in SQL, in the order in which records read and bind them.
  public let columns: [String]
  /// The columns of the primary key.
  public let primaryKey: [String]
  /// How the primary key stores its values, where it is one column.
  public let keyFormat: ColumnFormat
  /// The column that is the rowid, nil where there is none.
  public let rowID: String?
  /// The columns that the database computes.
  public let generated: [String]
  /// Whether the table has no rowid (https://sqlite.org/withoutrowid.html).
  public let isWithoutRowID: Bool

  // The values of these have the numbers of the columns, so that a record binds itself to them.
  let insert: StatementKey
  let insertReturning: StatementKey
  let update: StatementKey
  let updateReturning: StatementKey
  let upsert: StatementKey
  let upsertReturning: StatementKey
  let delete: StatementKey
  let exists: StatementKey

  // The values of these are the columns of the primary key, in its order.
  @usableFromInline let selectByKey: StatementKey
  let deleteByKey: StatementKey
  let existsByKey: StatementKey

  let selectAll: StatementKey
  let selectByRowID: StatementKey

  private let insertionsOmitting = Lock<[ColumnSet: StatementKey]>([:])

  /// The definition of a table.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - columns: all columns by their names in SQL, in the order of reading and binding.
  ///   - primaryKey: the columns of the primary key, empty where there is none.
  ///   - keyFormat: how a primary key of one column stores its values.
  ///   - rowID: the column that is the rowid.
  ///   - generated: the columns that the database computes.
  ///   - isWithoutRowID: whether the table has no rowid.
  public init(
    name: String,
    columns: NameList,
    primaryKey: NameList = "",
    keyFormat: ColumnFormat = .standard,
    rowID: String? = nil,
    generated: NameList = "",
    isWithoutRowID: Bool = false
  ) {
    let columns = columns.names
    let primaryKey = primaryKey.names
    let generated = generated.names
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.keyFormat = keyFormat
    self.rowID = rowID
    self.generated = generated
    self.isWithoutRowID = isWithoutRowID

    let numbered = columns.enumerated().map { (column: $1, parameter: "?\($0 + 1)") }
    let stored = numbered.filter { !generated.contains($0.column) }
    let content = stored.filter { !primaryKey.contains($0.column) }
    // A table without a key has no row of its own to update or delete.
    let ownKey = primaryKey.compactMap { column in numbered.first { $0.column == column } }
    let key = primaryKey.enumerated().map { (column: $1, parameter: "?\($0 + 1)") }
    let updated = content.isEmpty ? primaryKey : content.map(\.column)

    insert = StatementKey(RecordSQL.insert(name, stored))
    insertReturning = StatementKey(RecordSQL.insert(name, stored, returning: columns))
    update = StatementKey(RecordSQL.update(name, set: content, where: ownKey))
    updateReturning = StatementKey(
      RecordSQL.update(name, set: content, where: ownKey, returning: columns)
    )
    upsert = StatementKey(RecordSQL.upsert(name, stored, update: updated))
    upsertReturning = StatementKey(
      RecordSQL.upsert(name, stored, update: updated, returning: columns)
    )
    delete = StatementKey(RecordSQL.delete(name, where: ownKey))
    exists = StatementKey(RecordSQL.exists(name, where: ownKey))
    // Without columns everything is selected.
    let namesColumns = !columns.isEmpty
    selectByKey = StatementKey(
      RecordSQL.select(columns, from: name, where: key),
      namesColumns: namesColumns
    )
    deleteByKey = StatementKey(RecordSQL.delete(name, where: key))
    existsByKey = StatementKey(RecordSQL.exists(name, where: key))
    selectAll = StatementKey(RecordSQL.select(columns, from: name), namesColumns: namesColumns)
    selectByRowID = StatementKey(
      RecordSQL.select(columns, from: name, where: [(rowID ?? "rowid", "?1")])
    )
  }

  /// The INSERT that leaves columns to their defaults and returns the row.
  func insertReturning(omitting omitted: ColumnSet) -> StatementKey {
    if omitted.isEmpty { return insertReturning }
    return insertionsOmitting.withLock { keys in
      if let key = keys[omitted] { return key }
      let stored = columns.enumerated()
        .filter { !omitted.contains($0) && !generated.contains($1) }
        .map { (column: $1, parameter: "?\($0 + 1)") }
      let key = StatementKey(RecordSQL.insert(name, stored, returning: columns))
      keys[omitted] = key
      return key
    }
  }
}

extension TableDefinition {
  /// Whether a key binds itself as its columns store it.
  @usableFromInline var hasStandardKey: Bool { keyFormat == .standard }

  /// Binds a primary key as its columns store it.
  func bind(_ key: some DatabaseKey, to values: ValueBinder) {
    guard keyFormat != .standard, let value = key as? any DatabaseValueConvertible else {
      key.bindKey(to: values)
      return
    }
    values.value(0, keyFormat.databaseValue(value))
  }
}

extension TableRecord {
  /// A primary key of one column as that stores it.
  @usableFromInline
  static func keyValue(_ key: some DatabaseValueConvertible) -> DatabaseValue {
    tableDefinition?.keyFormat.databaseValue(key) ?? key.databaseValue
  }
}
