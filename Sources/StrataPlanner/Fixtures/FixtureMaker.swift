import StrataSQLite
import StrataSchema

/// The work of making rows up.
///
/// Tables come after those that they refer to; where they refer to each other in a circle, the key that
/// a row is going to have is foretold. Then rows that lead nowhere are mended or left out, and at last
/// all are inserted into a new database with foreign keys on.
struct FixtureMaker {
  private let proof: Proof
  let count: Int
  let seed: UInt64
  let values: FixtureValues
  let stored: StoredSchema
  let tables: [String: TableModel]
  /// The rows of each table, by its folded name.
  private(set) var rows: [String: [Fixtures.Row]] = [:]
  /// The rows of tables that others have been looked up in, by what is in some of their columns.
  var lookups: [String: FixtureLookup] = [:]
  private var reasons: [String: String] = [:]

  init(_ proof: Proof, count: Int, seed: UInt64) throws {
    self.proof = proof
    self.count = count
    self.seed = seed
    values = FixtureValues(schema: proof.schema, seed: seed)
    stored = try StoredSchema(FixtureDatabase(proof).connection)
    tables = Dictionary(
      proof.schema.tables.map { (SQLTokenizer.fold($0.sqlName), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  mutating func make() throws -> Fixtures {
    let order = orderedTables()
    let database = try FixtureDatabase(proof)
    try database.connection.execute("PRAGMA foreign_keys = OFF")
    for table in order { fill(table, in: database) }
    while prune() {}
    var isWhole = false
    while !isWhole { isWhole = try prove(order) }
    var fixtures = Fixtures(database: proof.schema.database.value)
    for table in order {
      let rows = rows[table.foldedName] ?? []
      fixtures.rows += rows
      let wanted = tables[table.foldedName] == nil ? 1 : count
      guard rows.count < wanted else { continue }
      fixtures.shortages.append(
        .init(
          table: table.name,
          count: rows.count,
          reason: reasons[table.foldedName] ?? "no other row was found"
        )
      )
    }
    return fixtures
  }

  // MARK: Order

  /// The tables, each after those that it refers to, as far as they do not refer to each other.
  private func orderedTables() -> [StoredTable] {
    var ordered: [StoredTable] = []
    var seen: Set<String> = []
    func visit(_ table: StoredTable) {
      guard seen.insert(table.foldedName).inserted else { return }
      for key in table.foreignKeys.sorted(by: { $0.table < $1.table }) {
        if let parent = stored.table(key.table) { visit(parent) }
      }
      ordered.append(table)
    }
    for table in stored.tables { visit(table) }
    return ordered
  }

  // MARK: Rows

  private mutating func fill(_ table: StoredTable, in database: FixtureDatabase) {
    let name = table.foldedName
    guard let model = tables[name] else {
      if SampleRow(table, SchemaFacts(), FactParts(SchemaFacts())).insert(into: database.connection)
      {
        rows[name] = (try? readRows(of: table, in: database)) ?? []
      } else {
        reasons[name] =
          "nothing is known of its columns but their SQL, and no row was found by trying"
      }
      return
    }
    let columns = SampleRows.columns(of: model)
    let liked = LikedValues(table)
    var failures = 0
    // Where many rows in turn find no place, no other one will.
    for row in 0..<count where failures < 20 {
      failures += 1
      var reason: String?
      for attempt in 0..<64 {
        let place = FixtureValues.Place(table: model, row: row, attempt: attempt)
        let (candidate, missing) = self.row(of: table, columns, at: place, liked)
        guard let refusal = missing ?? database.refusal(of: candidate) else {
          rows[name, default: []].append(candidate)
          failures = 0
          reason = nil
          break
        }
        // SQLite looks for equal rows last, when all else is met.
        if reason?.contains("UNIQUE") != true { reason = refusal }
        // No value of a row would change that.
        if refusal.hasPrefix("no such") { failures = .max - count }
      }
      if let reason { reasons[name] = reason }
    }
  }

  private func readRows(of table: StoredTable, in database: FixtureDatabase) throws -> [Fixtures
    .Row]
  {
    let columns = table.columns.filter { $0.generated == nil }.map(\.name)
    let names = columns.map(SQLText.quote).joined(separator: ", ")
    return try database.connection.rows("SELECT \(names) FROM \(SQLText.quote(table.name))").map {
      Fixtures.Row(table: table.name, columns: columns, values: $0)
    }
  }

  // MARK: What leads nowhere

  /// Mends or leaves out rows that refer to none; whether there were any.
  private mutating func prune() -> Bool {
    var isChanged = false
    for table in stored.tables {
      for key in table.foreignKeys where !key.references.isEmpty {
        let parents = Set(
          (rows[key.table] ?? []).compactMap { $0.values(of: key.references)?.words }
        )
        var kept: [Fixtures.Row] = []
        for var row in rows[table.foldedName] ?? [] {
          guard let values = row.values(of: key.columns), !values.contains(where: \.isNull),
            !parents.contains(values.words)
          else {
            kept.append(row)
            continue
          }
          isChanged = true
          let optional = key.columns.filter { isOptional($0, of: table) }
          guard !optional.isEmpty else {
            reasons[table.foldedName] =
              reasons[key.table].map { "'\(key.table)' has too few rows: \($0)" }
              ?? "rows of it would lead to rows of '\(key.table)' that are not there"
            continue
          }
          for index in row.columns.indices
          where optional.contains(SQLTokenizer.fold(row.columns[index])) {
            row.values[index] = .null
          }
          kept.append(row)
        }
        rows[table.foldedName] = kept
      }
    }
    return isChanged
  }

  /// Inserts all rows as an app would; a row that is refused is left out, and it has to be done again.
  private mutating func prove(_ order: [StoredTable]) throws -> Bool {
    let database = try FixtureDatabase(proof)
    let connection = database.connection
    try connection.execute("PRAGMA foreign_keys = ON; BEGIN; PRAGMA defer_foreign_keys = ON")
    var isWhole = true
    for table in order {
      var kept: [Fixtures.Row] = []
      for row in rows[table.foldedName] ?? [] {
        if let refusal = database.refusal(of: row) {
          reasons[table.foldedName] = refusal
          isWhole = false
        } else {
          kept.append(row)
        }
      }
      rows[table.foldedName] = kept
    }
    // A table whose foreign keys lead to no unique columns has no rows.
    let violations = order.filter { !$0.foreignKeys.isEmpty }.flatMap { table in
      (try? connection.rows(
        "SELECT DISTINCT \"table\", parent FROM pragma_foreign_key_check(?1)",
        [table.name]
      )) ?? []
    }
    for violation in violations {
      let name = SQLTokenizer.fold(violation[0].text)
      // A comparison of SQLite's own, or a trigger, has made it so.
      reasons[name] = "its rows would have no parents in '\(violation[1].text)'"
      rows[name] = []
      isWhole = false
    }
    if isWhole {
      do { try connection.execute("COMMIT") } catch let error as DatabaseError {
        // SQLite counts what REPLACE has deleted by the way, and cannot say where.
        let last = order.last { table in
          !table.foreignKeys.isEmpty && rows[table.foldedName]?.isEmpty == false
        }
        guard let last else { throw error }
        reasons[last.foldedName] = error.message
        rows[last.foldedName] = []
        isWhole = false
      }
    }
    if !isWhole {
      while prune() {}
    }
    return isWhole
  }
}

extension Fixtures.Row {
  /// The values of columns with these folded names; nil where the row does not say one of them.
  func values(of names: [String]) -> [DatabaseValue]? {
    let found = names.compactMap { name in
      columns.firstIndex { SQLTokenizer.fold($0) == name }.map { values[$0] }
    }
    return found.count == names.count ? found : nil
  }
}

extension [DatabaseValue] {
  /// The values as one text, numbers and texts alike, as keys compare them.
  var words: String {
    map { value in
      switch value.storage {
      case .double(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
      case .string(let text): text
      default: value.sqlLiteral
      }
    }.joined(separator: "\u{0}")
  }
}
