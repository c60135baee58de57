import StrataSchema

/// A schema file in the making: every part in the form in which it is to be written.
///
/// A part begins in the form that says most to Swift. What the compiler refuses goes into a plainer
/// one, and what no form serves is left out with the reason.
struct PullDraft {
  var database: String
  var sqliteVersion = SQLiteVersion(3, 37)
  var enums: [Enumeration] = []
  var tables: [Table] = []
  /// The places of tables, by their folded names.
  private(set) var places: [String: Int] = [:]
  var views: [View] = []
  var searches: [Search] = []
  var triggers: [Trigger] = []
  var objects: [Object] = []
  var functions: [String] = []
  var collations: [String] = []
  var losses: [Loss] = []

  /// Where a line of the file comes from.
  enum Part: Hashable {
    case top
    case enumeration(Int)
    case table(Int)
    case column(Int, Int)
    case reference(Int, Int)
    case check(Int, Int)
    case index(Int, Int)
    case view(Int), search(Int), trigger(Int), object(Int)

    /// Tables come first, then what stands on them, and at last what is kept in SQL.
    var rank: Int {
      switch self {
      case .top, .enumeration, .table, .column, .reference, .check: 0
      case .index, .view, .search, .trigger: 1
      case .object: 2
      }
    }
  }

  /// Something that no form serves.
  struct Loss {
    /// The folded name of the table or object that it belongs to.
    var subject: String
    /// What is left out, in words.
    var what: String
    var reason: String
  }

  struct Enumeration {
    var name: String
    var cases: [(name: String, value: String)]
    var areNumbers: Bool
  }

  struct Table {
    var stored: StoredTable
    var name: String
    var columns: [Column]
    var key: Key
    var uniques: [[Int]] = []
    /// UNIQUE and PRIMARY KEY in SQL.
    var constraints: [String] = []
    var references: [Reference] = []
    var checks: [Check] = []
    var indexes: [Index] = []
    var isObject = false
  }

  enum Key {
    case none
    case columns([Int])
  }

  struct Column {
    var stored: StoredColumn
    var evidence: ColumnEvidence
    var name: String
    /// The types that serve, the one that is written first.
    var types: [PulledType]
    var allTypes: [PulledType]
    var defaultForm = DefaultForm.literal
    /// The default as it was written, where it is an expression in brackets.
    var defaultExpression: String?
    var generated: TableSource.Generated?
    var isUnique = false
    var accessor: String?

    var type: PulledType { types.first ?? .any }
  }

  enum DefaultForm { case literal, sql, lost }

  struct Reference {
    var key: StoredForeignKey
    var form: Form

    enum Form: Equatable { case column(Int), constraint, lost }
  }

  struct Check {
    var source: TableSource.Check
    var form: Form

    enum Form: Equatable { case column(Int), named(String), constraint, lost }
  }

  struct Index {
    var name: String
    var sqlName: String
    var entries: [String]
    var condition: String?
    var isUnique: Bool
    var sql: String
    var isObject = false
  }

  struct View {
    var name: String
    var sqlName: String
    /// The SELECT.
    var body: String
    var columns: [(name: String, type: String)] = []
    var sql: String
    var isObject = false
  }

  struct Search {
    var name: String
    var sqlName: String
    /// The index of its table.
    var table: Int
    var columns: [Int]
    var tokenizer: String?
    var prefixes: String?
    var sql: String
    var isObject = false

    /// The folded names of the triggers that keep it in step.
    var triggerNames: [String] {
      ["insert", "update", "delete"].map { SQLTokenizer.fold("\(sqlName)_\($0)") }
    }
  }

  struct Trigger {
    var name: String
    /// What follows its name.
    var body: String
    var sql: String
    var isObject = false
  }

  struct Object {
    var name: String
    var sql: String
    var isLost = false

    /// Whether it is a table of any kind.
    var isTable: Bool {
      SQLTokenizer.tokens(of: sql).filter { $0.kind != .comment }.prefix(3).contains {
        $0.isWord("table")
      }
    }
  }
}

extension PullDraft {
  /// The table that is written with a type, by its folded name.
  func table(_ folded: String) -> Int? {
    place(of: folded).flatMap { tables[$0].isObject ? nil : $0 }
  }

  /// The place of a table in whatever form it is written.
  func place(of folded: String) -> Int? { places[folded] }

  mutating func add(_ table: Table) {
    places[table.stored.foldedName] = tables.count
    tables.append(table)
  }

  /// The triggers that are written, without those that a search brings.
  var writtenTriggers: [Int] {
    let own = Set(searches.filter { !$0.isObject }.flatMap(\.triggerNames))
    return triggers.indices.filter {
      !triggers[$0].isObject && !own.contains(SQLTokenizer.fold(triggers[$0].name))
    }
  }

  /// Has every reference that a type can say said by one, and the others by constraints.
  mutating func bindReferences() {
    for table in tables.indices {
      var members = SwiftNaming(taken: tables[table].columns.map(\.name))
      for column in tables[table].columns.indices { tables[table].columns[column].accessor = nil }
      for reference in tables[table].references.indices {
        guard case .column(let column) = tables[table].references[reference].form else { continue }
        guard canBeType(tables[table].references[reference].key, of: table, column) else {
          tables[table].references[reference].form = .constraint
          continue
        }
        nameAccessor(of: column, in: table, &members)
      }
    }
  }

  private mutating func nameAccessor(of column: Int, in table: Int, _ members: inout SwiftNaming) {
    let name = tables[table].columns[column].name
    let derived = name.hasSuffix("ID") && name.count > 2 ? String(name.dropLast(2)) : name
    let reserved: Set<String> = ["table", "databaseTableName", "databaseSelection"]
    if derived == name, !reserved.contains(name) { return }
    let isFree =
      members.isFree(derived) && !reserved.contains(derived)
      && !Identifier.recordMembers.contains(derived) && Identifier.isValid(derived)
    let accessor = members.claim(isFree ? derived : derived + "Row")
    if accessor != derived { tables[table].columns[column].accessor = accessor }
  }

  /// Whether `Other.ID` says all of a reference.
  private func canBeType(_ key: StoredForeignKey, of table: Int, _ column: Int) -> Bool {
    guard !key.isDeferred, let parent = self.table(key.table),
      case .columns(let keyColumns) = tables[parent].key, keyColumns.count == 1,
      let target = keyColumns.first,
      key.references == [tables[parent].columns[target].stored.foldedName]
    else { return false }
    let child = tables[table].columns[column]
    guard child.type == tables[parent].columns[target].type, child.type != .any,
      child.type.cases == nil
    else { return false }
    let actions = [key.onDelete, key.onUpdate]
    if child.stored.isNotNull || isKey(column, of: table), actions.contains("set null") {
      return false
    }
    if child.stored.isNotNull || isKey(column, of: table), actions.contains("set default"),
      child.stored.defaultValue == nil
    {
      return false
    }
    return !leadsBack(parent, to: table, from: column)
  }

  func isKey(_ column: Int, of table: Int) -> Bool {
    if case .columns(let key) = tables[table].key { key.contains(column) } else { false }
  }

  /// Whether the key of a table is a reference that leads, by way of other keys, to where it began.
  private func leadsBack(_ parent: Int, to table: Int, from column: Int) -> Bool {
    guard case .columns([column]) = tables[table].key else { return false }
    var current = parent
    var seen: Set<Int> = []
    while seen.insert(current).inserted {
      if current == table { return true }
      guard case .columns(let key) = tables[current].key, key.count == 1,
        let next = tables[current].references.first(where: { $0.form == .column(key[0]) }),
        let target = self.table(next.key.table)
      else { return false }
      current = target
    }
    return true
  }
}
