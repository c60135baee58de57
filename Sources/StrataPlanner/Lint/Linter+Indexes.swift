import StrataSchema

extension Linter {
  /// Warns of foreign keys by which rows are looked for and which no index serves.
  mutating func checkForeignKeys() throws {
    for table in schema.tables {
      for column in table.columns {
        guard let key = column.foreignKey,
          key.onDelete != .noAction || key.onUpdate != .noAction || key.inverse != nil
        else { continue }
        let (name, sqlName) = (SQLText.quote(table.sqlName), SQLText.quote(column.sqlName))
        let steps = try plan(of: "SELECT 1 FROM \(name) WHERE \(sqlName) = ?1")
        guard steps.contains(where: { $0.hasPrefix("SCAN ") }) else { continue }
        let entry = SQLText.spelling(of: column.sqlName)
        let index = Identifier.capitalizingStart(of: key.accessor)
        diagnostics.warning(
          "unindexed-foreign-key",
          "every row of '\(table.sqlName)' is looked at to find those of one '\(key.table)': no index"
            + " begins with '\(column.sqlName)'; write 'indexes: {by\(index): [\(entry)]}' in table"
            + " '\(table.name)'",
          at: column.range
        )
      }
    }
  }

  /// Warns of indexes that others serve for.
  mutating func checkIndexes() {
    let requests =
      schema.requests + schema.tables.flatMap(\.requests) + schema.views.flatMap(\.requests)
    let wanted = Set(requests.compactMap { $0.plan?.index?.value })
    for table in schema.tables {
      let constraints = constraints(of: table)
      let indexes = table.indexes.map { KeyOrder($0) }
      for (place, model) in table.indexes.enumerated() {
        // One with a name in SQL describes a database that is there already.
        let isDescription = model.sqlName != "\(table.sqlName)_\(model.name.value)"
        guard !isDescription, !wanted.contains(model.name.value), !wanted.contains(model.sqlName)
        else { continue }
        let index = indexes[place]
        let other =
          constraints.first { index.isServed(by: $0.order) }?.what
          ?? indexes.indices.first { other in
            other != place && index.isServed(by: indexes[other])
              && !(other > place && indexes[other].isServed(by: index))
          }
          .map { "the index '\(table.indexes[$0].name.value)'" }
        guard let other else { continue }
        diagnostics.warning(
          "redundant-index",
          "\(other) serves for all that the index '\(model.name.value)' serves for; remove the latter",
          at: model.name.range
        )
      }
    }
  }

  /// What a table has indexes for without being told.
  private func constraints(of table: TableModel) -> [(what: String, order: KeyOrder)] {
    let key = table.primaryKey.compactMap { table.column(named: $0)?.sqlName }
    var constraints = key.isEmpty ? [] : [("the primary key", KeyOrder(unique: key))]
    for column in table.columns where column.isUnique {
      constraints.append(("'unique' of '\(column.name)'", KeyOrder(unique: [column.sqlName])))
    }
    for names in table.uniques {
      let columns = names.compactMap { table.column(named: $0)?.sqlName }
      constraints.append(("'unique' of the table", KeyOrder(unique: columns)))
    }
    return constraints
  }
}

/// What an index puts in order.
private struct KeyOrder {
  private struct Entry {
    var tokens: [String]
    var isDescending: Bool
  }

  private var entries: [Entry]
  private var condition: [String]
  private var isUnique: Bool

  init(_ index: IndexModel) {
    entries = index.entries.map { fragment in
      var tokens = KeyOrder.words(of: fragment)
      let isDescending = tokens.last == "desc"
      if isDescending || tokens.last == "asc" { tokens.removeLast() }
      return Entry(tokens: tokens, isDescending: isDescending)
    }
    condition = index.condition.map(KeyOrder.words) ?? []
    isUnique = index.isUnique
  }

  init(unique columns: [String]) {
    entries = columns.map { Entry(tokens: [SQLTokenizer.fold($0)], isDescending: false) }
    condition = []
    isUnique = true
  }

  /// Whether another index does all that this one does; read backwards, one in the opposite order does
  /// too.
  func isServed(by other: KeyOrder) -> Bool {
    guard entries.count <= other.entries.count, condition == other.condition,
      !isUnique || other.isUnique && entries.count == other.entries.count
    else { return false }
    let pairs = Array(zip(entries, other.entries))
    let isTurned = pairs.first.map { $0.isDescending != $1.isDescending } ?? false
    return pairs.allSatisfy { entry, other in
      entry.tokens == other.tokens && (entry.isDescending != other.isDescending) == isTurned
    }
  }

  private static func words(of fragment: SQLFragment) -> [String] {
    SQLTokenizer.tokens(of: fragment.text).filter { $0.kind != .comment }.map(\.folded)
  }
}
