// What `was:` says: an old name belongs to one thing, and to nothing that still has it. What has it now
// may have had another one: names change places.
extension SchemaResolver {
  /// A table or a column with the name in SQL that it has and the one that it had.
  private struct Renamed {
    var what: String
    var sqlName: String
    var range: SourceRange
    var was: Located<String>?
    /// How SQL may have spelt the old name.
    var oldNames: [String]
  }

  mutating func checkOldNames(of tables: [TableSyntax]) {
    // What is there twice has been reported.
    let first = tables.filter { self.tables[$0.name.value]?.name.range == $0.name.range }
    checkOldNames(
      of: first.map { table in
        let was = table.was?.value
        return Renamed(
          what: "table '\(table.name.value)'",
          sqlName: table.sqlTableName,
          range: table.name.range,
          was: table.was,
          oldNames: was.map { [$0, Identifier.lowercasingStart(of: $0)] } ?? []
        )
      }
    )
  }

  mutating func checkOldNames(of table: TableSyntax) {
    checkOldNames(
      of: table.columns.map { column in
        Renamed(
          what: "column '\(column.name.value)'",
          sqlName: column.sqlName?.value ?? column.name.value,
          range: column.name.range,
          was: column.was,
          oldNames: column.was.map { [$0.value] } ?? []
        )
      }
    )
  }

  private mutating func checkOldNames(of things: [Renamed]) {
    let present = Dictionary(
      things.map { ($0.sqlName.sqlLowercased, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var owners: [String: Renamed] = [:]
    for thing in things {
      guard let was = thing.was, let last = thing.oldNames.last?.sqlLowercased else { continue }
      let name = thing.sqlName.sqlLowercased
      if thing.oldNames.contains(where: { $0.sqlLowercased.utf8.elementsEqual(name.utf8) }) {
        diagnostics.error(
          .idleKey,
          "\(thing.what) is still '\(thing.sqlName)' in SQL; remove 'was', or write another name that it"
            + " had",
          at: was.range
        )
      } else if let other = thing.oldNames.lazy.compactMap({ present[$0.sqlLowercased] }).first,
        other.was == nil
      {
        diagnostics.error(
          .duplicateName,
          "\(thing.what) was '\(was.value)', as \(other.what) is called now; remove 'was', or say"
            + " in \(other.what) what that was",
          at: was.range,
          notes: [.init("\(other.what) is here", at: other.range)]
        )
      } else if let other = owners[last] {
        diagnostics.error(
          .duplicateName,
          "\(thing.what) and \(other.what) were both '\(was.value)'; remove one 'was'",
          at: was.range,
          notes: [.init("\(other.what) is here", at: other.range)]
        )
      } else {
        owners[last] = thing
      }
    }
  }

  /// The same of the cases of an enum, each of which may have been several.
  mutating func checkOldNames(of model: EnumModel) {
    let present = Dictionary(
      model.cases.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var owners: [String: Located<String>] = [:]
    for item in model.cases {
      for was in item.was {
        if was.value == item.name {
          diagnostics.error(
            .idleKey,
            "case '\(item.name)' has that name still; remove 'was', or write another name that it had",
            at: was.range
          )
        } else if let other = present[was.value], other.was.isEmpty {
          diagnostics.error(
            .duplicateName,
            "case '\(item.name)' was '\(was.value)', as another case is called now; remove 'was', or say"
              + " in that case what it was",
            at: was.range,
            notes: [.init("case '\(was.value)' is here", at: other.range)]
          )
        } else if let owner = owners[was.value] {
          diagnostics.error(
            .duplicateName,
            owner.value == item.name
              ? "case '\(item.name)' was '\(was.value)', as it says already; remove one of them"
              : "the cases '\(item.name)' and '\(owner.value)' were both '\(was.value)'; remove one"
                + " 'was'",
            at: was.range,
            notes: [.init("the first one is here", at: owner.range)]
          )
        } else {
          owners[was.value] = Located(item.name, at: was.range)
        }
      }
    }
  }
}
