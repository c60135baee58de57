import StrataSchema

/// The names that SQL may use, for telling what a wrong one may have meant.
struct NameScope {
  let schema: SchemaModel
  /// The folded SQL names of the tables and views that are read; empty where that is not known.
  let relations: [String]
  let catalog: Catalog

  var tableNames: [String] { schema.recordTables.map(\.sqlName) + schema.views.map(\.sqlName) }

  /// The columns in SQL of the tables and views that are read.
  var columnNames: [String] { relations.flatMap { catalog[$0]?.columnNames ?? [] } }

  /// The SQL name of a column that is known by another name in Swift.
  func sqlName(ofSwiftColumn name: String) -> String? {
    for relation in relations.compactMap({ catalog[$0] }) {
      for (index, column) in relation.columns.enumerated()
      where column.type.swiftName == name && relation.columnNames[index] != name {
        return relation.columnNames[index]
      }
    }
    return nil
  }

  /// The SQL name of a table or view that is known by its Swift name.
  func sqlName(ofSwiftTable name: String) -> String? {
    schema.tables.first { $0.name == name }?.sqlName
      ?? schema.views.first { $0.name == name || $0.collection == name }?.sqlName
  }

  var functionNames: [String] {
    schema.functions.map(\.name.value) + SQLFeatures.functions.keys.sorted() + [
      "abs", "avg", "char", "coalesce", "count", "date", "datetime", "glob", "group_concat", "hex",
      "ifnull", "instr", "julianday", "length", "like", "likelihood", "lower", "ltrim", "max",
      "min", "nullif", "printf", "quote", "random", "randomblob", "replace", "round", "rtrim",
      "strftime", "substr", "sum", "time", "total", "trim", "typeof", "unicode", "upper",
      "zeroblob",
    ]
  }
}
