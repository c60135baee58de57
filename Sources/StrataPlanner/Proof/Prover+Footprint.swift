import StrataSchema

extension Prover {
  /// The tables and columns among what SQLite's authorizer saw; views have been resolved by it.
  func footprint(of reads: [ProofDatabase.Read]) -> Footprint {
    var columns: [String: Set<String>] = [:]
    for read in Set(reads) {
      let name = SQLTokenizer.fold(read.table)
      guard let relation = catalog[name], relation.isTable else { continue }
      columns[relation.sqlName, default: []].formUnion(
        relation.columnNames.filter { $0 == read.column }
      )
    }
    let names = columns.keys.sorted()
    return Footprint(
      tables: names.map { .init(name: $0, columns: columns[$0, default: []].sorted()) }
    )
  }
}
