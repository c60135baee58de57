import StrataSQLite
import StrataSchema

/// The rows of a table by what is in some of their columns.
struct FixtureLookup {
  let count: Int
  private var indices: [String: [Int]] = [:]

  init(_ rows: [Fixtures.Row], by columns: [String]) {
    count = rows.count
    for (index, row) in rows.enumerated() {
      if let words = row.values(of: columns)?.words { indices[words, default: []].append(index) }
    }
  }

  subscript(values: [DatabaseValue]) -> [Int] { indices[values.words] ?? [] }
}

// Rows that refer to others.
extension FixtureMaker {
  /// A row for a place, and why it cannot be one, where a column that leads to several tables has no
  /// value that is in all of them.
  mutating func row(
    of table: StoredTable,
    _ columns: [ColumnModel],
    at place: FixtureValues.Place,
    _ liked: LikedValues
  ) -> (row: Fixtures.Row, refusal: String?) {
    var row = Fixtures.Row(
      table: table.name,
      columns: columns.map(\.sqlName),
      values: columns.map { values.value(of: $0, at: place, liked: liked) }
    )
    // What has most columns leaves the others least choice.
    let keys = table.foreignKeys.sorted {
      (-$0.columns.count, $0.columns.joined(), $0.table)
        < (-$1.columns.count, $1.columns.joined(), $1.table)
    }
    var bound: Set<Int> = []
    for key in keys {
      guard refer(&row, by: key, of: table, at: place, &bound) else {
        return (row, "no row of '\(key.table)' goes with the other rows that it leads to")
      }
    }
    return (row, nil)
  }

  /// Has a row refer to one of another table, or to none where it may; false where none goes with the
  /// columns that are `bound` already.
  private mutating func refer(
    _ row: inout Fixtures.Row,
    by key: StoredForeignKey,
    of table: StoredTable,
    at place: FixtureValues.Place,
    _ bound: inout Set<Int>
  ) -> Bool {
    let indices = key.columns.compactMap { column in
      row.columns.firstIndex { SQLTokenizer.fold($0) == column }
    }
    guard indices.count == key.columns.count, key.references.count == key.columns.count else {
      return true
    }
    if indices.contains(where: { bound.contains($0) && row.values[$0].isNull }) { return true }
    var random = FixtureRandom(
      seed: seed,
      "\(table.name).\(key.columns.joined(separator: ",")).\(place.row).\(place.attempt)"
    )
    let free = zip(indices, key.columns).filter {
      !bound.contains($0.0) && isOptional($0.1, of: table)
    }.map(\.0)
    defer { bound.formUnion(indices) }
    if !free.isEmpty, random.chance(key.table == table.foldedName ? 35 : 12) {
      for index in free { row.values[index] = .null }
      return true
    }
    let fixed = indices.indices.filter { bound.contains(indices[$0]) }
    if let parents = rows[key.table], !parents.isEmpty {
      let parent: Fixtures.Row?
      if !fixed.isEmpty {
        let names = fixed.map { key.references[$0] }
        let wanted = fixed.map { row.values[indices[$0]] }
        let found = lookup(names, in: key.table)[wanted]
        parent = found.randomElement(using: &random).map { parents[$0] }
      } else if isUnique(key.columns, of: table) {
        parent = parents[(place.row + place.attempt * 7) % parents.count]
      } else {
        parent = parents.randomElement(using: &random)
      }
      if let found = parent?.values(of: key.references) {
        for (index, value) in zip(indices, found) { row.values[index] = value }
        return true
      }
      guard !free.isEmpty || key.table == table.foldedName else { return false }
      if !free.isEmpty {
        for index in free { row.values[index] = .null }
        return true
      }
    }
    let foretold = foretold(key, of: table, row, at: place, &random)
    for (index, value) in zip(indices, foretold) where !bound.contains(index) {
      row.values[index] = value
    }
    return true
  }

  private mutating func lookup(_ columns: [String], in table: String) -> FixtureLookup {
    let rows = rows[table] ?? []
    let name = "\(table)(\(columns.joined(separator: ",")))"
    if let known = lookups[name], known.count == rows.count { return known }
    let lookup = FixtureLookup(rows, by: columns)
    lookups[name] = lookup
    return lookup
  }

  /// The values that a row which is yet to come is going to have.
  private func foretold(
    _ key: StoredForeignKey,
    of table: StoredTable,
    _ row: Fixtures.Row,
    at place: FixtureValues.Place,
    _ random: inout FixtureRandom
  ) -> [DatabaseValue] {
    if key.table == table.foldedName, let found = row.values(of: key.references) { return found }
    guard let parent = tables[key.table], let stored = stored.table(key.table) else { return [] }
    let number =
      isUnique(key.columns, of: table)
      ? (place.row + place.attempt) % max(count, 1) : random.number(0...max(count - 1, 0))
    let liked = LikedValues(stored)
    return key.references.compactMap { name in
      guard let column = parent.columns.first(where: { SQLTokenizer.fold($0.sqlName) == name })
      else { return nil }
      let place = FixtureValues.Place(table: parent, row: number, attempt: 0)
      return values.value(of: column, at: place, liked: liked)
    }
  }

  /// Whether no two rows may have the same in these columns.
  private func isUnique(_ columns: [String], of table: StoredTable) -> Bool {
    let keys = [table.primaryKey].compactMap(\.self) + table.uniques
    return keys.contains { Set($0.names).isSubset(of: columns) }
  }

  func isOptional(_ column: String, of table: StoredTable) -> Bool {
    guard let column = table.column(column) else { return false }
    let isKey = table.primaryKey?.names.contains(column.foldedName) == true
    return !column.isNotNull && !isKey
  }
}
