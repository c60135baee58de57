import StrataSchema

// Columns of dates in which SQL stores days, or other text that is no date with a time of day: what
// such a column is equal to cannot be known then.
extension TypeInference {
  /// A column of a table, by folded names.
  struct StoredColumn: Hashable {
    var table: String
    var column: String
  }

  /// Notes what an INSERT stores of rows with the columns that were inferred for them.
  mutating func noteDates(
    of rows: SelectStatement,
    _ results: [ResultColumn]?,
    in columns: [String],
    of source: Source,
    _ table: String
  ) {
    for (index, column) in columns.enumerated() {
      let values = rows.first.values
      if rows.others.isEmpty, !values.isEmpty {
        for row in values where index < row.count {
          noteDate(row[index], in: column, of: source, table)
        }
        continue
      }
      var expression: SQLExpression?
      if rows.others.isEmpty, rows.first.results.count == columns.count,
        case .expression(let own, _, _) = rows.first.results[index]
      {
        expression = own
      }
      let isKnown = results?.count == columns.count
      let type = isKnown ? results?[index].type : nil
      noteDate(expression, type ?? .unknown, in: column, of: source, table)
    }
  }

  /// Notes what a SET stores, of the type that was inferred for it.
  mutating func noteDates(
    of assignment: WriteStatement.Assignment,
    _ type: InferredType,
    in source: Source,
    _ table: String
  ) {
    if case .row(let values) = assignment.value, values.count == assignment.columns.count {
      for (value, column) in zip(values, assignment.columns) {
        noteDate(value, in: column, of: source, table)
      }
    } else {
      let isOne = assignment.columns.count == 1
      for column in assignment.columns {
        noteDate(
          isOne ? assignment.value : nil,
          isOne ? type : .unknown,
          in: column,
          of: source,
          table
        )
      }
    }
  }

  private mutating func noteDate(
    _ value: SQLExpression,
    in column: String,
    of source: Source,
    _ table: String
  ) {
    var inner = self
    noteDate(value, inner.type(of: value), in: column, of: source, table)
  }

  /// Notes that a value of a type is stored in a column.
  private mutating func noteDate(
    _ value: SQLExpression?,
    _ type: InferredType,
    in column: String,
    of source: Source,
    _ table: String
  ) {
    guard let stored = source.type(of: column), stored.type == .date, stored.storage == .dateText,
      !holdsTime(value, type)
    else { return }
    otherDates.insert(StoredColumn(table: table, column: column))
  }

  /// Whether a value surely is a date with its time, or NULL.
  private func holdsTime(_ value: SQLExpression?, _ type: InferredType) -> Bool {
    switch value {
    case .parameter(let parameter):
      return parameters[parameter.name].map { $0.type == .date } ?? true
    case .literal(.null): return true
    case .literal(.text(let text)): return text.hasTime
    default:
      if type.type == .date { return type.form == nil }
      return type.form == .second || type.form == .millisecond
    }
  }
}

extension String {
  /// Whether it is long enough for a date with a time, as dates are stored.
  var hasTime: Bool {
    let bytes = Array(utf8)
    return bytes.count >= 19 && bytes[10] == UInt8(ascii: " ")
  }
}
