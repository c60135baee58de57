import StrataSQLite
import StrataSchema

extension Prover {
  /// Rows of SQL: those of a record, or of a struct of their own.
  enum Rows: Hashable {
    case record(key: String)
    case row(ProvedRow)
  }

  /// Types the rows of a request or a statement; nil where an error was reported.
  mutating func proveRows(
    of owner: ColumnOwner,
    named typeName: String,
    nested: [NestedRecord] = [],
    _ results: [ResultColumn],
    misused: [SQLExpression.ColumnName]
  ) -> Rows? {
    let before = diagnostics.all.count
    if nested.isEmpty, owner.declared.isEmpty, let key = recordKey(of: results) {
      return .record(key: key)
    }
    let records = nested.compactMap { record($0, of: owner, results) }
    guard diagnostics.all.count == before else { return nil }
    let taken = Set(records.flatMap(\.indexes))
    let (columns, uncertain) = proveColumns(
      of: owner,
      results.filter { !taken.contains($0.index) },
      misused: misused
    )
    checkNames(of: columns, beside: nested, in: owner)
    checkDeclared(owner, columns.map(\.column), uncertain)
    guard diagnostics.all.count == before else { return nil }
    var parts: [(first: Int, part: ProvedRow.Part)] = columns.map { placed in
      (placed.index, .column(placed.column, index: placed.index))
    }
    parts += records.map { ($0.indexes.min() ?? 0, .record($0)) }
    parts.sort { $0.first < $1.first }
    return .row(ProvedRow(typeName: typeName, parts: parts.map(\.part)))
  }

  /// The record whose columns these are, all of them, of one row.
  private func recordKey(of results: [ResultColumn]) -> String? {
    guard let first = results.first?.origin, let name = first.record, let relation = catalog[name],
      results.count == relation.columns.count,
      Set(results.map(\.sqlName)) == Set(relation.columnNames)
    else { return nil }
    for result in results {
      guard result.origin?.index == first.index, result.origin?.record == name,
        let column = relation.column(named: SQLTokenizer.fold(result.sqlName)),
        column.type.type == result.type.type, column.type.storage == result.type.storage,
        column.type.isOptional || !result.type.isOptional
      else { return nil }
    }
    return relation.key
  }

  /// The columns that `team.*` shows, as a record.
  private mutating func record(
    _ nested: NestedRecord,
    of owner: ColumnOwner,
    _ results: [ResultColumn]
  ) -> ProvedRecordPart? {
    let written = nested.source.text
    let tokens = SQLTokenizer.tokens(of: written)
    guard tokens.count == 1, let name = tokens.first?.folded, tokens[0].name != nil else {
      diagnostics.error(
        "nested-record",
        "'\(written)' is no name of a table; write the name or alias that the SQL gives it",
        at: nested.source.range
      )
      return nil
    }
    let shown = results.filter { $0.origin?.isStar == true && $0.origin?.name == name }
    guard let origin = shown.first?.origin else {
      let names = results.compactMap { $0.origin?.isStar == true ? $0.origin?.name : nil }
      var message = "the \(owner.what) does not show '\(written).*'; write it in the SELECT"
      let near = nearest(to: name, in: names)
      if let near { message += ", or '\(near).*' here" }
      diagnostics.error(
        "nested-record",
        message,
        at: nested.source.range,
        fixIts: near.flatMap { near in
          nested.source.fixIt(
            "write '\(near)'",
            replacing: tokens[0].range,
            with: SQLText.spelling(of: near)
          )
        }
        .map { [$0] } ?? []
      )
      return nil
    }
    guard let record = origin.record, let relation = catalog[record] else {
      diagnostics.error(
        "nested-record",
        "'\(written).*' is no record: it shows no table or view as it is; write its columns beside"
          + " the records",
        at: nested.source.range
      )
      return nil
    }
    let indexes = recordColumnNames(of: relation).map { name in
      shown.filter { $0.origin?.record == record && $0.sqlName == name }.map(\.index)
    }
    guard indexes.allSatisfy({ $0.count == 1 }) else {
      let message =
        indexes.contains(where: { $0.count > 1 })
        ? "the SQL shows '\(written).*' twice; show it once"
        : "the SQL does not show all columns of '\(relation.sqlName)'; write '\(written).*' in the"
          + " SELECT"
      diagnostics.error("nested-record", message, at: nested.source.range)
      return nil
    }
    return part(nested.name.value, relation, indexes.map { $0[0] }, origin, results)
  }

  private func part(
    _ name: String,
    _ relation: Catalog.Relation,
    _ indexes: [Int],
    _ origin: TypeInference.Origin,
    _ results: [ResultColumn]
  ) -> ProvedRecordPart {
    let names = recordColumnNames(of: relation)
    let columns = names.map { relation.column(named: SQLTokenizer.fold($0))?.type ?? .unknown }
    let isWeaker = zip(columns, indexes).contains { column, index in
      !column.isOptional && results[index].type.isOptional
    }
    let key = primaryKeyNames(of: relation).first.flatMap(names.firstIndex)
    let present = key ?? columns.firstIndex { !$0.isOptional }
    return ProvedRecordPart(
      name: name,
      record: relation.key,
      indexes: indexes,
      isOptional: origin.isOuter || isWeaker,
      absence: present.map { [indexes[$0]] } ?? indexes
    )
  }

  /// The names in SQL of a record's columns, in the order of the record.
  private func recordColumnNames(of relation: Catalog.Relation) -> [String] {
    tables[relation.key]?.columns.map(\.sqlName) ?? relation.columnNames
  }

  private func primaryKeyNames(of relation: Catalog.Relation) -> [String] {
    if let table = tables[relation.key] {
      return table.primaryKey.compactMap { table.column(named: $0)?.sqlName }
    }
    guard let view = schema.views.first(where: { $0.name == relation.key }) else { return [] }
    return view.primaryKey.compactMap { key in
      let index = relation.columns.firstIndex { $0.type.swiftName == key.value }
      return index.map { relation.columnNames[$0] }
    }
  }

  /// Two properties cannot have one name, nor a column the name of a record beside it.
  private mutating func checkNames(
    of columns: [PlacedColumn],
    beside nested: [NestedRecord],
    in owner: ColumnOwner
  ) {
    var owners: [String: SourceRange] = [:]
    for record in nested { owners[record.name.value] = record.name.range }
    var duplicates: [String] = []
    var places: (SourceRange, first: SourceRange)?
    for placed in columns {
      guard let first = owners.updateValue(placed.range, forKey: placed.column.name) else {
        continue
      }
      owners[placed.column.name] = first
      if !duplicates.contains(placed.column.name) { duplicates.append(placed.column.name) }
      if places == nil { places = (placed.range, first) }
    }
    guard let places else { return }
    let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
    diagnostics.error(
      "duplicate-column",
      "the \(owner.what) gives two columns named \(names); name one with AS, or take a whole record"
        + " with 'row: {team: team.*}'",
      at: places.0,
      notes: [.init("the first is here", at: places.first)]
    )
  }
}

extension Catalog.Relation {
  func column(named name: String) -> Catalog.Column? { columns.first { $0.name == name } }
}
