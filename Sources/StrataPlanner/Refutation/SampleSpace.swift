import StrataSQLite
import StrataSchema

/// The database of the proof with sample rows, on which statements are tried one after the other.
struct SampleSpace {
  let database: ProofDatabase
  /// Writes the rows, and names the tables that have one.
  let fill: () throws -> Set<String>

  /// Does `body` with the rows, and takes them away.
  func with(_ body: (SampleSpace) throws -> Void) throws {
    _ = try enter()
    try body(self)
    try leave()
  }

  /// Writes the rows.
  func enter() throws -> Set<String> {
    if !database.isInsideTransaction { try database.execute("BEGIN") }
    try database.execute("SAVEPOINT sample")
    return try fill()
  }

  func leave() throws { try database.execute("ROLLBACK TO sample; RELEASE sample") }

  /// Does `body` and takes back what it did; what ends the transaction, as ROLLBACK in a conflict does
  /// and a statement that is interrupted, takes the rows with it.
  func trying(_ body: () -> Void) throws {
    try database.execute("SAVEPOINT part")
    body()
    if database.isInsideTransaction {
      try database.execute("ROLLBACK TO part; RELEASE part")
    } else {
      _ = try enter()
    }
  }
}

extension Prover {
  /// One row a table of a kind, with the first values that the table takes.
  func space(
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows,
    _ kind: SampleRows.Kind
  ) -> SampleSpace {
    space(inserts, samples, kind, SampleRows.attempts)
  }

  /// One row a table of the values of an attempt, in the tables that take them.
  func space(
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows,
    attempt: Int
  ) -> SampleSpace {
    space(inserts, samples, .full, attempt..<attempt + 1)
  }

  private func space(
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows,
    _ kind: SampleRows.Kind,
    _ attempts: Range<Int>
  ) -> SampleSpace {
    SampleSpace(database: database) {
      var filled: Set<String> = []
      for (index, table) in schema.tables.enumerated() {
        guard let insert = inserts[index] else { continue }
        for attempt in attempts {
          let values = samples.values(of: table, kind, attempt: attempt)
          guard run(insert, StatementArguments(values: values)) else { continue }
          filled.insert(table.sqlName)
          break
        }
      }
      return filled
    }
  }
}
