import Foundation
import StrataSQLite

/// What the values of a column are, as far as that bears on its type.
struct ColumnEvidence {
  enum Kind: String, CaseIterable { case integer, real, text, blob }

  var kinds: Set<Kind> = []
  var hasNull = false
  /// The least and the greatest number.
  var numbers: ClosedRange<Double>?

  var isEmpty: Bool { kinds.isEmpty }

  func isOnly(_ kinds: Kind...) -> Bool { self.kinds.isSubset(of: kinds) }

  func isWithin(_ range: ClosedRange<Double>) -> Bool {
    numbers.map { range.contains($0.lowerBound) && range.contains($0.upperBound) } ?? true
  }
}

extension SourceDatabase {
  /// What is in each column of a table; nothing of what cannot be computed here.
  ///
  /// - Throws: `DatabaseError` where the file is damaged.
  func evidence(of table: StoredTable) throws -> [ColumnEvidence] {
    var result: [ColumnEvidence] = []
    // SQLite takes 2000 columns in a result.
    for start in stride(from: 0, to: table.columns.count, by: 200) {
      let columns = Array(table.columns[start..<min(start + 200, table.columns.count)])
      do {
        result += try evidence(of: columns, in: table.name)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // A generated column may call a function that only the app has.
        for column in columns {
          let one = try? evidence(of: [column], in: table.name).first
          result.append(one ?? ColumnEvidence())
        }
      }
    }
    return result
  }

  private func evidence(of columns: [StoredColumn], in table: String) throws -> [ColumnEvidence] {
    let parts = columns.flatMap { column in
      let name = SQLText.quote(column.name)
      let number = "CASE WHEN typeof(\(name)) IN ('integer', 'real') THEN \(name) END"
      return ["max(\(name) IS NULL)"]
        + ColumnEvidence.Kind.allCases.map { "max(typeof(\(name)) = '\($0.rawValue)')" }
        + ["min(\(number))", "max(\(number))"]
    }
    let row =
      try connection.rows(
        "SELECT \(parts.joined(separator: ", ")) FROM \(SQLText.quote(table))"
      ).first ?? []
    return columns.indices.map { index in
      let values = Array(row.dropFirst(index * 7).prefix(7))
      guard values.count == 7 else { return ColumnEvidence() }
      let isTrue = { (value: DatabaseValue) in Int.fromDatabaseValue(value) == 1 }
      var evidence = ColumnEvidence(hasNull: isTrue(values[0]))
      for (offset, kind) in ColumnEvidence.Kind.allCases.enumerated()
      where isTrue(values[offset + 1]) {
        evidence.kinds.insert(kind)
      }
      if let low = Double.fromDatabaseValue(values[5]),
        let high = Double.fromDatabaseValue(values[6]), low <= high
      {
        evidence.numbers = low...high
      }
      return evidence
    }
  }

  /// Whether all values of a column that are no NULL are as `condition` wants them.
  func areAll(
    _ column: StoredColumn,
    of table: StoredTable,
    _ condition: (DatabaseValue) -> Bool
  ) throws -> Bool {
    let name = SQLText.quote(column.name)
    let statement = try connection.prepare(
      "SELECT DISTINCT \(name) FROM \(SQLText.quote(table.name)) WHERE \(name) IS NOT NULL"
    )
    defer { statement.reset() }
    while try statement.step() {
      if !condition(statement.value(0)) { return false }
    }
    return true
  }
}
