import StrataSchema

extension Prover {
  /// Notes the columns of dates in which SQL of the schema stores days and the like, before what
  /// compares with them is checked.
  mutating func noteDates() {
    var writes = schema.statements.map { SQLTokenizer.tokens(of: $0.sql.text) }
    for trigger in schema.triggers {
      let parts = TriggerParts(SQLTokenizer.tokens(of: trigger.sql.text))
      writes += parts?.statements ?? []
    }
    var inference = TypeInference(catalog)
    for tokens in writes {
      inference.frames = []
      if let write = SQLReader.write(tokens) { _ = inference.columns(of: write) }
    }
    for column in inference.otherDates { catalog.note(.other, in: column) }
    for table in schema.tables {
      for column in table.columns where column.type == .date && column.storage == .dateText {
        noteDate(in: column, of: table)
      }
    }
  }

  /// Notes what SQL computes for a column, or gives it where nobody does.
  private mutating func noteDate(in column: ColumnModel, of table: TableModel) {
    var fragment = column.generated?.sql
    if case .sql(let sql) = column.defaultValue { fragment = sql }
    let name = SQLTokenizer.fold(table.sqlName)
    guard let fragment, let relation = catalog[name] else { return }
    var type = InferredType.unknown
    if let expression = SQLReader.expression(SQLTokenizer.tokens(of: fragment.text)) {
      var inference = TypeInference(catalog)
      inference.frames = [TypeInference.Frame(reading: relation)]
      type = inference.type(of: expression)
    }
    let stored = TypeInference.StoredColumn(
      table: name,
      column: SQLTokenizer.fold(column.sqlName)
    )
    switch type.form {
    case nil where type.type == .date: break
    case .second, .millisecond: break
    case .day where column.generated != nil: catalog.note(.day, in: stored)
    default: catalog.note(.other, in: stored)
    }
  }
}
