package import StrataSQLite
import StrataSchema

/// Rows for every table of a schema, made up and accepted by SQLite.
package struct Fixtures: Sendable {
  package var database: String
  /// In an order in which they can be inserted with foreign keys that are checked at the end.
  package var rows: [Row] = []
  /// Tables that have fewer rows than were asked for, with the reason.
  package var shortages: [Shortage] = []

  /// A row with the values that are written.
  package struct Row: Hashable, Sendable {
    /// The table's name in SQL.
    package var table: String
    /// The names in SQL of the columns.
    package var columns: [String]
    package var values: [DatabaseValue]
  }

  /// Why a table has fewer rows than were asked for.
  package struct Shortage: Hashable, Sendable {
    package var table: String
    package var count: Int
    package var reason: String
  }
}

/// Makes up rows for every table: the same ones for the same schema, number and seed.
///
/// The rows have been inserted into a database that was made from the schema, with foreign keys on.
///
/// - Throws: `DatabaseError` where that database cannot be made.
package func makeFixtures(_ proof: Proof, rows: Int, seed: UInt64) throws -> Fixtures {
  var maker = try FixtureMaker(proof, count: rows, seed: seed)
  return try maker.make()
}
