/// The tables whose changes somebody wants to know row by row; of others it is enough to know that
/// they have changed.
enum ObservationInterest: Sendable, Equatable {
  case everything
  case tables(Set<TableName>)

  func contains(_ table: TableName) -> Bool {
    switch self {
    case .everything: true
    case .tables(let tables): tables.contains(table)
    }
  }

  func union(_ other: ObservationInterest) -> ObservationInterest {
    guard case .tables(let left) = self, case .tables(let right) = other else { return .everything }
    return .tables(left.union(right))
  }
}
