/// What a transaction, or a part of it, has changed.
package struct DatabaseChanges: Sendable, Equatable {
  /// The changed tables.
  package var tables: [TableName: TableChanges] = [:]
  /// Whether tables or views were made, altered or dropped; every region is affected by that.
  package var includesSchema = false

  package init() {}

  /// What another connection may have changed: anything, also the schema.
  static let unknown: DatabaseChanges = {
    var changes = DatabaseChanges()
    changes.includesSchema = true
    return changes
  }()

  package var isEmpty: Bool { tables.isEmpty && !includesSchema }

  /// Adds later changes.
  package mutating func formUnion(_ later: DatabaseChanges) {
    if isEmpty {
      self = later
      return
    }
    tables.merge(later.tables) { $0.union($1) }
    includesSchema = includesSchema || later.includesSchema
  }

  /// Whether a value fetched from the region may be another one after the changes.
  package func affect(_ region: DatabaseRegion) -> Bool {
    if includesSchema { return true }
    guard let regions = region.tables else { return !tables.isEmpty }
    return tables.contains { table, changes in
      regions[table].map { changes.affect($0) } ?? false
    }
  }
}

/// What has changed in one table.
package struct TableChanges: Sendable, Equatable {
  /// Beyond so many rows a set of changes says "any row".
  static let rowLimit = 1_000

  /// The changed columns of all rows.
  package private(set) var columns: RegionColumns
  /// The changed columns of each row, by rowid; nil is any row.
  package private(set) var rows: [Int64: RegionColumns]?
  /// Says which bit is which column; nil where nobody asked for columns.
  package let layout: TableLayout?

  /// No change yet.
  ///
  /// - Parameter layout: the columns of a table of which each row's change is recorded.
  package init(layout: TableLayout) {
    columns = []
    rows = layout.isWithoutRowID ? nil : [:]
    self.layout = layout
  }

  private init(columns: RegionColumns, rows: [Int64: RegionColumns]?, layout: TableLayout?) {
    self.columns = columns
    self.rows = rows
    self.layout = layout
  }

  /// Any column of any row.
  package static let whole = TableChanges(columns: .all, rows: nil, layout: nil)

  /// Some columns of any row.
  package static func columns(_ columns: RegionColumns, layout: TableLayout) -> TableChanges {
    TableChanges(columns: columns, rows: nil, layout: layout)
  }

  package var isEmpty: Bool { columns.isEmpty }

  /// Adds the change of one row.
  package mutating func insert(_ changed: RegionColumns, rowID: Int64) {
    if changed.isEmpty { return }
    columns.formUnion(changed)
    guard rows != nil else { return }
    rows?[rowID, default: []].formUnion(changed)
    if rows?.count ?? 0 > Self.rowLimit { rows = nil }
  }

  package func union(_ later: TableChanges) -> TableChanges {
    // Bits of two layouts cannot be compared: the table was altered in between.
    guard layout == later.layout else { return .whole }
    var result = self
    result.columns.formUnion(later.columns)
    if let laterRows = later.rows, var rows {
      rows.merge(laterRows) { $0.union($1) }
      result.rows = rows.count > Self.rowLimit ? nil : rows
    } else {
      result.rows = nil
    }
    return result
  }

  package func affect(_ region: TableRegion) -> Bool {
    let wanted = columnSet(of: region.columns)
    if columns.isDisjoint(with: wanted) { return false }
    guard let rowIDs = region.rowIDs, let rows else { return true }
    if rowIDs.count < rows.count {
      return rowIDs.contains { rows[$0].map { !$0.isDisjoint(with: wanted) } ?? false }
    }
    return rows.contains { rowIDs.contains($0) && !$1.isDisjoint(with: wanted) }
  }

  /// These columns as the set that changes are compared with; all of them where nobody has asked for
  /// columns.
  func columnSet(of names: Set<SchemaName>?) -> RegionColumns {
    guard let names, let layout else { return .all }
    return layout.columnSet(of: names).union(.row)
  }
}
