import StrataSQLite
package import StrataSchema

/// Warns of what a proved schema may say and its author is unlikely to mean.
///
/// - Throws: `DatabaseError` where SQLite does not take what it has taken before.
package func lint(_ proof: Proof, _ diagnostics: inout Diagnostics) throws {
  var linter = try Linter(proof)
  linter.checkTypes()
  try linter.checkForeignKeys()
  linter.checkIndexes()
  try linter.checkOrders()
  linter.checkExpressions()
  diagnostics.append(contentsOf: linter.diagnostics)
}

/// The work of one lint; each of its checks is an extension.
struct Linter {
  let proof: Proof
  let schema: SchemaModel
  let tables: TableIndex
  let catalog: Catalog
  let database: ProofDatabase
  var diagnostics = Diagnostics()

  init(_ proof: Proof) throws {
    self.proof = proof
    schema = proof.schema
    tables = TableIndex(proof.schema)
    catalog = Catalog(proof)
    database = try proof.makeDatabase()
  }

  /// The steps of a plan that are not parts of others (https://sqlite.org/eqp.html).
  func plan(of sql: String) throws -> [String] {
    let statement = try database.prepare("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() {
      guard Int64.fromDatabaseValue(statement.value(1)) == 0,
        let step = String.fromDatabaseValue(statement.value(3))
      else { continue }
      steps.append(step)
    }
    return steps
  }
}
