import StrataSQLite
import StrataSchema

// What is only wrong because something else is, and of which nobody should speak.
extension Prover {
  /// Whether SQL names something whose type is wrong where it is declared, so that nothing can be
  /// said of the types that follow from it.
  func isUncertain(_ tokens: [SQLToken], reading relations: [String]) -> Bool {
    var names: Set<String> = []
    for relation in relations.compactMap({ catalog[$0] }) {
      if relation.isOpen { return true }
      names.formUnion(relation.uncertain)
    }
    guard !names.isEmpty else { return false }
    return tokens.contains { $0.isSymbol("*") || $0.name != nil && names.contains($0.folded) }
  }

  /// Does `body`, and forgets what it says of types where they are uncertain.
  mutating func reporting<Result>(
    types: Bool,
    _ body: (inout Prover) throws -> Result
  ) rethrows -> Result {
    var found = Diagnostics()
    swap(&diagnostics, &found)
    defer {
      swap(&diagnostics, &found)
      for diagnostic in found.all where types || !Prover.typeCodes.contains(diagnostic.code) {
        diagnostics.append(diagnostic)
      }
    }
    return try body(&self)
  }

  private static let typeCodes: Set<String> = [
    "default-value", "null-comparison", "parameter-storage", "parameter-type", "type-mismatch",
    "unknown-type", "unnamed-column", "value-may-be-missing",
  ]

  /// Whether SQLite refuses SQL only for a fault that has been reported.
  func isFollowOn(_ error: DatabaseError, reading relations: [String]) -> Bool {
    let message = error.message ?? ""
    if relations.contains(where: broken.contains) {
      // A statement is read before its names are looked up.
      return !message.hasSuffix(": syntax error") && message != "incomplete input"
    }
    if message.hasPrefix("no such column: ") {
      return relations.contains { catalog[$0]?.isOpen == true }
    }
    if let name = SQLMistake.rest(of: message, after: "no such table: ") {
      return schema.faults.isOpen || broken.contains(SQLTokenizer.fold(name))
    }
    let isNameRefused =
      message.hasSuffix("already exists") || message.hasPrefix("object name reserved")
    return isNameRefused && !schema.faults.isEmpty
  }

  /// The table as SQLite takes it: one with a fault may lack its key, name a column twice, or have
  /// types and options that do not go together.
  func creatable(_ table: TableModel) -> TableModel {
    guard schema.faults.tables.contains(table.name) else { return table }
    let bare = TableWriter(table: table, tables: tables, includes: { _ in false }).statement()
    if (try? database.trying { try database.execute(bare.sql) }) != nil { return table }
    var relaxed = table
    var names: Set<String> = []
    relaxed.columns = table.columns.filter {
      names.insert(SQLTokenizer.fold($0.sqlName)).inserted
    }
    for index in relaxed.columns.indices {
      relaxed.columns[index].declaredType = ""
      relaxed.columns[index].isAutoincrement = false
    }
    relaxed.primaryKey = []
    relaxed.uniques = []
    relaxed.isStrict = false
    relaxed.isWithoutRowID = false
    return relaxed
  }
}

extension Diagnostics {
  /// Adds what a later stage says, but for what stands where an earlier one has found an error: that
  /// is its consequence.
  mutating func append(laterStage: Diagnostics) {
    let places = Dictionary(
      grouping: all.filter { $0.severity == .error }.compactMap(\.range),
      by: \.file
    )
    for diagnostic in laterStage.all {
      if let range = diagnostic.range,
        places[range.file]?.contains(where: { $0.overlaps(range) }) == true
      {
        continue
      }
      append(diagnostic)
    }
  }
}

extension SourceRange {
  fileprivate func overlaps(_ other: SourceRange) -> Bool {
    start == other.start || start < other.end && other.start < end
  }
}
