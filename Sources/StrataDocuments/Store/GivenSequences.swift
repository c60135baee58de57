internal import Strata

/// The sequences that a transaction has given to documents.
///
/// As long as it writes, nobody else does, so that the next one need not be looked for each time.
private final class GivenSequences {
  private var last: [(statements: CollectionStatements, sequence: Int64)] = []

  /// The sequence after the last one.
  ///
  /// - Parameters:
  ///   - statements: those of the collection, which all stores of the program share.
  ///   - newest: reads the newest one of the table.
  /// - Returns: nil for the first one of the transaction, which the statement finds itself.
  func next(_ statements: CollectionStatements, newest: () throws -> Int64) rethrows -> Int64? {
    guard let place = last.firstIndex(where: { $0.statements === statements }) else {
      last.append((statements, 0))
      return nil
    }
    let known = last[place].sequence
    let next = try (known > 0 ? known : newest()) + 1
    last[place].sequence = next
    return next
  }
}

extension DocumentCollection {
  /// The sequence for a row that is about to be written; nil where the statement has to find it.
  func nextSequence(_ db: Database) throws -> Int64? {
    guard let given = db.transactionMemo as? GivenSequences else {
      let given = GivenSequences()
      db.transactionMemo = given
      return given.next(statements) { 0 }
    }
    return try given.next(statements) {
      try db.firstRow(of: statements.lastSequence, { _ in }, { try $0.int64(0) }) ?? 0
    }
  }
}
