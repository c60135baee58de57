extension DatabaseMigrator {
  /// The name of the only step of a schema without a history.
  static let prototype = "prototype"

  /// The first recorded step.
  private var firstRecorded: Migration? { migrations.first { $0.hash != nil && !$0.isPrototype } }

  /// Whether the history begins with databases that other programs have made.
  var beginsWithBaseline: Bool { firstRecorded?.baseline.isEmpty == false }

  /// The first recorded step, where the database has what it makes although it has not run it.
  ///
  /// It is so for what the schema made before its history was recorded; for all of the steps before
  /// they were squashed; for the steps of the migrator that a baseline was taken from; and for a
  /// database that never had a migrator and has the tables of a baseline.
  func adopted(_ ledger: Ledger, _ db: Database) throws -> Migration? {
    guard let first = firstRecorded, !ledger.contains(first.identifier) else { return nil }
    if let hash = ledger.hashes[Self.prototype] { return hash == first.hash ? first : nil }
    if let last = first.replaces.last { return ledger.contains(last) ? first : nil }
    guard !first.baseline.isEmpty, ledger.hashes.isEmpty else { return nil }
    for (table, columns) in first.baseline {
      guard try db.tableExists(table) else { return nil }
      let found = Set(try db.columns(in: table).map { $0.name.sqlLowercased })
      guard found == Set(columns.map { $0.sqlLowercased }) else { return nil }
    }
    return first
  }

  /// The names that a ledger may have: those of the steps, and of what they stand for.
  func knownIdentifiers(_ ledger: Ledger) -> Set<String> {
    var known = Set(migrations.map(\.identifier)).union(migrations.flatMap(\.replaces))
    if let first = firstRecorded, ledger.hashes[Self.prototype] == .some(first.hash) {
      known.insert(Self.prototype)
    }
    return known
  }
}
