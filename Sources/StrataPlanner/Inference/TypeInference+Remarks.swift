import StrataSchema

extension TypeInference {
  /// Something that is allowed, and unlikely to be what its author means.
  struct Remark: Hashable {
    enum Kind: Hashable {
      /// A Double is compared for being equal.
      case doubleEquality
      /// A column is compared with a pattern, of a table by its folded name.
      case like(table: String, column: String)
      /// A SELECT after NOT IN may give NULL.
      case nullAfterNotIn
    }

    var kind: Kind
    /// The column.
    var column: String
    /// The UTF-8 offsets of the column.
    var range: Range<Int>
  }

  /// Whole numbers are stored as they are, and so are copies of other columns.
  mutating func remark(
    onEqual left: SQLExpression,
    _ first: InferredType,
    _ right: SQLExpression,
    _ second: InferredType
  ) {
    guard case .column(let column) = left, first.type == .double else { return }
    switch right {
    case .column, .literal(.integer), .literal(.null): return
    case .subquery(let select) where select.copiesColumn: return
    default:
      remarks.append(Remark(kind: .doubleEquality, column: column.name, range: column.range))
    }
  }

  /// An index serves a pattern with a known beginning.
  mutating func remark(onLike value: SQLExpression, _ pattern: SQLExpression) {
    if case .literal(.text(let text)) = pattern, ["%", "_"].contains(text.first ?? "%") { return }
    guard case .column(let column) = value, let frame = frames.last,
      let source = frame.source(of: column), let table = frame.sources[source].record
    else { return }
    remarks.append(
      Remark(
        kind: .like(table: table, column: column.name),
        column: column.name,
        range: column.range
      )
    )
  }

  mutating func remark(onNotIn value: SQLExpression, _ column: InferredType) {
    guard column.type != nil, column.isOptional, case .column(let name) = value else { return }
    remarks.append(Remark(kind: .nullAfterNotIn, column: name.name, range: name.range))
  }
}

extension SelectStatement {
  /// Whether its value is one that a column has.
  fileprivate var copiesColumn: Bool {
    guard case .expression(let expression, _, _) = first.results.first else { return false }
    switch expression {
    case .column: return true
    case .call(let call):
      guard ["min", "max"].contains(call.name), case .column = call.arguments.first else {
        return false
      }
      return true
    default: return false
    }
  }
}
