import StrataSchema

/// The tables and views that SQL can read, with what is known of their columns.
struct Catalog {
  struct Column: Hashable, Sendable {
    /// The name in SQL, folded.
    var name: String
    var type: InferredType
  }

  struct Relation: Hashable, Sendable {
    /// The name in SQL as it was declared.
    var sqlName: String
    /// The key in the schema.
    var key: String
    /// The names in SQL as they were declared, in the order in which `*` gives them.
    var columnNames: [String]
    var columns: [Column]
    /// What `rowid` is; nil where there is none.
    var rowID: InferredType?
    /// Whether it is a table and not a view.
    var isTable: Bool
  }

  /// By folded names.
  private(set) var relations: [String: Relation] = [:]

  init(_ schema: SchemaModel) {
    for table in schema.tables { add(table) }
  }

  subscript(name: String) -> Relation? { relations[name] }

  private mutating func add(_ table: TableModel) {
    let isVirtual = { (column: ColumnModel) in column.generated?.isStored == false }
    let columns = table.columns.filter { !isVirtual($0) } + table.columns.filter(isVirtual)
    let rowID = table.rowIDColumn.map { InferredType($0) } ?? InferredType(.int)
    add(
      Relation(
        sqlName: table.sqlName,
        key: table.name,
        columnNames: columns.map(\.sqlName),
        columns: columns.map {
          Column(name: SQLTokenizer.fold($0.sqlName), type: InferredType($0))
        },
        rowID: table.isWithoutRowID ? nil : rowID,
        isTable: true
      )
    )
  }

  mutating func add(_ view: ViewModel, columns: [ProvedColumn]) {
    add(
      Relation(
        sqlName: view.sqlName,
        key: view.name,
        columnNames: columns.map(\.sqlName),
        columns: columns.map {
          Column(
            name: SQLTokenizer.fold($0.sqlName),
            type: InferredType(
              type: $0.type,
              storage: $0.storage,
              isOptional: $0.isOptional,
              swiftName: $0.name
            )
          )
        },
        rowID: nil,
        isTable: false
      )
    )
  }

  private mutating func add(_ relation: Relation) {
    relations[SQLTokenizer.fold(relation.sqlName)] = relation
  }
}
