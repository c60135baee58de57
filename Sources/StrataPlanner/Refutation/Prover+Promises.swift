import StrataSQLite
import StrataSchema

extension Prover {
  /// The columns that rows say are never NULL.
  func promises(
    of statement: SQLiteStatement,
    record: String?,
    row: ProvedRow?,
    declared: [DeclaredColumn],
    _ sql: SQLFragment
  ) -> [Probe.Column] {
    if let record {
      return statement.columnNames.enumerated().filter { isRequired($1, of: record) }.map {
        Probe.Column(index: $0, name: $1, range: sql.range, isUnderColumns: true)
      }
    }
    return (row?.parts ?? []).flatMap { part -> [Probe.Column] in
      switch part {
      case .column(let column, let index):
        let declaration = declared.first { $0.names(column) }
        return column.isOptional
          ? []
          : [
            .init(
              index: index,
              name: column.name,
              range: sql.range,
              declared: declaration?.type,
              isUnderColumns: declaration == nil
            )
          ]
      case .record(let part):
        return part.indexes.compactMap { index in
          let name = statement.columnName(index)
          guard isRequired(name, of: part.record) else { return nil }
          return Probe.Column(
            index: index,
            name: part.name + "." + name,
            range: sql.range,
            isUnderColumns: true,
            absence: part.isOptional ? part.absence : []
          )
        }
      }
    }
  }

  /// Whether a record's column is never NULL, by its name in SQL.
  private func isRequired(_ column: String, of record: String) -> Bool {
    let relation = catalog.relation(ofKey: record)
    return relation?.column(named: SQLTokenizer.fold(column))?.type.isOptional == false
  }
}
