/// A part of a database: tables, and of them columns and rows, that a request reads.
///
/// An observation is notified when a transaction changes its region. Its ``description`` is a
/// compact text, such as `player(id,name)[1,2]`, `player(*)`, `empty` or `full database`.
public struct DatabaseRegion: Sendable, Equatable {
  /// What is read of each table; nil is the full database.
  package private(set) var tables: [TableName: TableRegion]?

  /// The region of a request that reads nothing.
  public init() { tables = [:] }

  package init(tables: [TableName: TableRegion]?) {
    self.tables = tables?.filter { !$0.value.isEmpty }
  }

  /// A table, or some columns and rows of it; nil is every column, also the ones that are added
  /// later, and every row.
  package init(table: String, columns: Set<String>? = nil, rowIDs: Set<Int64>? = nil) {
    let region = TableRegion(
      columns: columns.map { Set($0.map { SchemaName($0) }) },
      rowIDs: rowIDs
    )
    self.init(tables: [TableName(table): region])
  }

  /// All tables, also the ones that do not exist yet.
  public static let fullDatabase = DatabaseRegion(tables: nil)

  /// Whether no change can touch the region.
  public var isEmpty: Bool { tables?.isEmpty ?? false }

  /// Whether every change touches the region.
  public var isFullDatabase: Bool { tables == nil }

  /// The region that holds both regions.
  public func union(_ other: DatabaseRegion) -> DatabaseRegion {
    guard let left = tables, let right = other.tables else { return .fullDatabase }
    return DatabaseRegion(tables: left.merging(right) { $0.union($1) })
  }

  /// Adds a region to this one.
  public mutating func formUnion(_ other: DatabaseRegion) { self = union(other) }

  /// The region that both regions share; what one of them does not narrow, the other one does.
  package func intersection(_ other: DatabaseRegion) -> DatabaseRegion {
    guard let left = tables else { return other }
    guard let right = other.tables else { return self }
    var shared: [TableName: TableRegion] = [:]
    for (table, region) in left {
      if let other = right[table] { shared[table] = region.intersection(other) }
    }
    return DatabaseRegion(tables: shared)
  }

  /// The region with one row of a table in place of all.
  func narrowed(to rowID: Int64, of name: TableName) -> DatabaseRegion {
    guard var tables, let table = tables[name] else { return self }
    tables[name] = TableRegion(columns: table.columns, rowIDs: [rowID])
    return DatabaseRegion(tables: tables)
  }

  /// The region without the rowids: whole columns.
  package var ignoringRowIDs: DatabaseRegion {
    DatabaseRegion(tables: tables?.mapValues { TableRegion(columns: $0.columns, rowIDs: nil) })
  }
}

extension DatabaseRegion {
  /// Whether a change of that kind may touch the region.
  ///
  /// Rows are not considered: a kind tells nothing of them.
  public func isModified(byEventsOfKind kind: DatabaseEventKind) -> Bool {
    guard let tables else { return true }
    guard let region = tables[TableName(kind.tableName)] else { return false }
    switch kind {
    case .insert, .delete: return true
    case .update(_, let columnNames):
      guard let columns = region.columns else { return true }
      return columnNames.contains { columns.contains(SchemaName($0)) }
    }
  }
}

extension DatabaseRegion: CustomStringConvertible {
  /// The tables in order, each with its columns and, where only some rows are meant, their rowids.
  public var description: String {
    guard let tables else { return "full database" }
    if tables.isEmpty { return "empty" }
    return tables.map { "\($0.key)\($0.value)" }.sorted().joined(separator: ",")
  }
}

/// What is read of one table.
package struct TableRegion: Sendable, Equatable, CustomStringConvertible {
  /// The columns; nil is all of them.
  package var columns: Set<SchemaName>?
  /// The rows; nil is all of them.
  package var rowIDs: Set<Int64>?

  package init(columns: Set<SchemaName>? = nil, rowIDs: Set<Int64>? = nil) {
    self.columns = columns
    self.rowIDs = rowIDs
  }

  package static let whole = TableRegion()

  package var isEmpty: Bool { columns?.isEmpty == true || rowIDs?.isEmpty == true }

  func union(_ other: TableRegion) -> TableRegion {
    TableRegion(
      columns: merge(columns, other.columns) { $0.union($1) },
      rowIDs: merge(rowIDs, other.rowIDs) { $0.union($1) }
    )
  }

  func intersection(_ other: TableRegion) -> TableRegion {
    TableRegion(
      columns: narrow(columns, other.columns),
      rowIDs: narrow(rowIDs, other.rowIDs)
    )
  }

  private func merge<T>(_ left: T?, _ right: T?, _ combine: (T, T) -> T) -> T? {
    guard let left, let right else { return nil }
    return combine(left, right)
  }

  private func narrow<Element>(_ left: Set<Element>?, _ right: Set<Element>?) -> Set<Element>? {
    guard let left else { return right }
    return right.map { left.intersection($0) } ?? left
  }

  package var description: String {
    let columns = columns.map { $0.map(\.text).sorted().joined(separator: ",") } ?? "*"
    let rows = rowIDs.map { "[\($0.sorted().map { "\($0)" }.joined(separator: ","))]" } ?? ""
    return "(\(columns))\(rows)"
  }
}
