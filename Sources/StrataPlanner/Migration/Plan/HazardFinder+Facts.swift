import StrataSchema

// What the SQL of the schema does not show.
extension HazardFinder {
  /// Columns whose values SQLite keeps and Swift reads as something else.
  func types() -> [Hazard] {
    var hazards: [Hazard] = []
    for table in planner.schema.tables {
      for column in table.columns where column.generated == nil && column.cast == nil {
        guard let old = planner.oldFacts.type(of: column.sqlName, in: table.sqlName),
          let new = planner.facts.type(of: column.sqlName, in: table.sqlName), old != new
        else { continue }
        let subject = "\(table.sqlName).\(column.sqlName)"
        if old.storage != new.storage, Self.isSpecial(old.storage) || Self.isSpecial(new.storage) {
          hazards.append(
            Hazard(
              code: .storageChanged,
              subject: subject,
              message:
                "'\(column.sqlName)' was stored as \(old.storage) and is read as \(new.storage):"
                + " 'cast:' would convert what is there",
              count: nil
            )
          )
        } else if old.storage == new.storage, !Self.isWidening(from: old.swift, to: new.swift),
          !isEnum(column, was: old.swift)
        {
          hazards.append(
            Hazard(
              code: .typeNarrowed,
              subject: subject,
              message:
                "'\(column.sqlName)' was \(old.swift) and is \(new.swift): values that do not fit"
                + " cannot be read; 'cast:' would convert them",
              count: nil
            )
          )
        }
      }
    }
    return hazards
  }

  /// Whether a way of storing gives the same SQL another meaning.
  private static func isSpecial(_ storage: String) -> Bool {
    ["dateText", "unixSeconds", "unixMilliseconds", "julian"].contains(storage)
  }

  private static func isWidening(from old: String, to new: String) -> Bool {
    switch (old, new) {
    case (_, "Any"), ("Bool", "Int"), ("Int32", "Int"), (_, "String"), (_, "Data"): true
    default: false
    }
  }

  /// Whether a column was of an enum and is: then its cases tell.
  private func isEnum(_ column: ColumnModel, was old: String) -> Bool {
    guard case .enumeration = column.type else { return false }
    return planner.oldFacts.cases(of: old) != nil
  }

  /// Cases that rows may have and that nothing reads any more.
  func cases() -> [Hazard] {
    CaseMapping.columns(of: planner).filter { !$0.lost.isEmpty }.map { column in
      let names = column.lost.values.sorted().map { "'\($0)'" }.joined(separator: ", ")
      let raws = column.lost.keys.sorted().joined(separator: ", ")
      let table = SQLText.quote(planner.renames.oldName(of: column.table))
      let name = SQLText.quote(planner.renames.oldName(of: column.column, in: column.table))
      return Hazard(
        code: .enumCaseRemoved,
        subject: "\(column.table).\(column.column)",
        message:
          "rows with \(names) cannot be read any more; write 'was:' in the case that they become",
        count: "SELECT count(*) FROM \(table) WHERE \(name) IN (\(raws))"
      )
    }
  }

  /// Cases in JSON, which no plan reaches, whose raw values are gone.
  func casesInJSON() -> [Hazard] {
    var hazards: [Hazard] = []
    for model in planner.schema.enums {
      let raws = Set(model.cases.map { SchemaFacts.raw($0.rawValue, model.rawType) })
      let gone = (planner.oldFacts.cases(of: model.name) ?? [:]).filter { !raws.contains($0.key) }
      guard !gone.isEmpty else { continue }
      let names = gone.values.sorted().map { "'\($0)'" }.joined(separator: ", ")
      for table in planner.schema.tables {
        for column in table.columns where holdsInJSON(model.name, column.type) {
          hazards.append(
            Hazard(
              code: .enumCaseRemoved,
              subject: "\(table.sqlName).\(column.sqlName)",
              message:
                "JSON with \(names) cannot be read any more; convert it with SQL of your own",
              count: nil
            )
          )
        }
      }
    }
    return hazards
  }

  /// Whether an enum stands in the JSON of a type.
  private func holdsInJSON(
    _ name: String,
    _ type: ValueType,
    beyond known: Set<String> = []
  ) -> Bool {
    guard type.isJSON else { return false }
    return type.contains { part in
      if part == .enumeration(name) { return true }
      guard case .structure(let structure) = part, !known.contains(structure),
        let model = planner.schema.structs.first(where: { $0.name == structure })
      else { return false }
      return model.properties.contains {
        $0.type == .enumeration(name)
          || holdsInJSON(name, $0.type, beyond: known.union([structure]))
      }
    }
  }

  /// Properties of values in JSON that was written before.
  func values() -> [Hazard] {
    planner.schema.structs.flatMap { model -> [Hazard] in
      let prefix = "value \(model.name)."
      let old = planner.oldFacts.values.filter { $0.key.hasPrefix(prefix) }
      guard !old.isEmpty else { return [] }
      let keys = Set(old.keys).union(model.properties.map { prefix + $0.name }).sorted()
      return keys.compactMap { key in
        let property = String(key.dropFirst(prefix.count))
        let words: String
        switch (old[key], planner.facts.values[key]) {
        case (nil, let new?) where !new.hasSuffix("?"):
          words = "is new, and JSON that was written without it cannot be read; give it a default"
        case (let old?, let new?) where old != new && old + "?" != new:
          words = "was \(old) and is \(new)"
        case (_?, nil): words = "is gone, and leaves JSON that is written again"
        default: return nil
        }
        return Hazard(
          code: .valueChanged,
          subject: "\(model.name).\(property)",
          message: "property '\(property)' of '\(model.name)' \(words)",
          count: nil
        )
      }
    }
  }
}
