import StrataSQLite
package import StrataSchema

/// Proves a schema on an SQLite database in memory.
///
/// Everything that SQLite or the inference of types refuses is reported, each at its place in the
/// schema, also of a schema with faults, whose other parts are proved; then nothing is returned.
package func prove(_ schema: SchemaModel, _ diagnostics: inout Diagnostics) -> Proof? {
  do {
    var prover = try Prover(schema)
    let proof = try prover.prove()
    diagnostics.append(laterStage: prover.diagnostics)
    return prover.diagnostics.hasErrors || !schema.faults.isEmpty ? nil : proof
  } catch {
    guard schema.faults.isEmpty else { return nil }
    diagnostics.error(
      "sqlite-failed",
      "SQLite could not check the schema: \(error)",
      at: schema.database.range
    )
    return nil
  }
}

/// The work of one proof.
struct Prover {
  let schema: SchemaModel
  let tables: TableIndex
  let stars: StarExpansions
  let database: ProofDatabase
  var catalog: Catalog
  var diagnostics = Diagnostics()
  /// What the views read, by folded SQL name.
  var viewFootprints: [String: Footprint] = [:]
  /// The folded SQL names of tables and views that could not be created; what stands on them is not
  /// reported again.
  var broken: Set<String> = []
  /// The folded SQL names of tables that are not created as they are written, so that rows in them
  /// prove nothing.
  var unproved: Set<String> = []
  /// The SQL names of tables for which the refutation could make a row.
  var filled: Set<String> = []

  init(_ schema: SchemaModel) throws {
    self.schema = schema
    tables = TableIndex(schema)
    stars = StarExpansions(schema)
    database = try ProofDatabase()
    catalog = Catalog(schema)
    let known = Set(schema.tables.map(\.name) + schema.views.map(\.name))
    for name in schema.faults.open.subtracting(known) {
      broken.insert(SQLTokenizer.fold(Identifier.lowercasingStart(of: name)))
    }
    try registerFunctions()
  }

  mutating func prove() throws -> Proof {
    try database.execute("BEGIN")
    for table in schema.tables {
      let before = diagnostics.all.count
      try create(creatable(table))
      if diagnostics.all.count > before || schema.faults.tables.contains(table.name) {
        unproved.insert(SQLTokenizer.fold(table.sqlName))
      }
    }
    try createObjects([.table, .virtualTable])
    for table in schema.tables { try createIndexes(of: table) }
    try createObjects([.index])
    noteDates()
    for table in schema.tables { checkComparisons(in: table) }
    for table in schema.tables { tryGenerated(in: table) }
    checkConversions()
    try checkForeignKeys()
    try createSearches()
    database.installAuthorizer()
    try createObjects([.view])
    let ordered = try viewsInOrder(schema).compactMap { try prove($0) }
    try createTriggers()
    try createObjects([.trigger])
    // A rollback in a transaction that created something reads the whole schema anew.
    try database.execute("COMMIT")
    let proved = Dictionary(
      ordered.map { ($0.model.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let views = schema.views.compactMap { view in
      proved[view.name].flatMap { $0.model == view ? $0 : nil }
    }
    let requests = try proveRequests() + proveSQLRequests()
    let statements = try proveStatements()
    try refute(views, requests, statements)
    let creation = createStatements(schema).map(\.sql)
    var proof = Proof(
      schema: schema,
      creation: creation,
      schemaHash: schemaHash(of: creation),
      views: views,
      requests: requests,
      statements: statements
    )
    proof.tablesWithoutRows = schema.tables.map(\.sqlName).filter { !filled.contains($0) }
    return proof
  }

  /// Reports an error of SQLite, unless it only follows from one that was reported.
  mutating func report(
    _ error: any Error,
    in text: SQLText,
    fragment: SQLFragment? = nil,
    at range: SourceRange,
    reading relations: [String]
  ) throws {
    guard let error = error as? DatabaseError else { throw error }
    guard !isFollowOn(error, reading: relations) else { return }
    let scope = NameScope(schema: schema, relations: relations, catalog: catalog)
    let mistake = SQLMistake(
      error: error,
      text: text,
      fragment: fragment,
      range: range,
      scope: scope
    )
    let diagnostic = mistake.diagnostic()
    // What the declared version lacks there has been reported.
    let isTold = diagnostics.all.contains {
      $0.code == "sqlite-version" && $0.range?.start == diagnostic.range?.start
    }
    if !isTold { diagnostics.append(diagnostic) }
  }

  /// Checks that a fragment keeps to its place and to the declared version.
  mutating func check(
    _ fragment: SQLFragment,
    as place: FragmentPlace,
    allowsParameters: Bool = false
  ) -> [SQLToken]? {
    let tokens = FragmentSyntax.tokens(
      of: fragment,
      as: place,
      allowsParameters: allowsParameters,
      &diagnostics
    )
    guard let tokens else { return nil }
    if !schema.faults.hasUnknownVersion {
      SQLFeatures.check(
        tokens,
        of: fragment,
        against: schema.sqliteVersion,
        own: schema.ownFunctions,
        &diagnostics
      )
    }
    return tokens
  }
}
