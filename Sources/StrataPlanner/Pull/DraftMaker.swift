import StrataSQLite
import StrataSchema

/// Makes a draft of a database, every part in the form that says most.
struct DraftMaker {
  let source: SourceDatabase
  var draft: PullDraft
  var types: SwiftNaming

  static func draft(of source: SourceDatabase, database: String) throws -> PullDraft {
    var maker = DraftMaker(source: source, database: database)
    try maker.make()
    return maker.draft
  }

  private init(source: SourceDatabase, database: String) {
    self.source = source
    draft = PullDraft(database: database)
    types = SwiftNaming(taken: [database])
  }

  private mutating func make() throws {
    let names = source.stored.tables.map { types.type($0.name) }
    for (table, name) in zip(source.stored.tables, names) { try add(table, name) }
    for statement in source.statements where !statement.sql.isEmpty { addIndex(statement) }
    let views = source.stored.objects(.view)
    for statement in source.statements
    where statement.type == "view" && views.contains(where: { $0.name == statement.name }) {
      addView(statement)
    }
    for object in source.stored.objects(.trigger) {
      draft.triggers.append(
        .init(name: object.name, body: Self.body(after: object.sql), sql: object.sql)
      )
    }
    for object in source.stored.objects(.search) { addVirtual(object) }
    draft.collations = collations()
    draft.bindReferences()
  }

  // MARK: Tables

  private mutating func add(_ table: StoredTable, _ name: String) throws {
    let text = TableSource(table.sql)
    let evidence = try source.evidence(of: table)
    let chooser = TypeChooser(source: source)
    let key = key(of: table, evidence)
    var result = PullDraft.Table(stored: table, name: name, columns: [], key: .none)
    let names = columnNames(of: table, name, key)
    for (index, column) in table.columns.enumerated() {
      let types = try chooser.types(of: column, in: table, evidence[index])
      var draftColumn = PullDraft.Column(
        stored: column,
        evidence: evidence[index],
        name: names[index],
        types: types,
        allTypes: types
      )
      draftColumn.generated = text.generated[index]
      draftColumn.defaultExpression = text.defaults[index]
      result.columns.append(draftColumn)
    }
    if let key {
      result.key = .columns(key)
    } else if let stored = table.primaryKey {
      result.constraints.append(Self.constraint("PRIMARY KEY", stored, of: table))
    }
    addUniques(of: table, to: &result)
    addReferences(of: table, to: &result)
    try addChecks(text.checks, to: &result)
    draft.add(result)
  }

  /// The columns of a key that is said by `primaryKey:`; nil where it needs SQL, or there is none.
  private func key(of table: StoredTable, _ evidence: [ColumnEvidence]) -> [Int]? {
    guard let key = table.primaryKey, key.conflict == nil else { return nil }
    let columns = key.columns.map { part in
      table.columns.firstIndex {
        $0.foldedName == part.name && part.collation == nil && !part.isDescending
      }
    }
    let known = columns.compactMap(\.self)
    guard known.count == columns.count, Set(known).count == known.count,
      !known.contains(where: { evidence[$0].hasNull })
    else { return nil }
    return known
  }

  private func columnNames(of table: StoredTable, _ name: String, _ key: [Int]?) -> [String] {
    let own = SwiftNaming.memberName(name, or: "table") + "ID"
    var wanted = table.columns.map {
      SwiftNaming.memberName($0.name, or: "column", reserved: Identifier.recordMembers)
    }
    if let key, key.count == 1, wanted[key[0]] == own, !wanted.contains("id") {
      wanted[key[0]] = "id"
    }
    var naming = SwiftNaming()
    // The key has the first choice.
    let order = (key ?? []) + table.columns.indices.filter { !(key ?? []).contains($0) }
    for index in order {
      let isIdentity = key == nil ? table.primaryKey == nil : key == [index]
      if wanted[index] == "id", !isIdentity { wanted[index] = "idValue" }
      wanted[index] = naming.claim(wanted[index])
    }
    return wanted
  }

  private func addUniques(of table: StoredTable, to result: inout PullDraft.Table) {
    let order = { (key: StoredKey) in
      key.columns.map { part in
        table.columns.firstIndex { $0.foldedName == part.name } ?? table.columns.count
      }
    }
    let uniques = table.uniques.sorted { order($0).lexicographicallyPrecedes(order($1)) }
    for unique in uniques {
      let columns = order(unique)
      let isPlain =
        unique.conflict == nil
        && unique.columns.allSatisfy { $0.collation == nil && !$0.isDescending }
        && Set(columns).count == columns.count
      if isPlain, columns.count == 1, !result.columns[columns[0]].isUnique {
        result.columns[columns[0]].isUnique = true
      } else if isPlain, columns.count > 1 {
        result.uniques.append(columns)
      } else {
        result.constraints.append(Self.constraint("UNIQUE", unique, of: table))
      }
    }
  }

  private func addReferences(of table: StoredTable, to result: inout PullDraft.Table) {
    let keys = table.foreignKeys.sorted {
      ($0.columns.joined(separator: " "), $0.table) < ($1.columns.joined(separator: " "), $1.table)
    }
    var bound: Set<Int> = []
    for key in keys {
      let column =
        key.columns.count == 1
        ? table.columns.firstIndex { $0.foldedName == key.columns[0] } : nil
      if let column, bound.insert(column).inserted {
        result.references.append(.init(key: key, form: .column(column)))
      } else {
        result.references.append(.init(key: key, form: .constraint))
      }
    }
  }

  private mutating func addChecks(
    _ checks: [TableSource.Check],
    to result: inout PullDraft.Table
  ) throws {
    var columns: Set<Int> = []
    var names: Set<String> = []
    for check in checks {
      var form = PullDraft.Check.Form.constraint
      if let name = check.name {
        if names.insert(name.sqlLowercased).inserted { form = .named(name) }
      } else if let column = check.column, columns.insert(column).inserted {
        form = .column(column)
      }
      result.checks.append(.init(source: check, form: form))
      if let offer = EnumOffer(check.tokens) { try addEnum(offer, to: &result) }
    }
  }

  private mutating func addEnum(_ offer: EnumOffer, to result: inout PullDraft.Table) throws {
    guard
      let index = result.columns.firstIndex(where: { $0.stored.foldedName == offer.column }),
      result.columns[index].type == (offer.areNumbers ? PulledType.int : .string),
      result.columns[index].stored.collation == nil,
      !offer.areNumbers || Set(offer.values) != ["0", "1"]
    else { return }
    let values = Set(offer.values)
    let isWhole = try source.areAll(result.columns[index].stored, of: result.stored) {
      values.contains(
        String.fromDatabaseValue($0) ?? Int64.fromDatabaseValue($0).map(String.init) ?? ""
      )
    }
    let isSayable = offer.values.allSatisfy { value in
      !value.isEmpty && value.trimmed == value
        && value.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    }
    guard isWhole, isSayable else { return }
    var naming = SwiftNaming()
    let reserved: Set<String> = ["allCases", "rawValue", "self", "Type", "init", "hash", "id"]
    let cases = offer.values.map { value in
      let text = offer.areNumbers ? "value " + value.replacing("-", with: "minus ") : value
      return (naming.member(text, or: "value", reserved: reserved), value)
    }
    let name = types.claim(result.name + SwiftNaming.capitalized(result.columns[index].name))
    draft.enums.append(.init(name: name, cases: cases, areNumbers: offer.areNumbers))
    var type = PulledType(name, offer.areNumbers ? .integer : .text)
    type.cases = Dictionary(cases.map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })
    result.columns[index].types.insert(type, at: 0)
    result.columns[index].allTypes = result.columns[index].types
  }

  private static func constraint(_ word: String, _ key: StoredKey, of table: StoredTable) -> String
  {
    let columns = key.columns.map { part in
      SQLText.quote(table.column(part.name)?.name ?? part.name)
        + (part.collation.map { " COLLATE \(SQLText.quote($0))" } ?? "")
        + (part.isDescending ? " DESC" : "")
    }
    let mark = key.isAutoincrement ? " AUTOINCREMENT" : ""
    return "\(word) (\(columns.joined(separator: ", "))\(mark))"
      + (key.conflict.map { " ON CONFLICT \($0.uppercased())" } ?? "")
  }
}
