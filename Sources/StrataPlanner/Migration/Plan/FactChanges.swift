import StrataSchema

/// What differs although the SQL does not: rows would be read as something else.
struct FactChanges {
  let planner: MigrationPlanner

  /// The changes in words.
  func changes() -> [SchemaChange] {
    let schema = planner.schema
    let told = Set(
      planner.difference.changedTables.flatMap { table in
        table.changed.map { SchemaFacts.column(table.new.name, $0.name) }
      }
    )
    var changes: [SchemaChange] = []
    for model in schema.enums {
      changes += self.changes(of: model)
    }
    for table in schema.tables {
      for column in table.columns {
        let key = SchemaFacts.column(table.sqlName, column.sqlName)
        guard let old = planner.oldFacts.values[key], let new = planner.facts.values[key],
          old != new, !told.contains(key)
        else { continue }
        changes.append(
          .init(
            message:
              "column '\(column.sqlName)' of '\(table.sqlName)' was \(Self.words(old)) and is"
              + " \(Self.words(new))",
            range: column.range
          )
        )
      }
    }
    for model in schema.jsonModels {
      changes += self.changes(of: model)
    }
    for type in schema.appTypes {
      let key = "type \(type.name)"
      if let old = planner.oldFacts.values[key], old != planner.facts.values[key] {
        changes.append(
          .init(message: "type '\(type.name)' was stored as \(old)", range: type.range)
        )
      }
    }
    return changes
  }

  private func changes(of model: EnumModel) -> [SchemaChange] {
    guard let old = planner.oldParts.cases[model.name] else { return [] }
    var changes: [SchemaChange] = []
    var raws: Set<String> = []
    let moves = CaseChanges(from: old, to: model, done: planner.history.swaps).moves
    for item in model.cases {
      for move in moves where move.new == item.name {
        changes.append(
          .init(
            message: "case '\(move.old)' of '\(model.name)' is named '\(item.name)'",
            range: item.range
          )
        )
      }
      let raw = SchemaFacts.raw(item.rawValue, model.rawType)
      raws.insert(raw)
      let before = old.filter { $0.value == item.name }.keys.sorted()
      if !before.isEmpty, !before.contains(raw) {
        changes.append(
          .init(
            message: "case '\(item.name)' of '\(model.name)' is stored as \(raw), and was as"
              + " \(before.joined(separator: ", "))",
            range: item.range
          )
        )
      } else if old[raw] == nil {
        changes.append(
          .init(message: "case '\(item.name)' of '\(model.name)' is new", range: item.range)
        )
      }
    }
    let names = Set(model.cases.map(\.name))
    let gone = old.filter { !raws.contains($0.key) && !names.contains($0.value) }
      .map(\.value).sorted()
    changes += gone.map {
      .init(message: "case '\($0)' of '\(model.name)' is gone", range: model.range)
    }
    return changes
  }

  private func changes(of model: StructModel) -> [SchemaChange] {
    let prefix = "value \(model.name)."
    guard let old = planner.oldParts.properties[model.name] else { return [] }
    var changes: [SchemaChange] = []
    for property in model.properties {
      let key = prefix + property.name
      guard old[key] != planner.facts.values[key] else { continue }
      changes.append(
        .init(
          message: "property '\(property.name)' of '\(model.name)' "
            + (old[key] == nil ? "is new" : "is another"),
          range: property.range
        )
      )
    }
    let gone = old.keys.filter { planner.facts.values[$0] == nil }.sorted()
    changes += gone.map {
      .init(
        message: "property '\($0.dropFirst(prefix.count))' of '\(model.name)' is gone",
        range: model.range
      )
    }
    return changes
  }

  private static func words(_ fact: String) -> String {
    let words = fact.split(separator: " ")
    return words.count == 2 ? "\(words[0]) (\(words[1]))" : fact
  }
}
