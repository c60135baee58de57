/// A table or a view as the records know it, with the SQL that is made from its names once.
public final class TableDefinition: Sendable {
  /// The name in SQL.
  public let name: String
  /// All columns by their names in SQL, in the order in which records read and bind them.
  public let columns: [String]
  /// The columns of the primary key.
  public let primaryKey: [String]
  /// The column that is the rowid, nil where there is none.
  public let rowID: String?
  /// The columns that the database computes.
  public let generated: [String]
  /// Whether the table has no rowid (https://sqlite.org/withoutrowid.html).
  public let isWithoutRowID: Bool

  /// The definition of a table.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - columns: all columns by their names in SQL, in the order of reading and binding.
  ///   - primaryKey: the columns of the primary key, empty where there is none.
  ///   - rowID: the column that is the rowid.
  ///   - generated: the columns that the database computes.
  ///   - isWithoutRowID: whether the table has no rowid.
  public init(
    name: String,
    columns: [String],
    primaryKey: [String] = [],
    rowID: String? = nil,
    generated: [String] = [],
    isWithoutRowID: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.rowID = rowID
    self.generated = generated
    self.isWithoutRowID = isWithoutRowID
  }
}
