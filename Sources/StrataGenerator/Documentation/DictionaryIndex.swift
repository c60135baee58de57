import StrataPlanner
import StrataSchema

/// What a data dictionary looks up, by names.
struct DictionaryIndex {
  /// The views of the schema, and what each reads, by their keys.
  let views: [String: ViewModel]
  let reads: [String: Explanation.View]
  /// The descriptions of requests, by the names of their types.
  let docs: [String: String]
  let statements: [String: ProvedStatement]
  /// The foreign keys that lead to each table, with the table that has them.
  let referrers: [String: [(table: String, column: String)]]

  init(_ proof: Proof, _ explanation: Explanation) {
    func first<Value>(_ entries: [(String, Value)]) -> [String: Value] {
      Dictionary(entries, uniquingKeysWith: { first, _ in first })
    }
    views = first(proof.schema.views.map { ($0.name, $0) })
    reads = first(explanation.views.map { ($0.name, $0) })
    docs = first(
      proof.requests.compactMap { request in request.model.doc.map { (request.typeName, $0) } }
    )
    statements = first(proof.statements.map { ($0.typeName, $0) })
    var referrers: [String: [(table: String, column: String)]] = [:]
    for table in proof.schema.tables {
      for column in table.columns {
        guard let key = column.foreignKey else { continue }
        referrers[key.table, default: []].append((table.name, column.name))
      }
    }
    self.referrers = referrers
  }
}
