import StrataSchema

extension Proof {
  /// The database that the proof is of, anew in memory, with the functions and collations of the app.
  ///
  /// - Throws: `DatabaseError` where SQLite does not take what it has taken before.
  func makeDatabase() throws -> ProofDatabase {
    let database = try Prover(schema).database
    for statement in creation { try database.execute(statement) }
    return database
  }
}

extension Catalog {
  /// What a proof knows of tables, searches and views.
  init(_ proof: Proof) {
    self.init(proof.schema)
    for search in proof.schema.searches {
      guard let table = proof.schema.tables.first(where: { $0.name == search.table }) else {
        continue
      }
      add(search, of: table)
    }
    for view in proof.views { add(view.model, columns: view.columns) }
  }
}
