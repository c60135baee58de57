/// What is asked of the rows of a relation.
enum RequestForm {
  case rows
  case firstRow
  /// How many rows a SELECT gives.
  case count
  /// Whether a SELECT gives a row.
  case existence
}

extension SQLWriter {
  /// Writes the SELECT of a relation, and around it what is asked of its rows.
  ///
  /// - Parameters:
  ///   - relation: what is selected.
  ///   - form: what is asked.
  /// - Returns: where the columns of the joined tables are in a row; nil where it is a plain row.
  /// - Throws: `DatabaseError` where an association's columns cannot be found.
  mutating func write(_ relation: Relation, _ form: RequestForm) throws -> ScopeLayout? {
    switch form {
    case .rows, .firstRow: return try writeSelect(relation, singleRow: form == .firstRow)
    case .count: sql += "SELECT COUNT(*) FROM ("
    case .existence: sql += "SELECT EXISTS ("
    }
    try writeSelect(relation)
    sql += ")"
    return nil
  }
}

extension Relation {
  /// What is written, and asked, to know the number of rows.
  var counted: (relation: Relation, form: RequestForm) {
    guard !isDistinct, limit == nil, groups.isEmpty else {
      return (withoutNeedlessOrder, .count)
    }
    return (selectingNothing([count(AllColumns()).sqlSelection]), .rows)
  }

  /// What is written to know whether there is a row.
  var sought: Relation {
    guard !isDistinct, limit == nil, groups.isEmpty else { return withoutNeedlessOrder }
    return selectingNothing([.expression(.text("1"))])
  }

  /// The relation without an order that does not tell which rows are meant.
  private var withoutNeedlessOrder: Relation {
    var relation = self
    relation.prefetches = []
    if limit == nil { relation.orderings = [] }
    return relation
  }

  /// The relation with a selection that takes nothing of the rows.
  private func selectingNothing(_ selection: [SQLSelection]) -> Relation {
    var relation = self
    if hasDetails {
      relation.prefetches = []
      relation.orderings = []
      relation.joins = joins.map { $0.excluded() }
    }
    relation.selection = selection
    return relation
  }
}
