/// The conditions of a relation, which all hold.
///
/// Most requests have one, a key or a comparison, which then needs no array of its own: it is made, and
/// copied, with each request.
enum PredicateList: Sendable {
  case none
  /// The primary key, of one column, is this value.
  case primaryKeyValue(DatabaseValue)
  case comparison(SQL.Comparison)
  case several([Relation.Predicate])

  init(_ predicate: Relation.Predicate) {
    switch predicate {
    case .primaryKeyValue(let value): self = .primaryKeyValue(value)
    case .expression(let expression):
      if let comparison = expression.sql.comparison, expression.kind == .compound {
        self = .comparison(comparison)
      } else {
        self = .several([predicate])
      }
    default: self = .several([predicate])
    }
  }

  /// The conditions in an array.
  private var array: [Relation.Predicate] {
    switch self {
    case .none: []
    case .primaryKeyValue, .comparison: [self[0]]
    case .several(let predicates): predicates
    }
  }
}

extension PredicateList: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .none: 0
    case .primaryKeyValue, .comparison: 1
    case .several(let predicates): predicates.count
    }
  }

  subscript(index: Int) -> Relation.Predicate {
    switch self {
    case .none: preconditionFailure("there is no condition \(index)")
    case .primaryKeyValue(let value): .primaryKeyValue(value)
    case .comparison(let comparison):
      .expression(SQLExpression(SQL(comparison: comparison), .compound))
    case .several(let predicates): predicates[index]
    }
  }
}

extension PredicateList {
  mutating func append(_ predicate: Relation.Predicate) {
    self = isEmpty ? PredicateList(predicate) : .several(array + [predicate])
  }

  /// Puts a condition before the others.
  mutating func prepend(_ predicate: Relation.Predicate) {
    self = isEmpty ? PredicateList(predicate) : .several([predicate] + array)
  }

  static func += (list: inout PredicateList, other: PredicateList) {
    for predicate in other { list.append(predicate) }
  }
}

extension PredicateList: Hashable {
  static func == (a: PredicateList, b: PredicateList) -> Bool { a.elementsEqual(b) }

  func hash(into hasher: inout Hasher) { hasher.combine(array) }
}
