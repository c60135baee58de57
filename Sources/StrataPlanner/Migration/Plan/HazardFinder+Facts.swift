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
          !isEnum(column, was: old.swift), !isSameValue(old.swift, new.swift)
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
        } else if old.storage == "integer", new.storage == "text",
          !["String", "Decimal", "Any"].contains(new.swift), !isEnum(column, was: old.swift)
        {
          // SQLite keeps the digits, which are no text of these types.
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
    return planner.oldParts.cases[old] != nil
  }

  /// Whether only the name of a struct of the schema is another, of which JSON has none.
  private func isSameValue(_ old: String, _ new: String) -> Bool {
    planner.schema.structs.contains { model in
      let name = { (word: String) in word.drop { "[:".contains($0) }.prefix { !"]?".contains($0) } }
      let before = name(old.replacing("[String:", with: "["))
      guard name(new.replacing("[String:", with: "[")) == model.name,
        old == new.replacing(model.name, with: before)
      else { return false }
      let properties = { (facts: SchemaFacts, name: String) in
        let prefix = "value \(name)."
        return Dictionary(
          uniqueKeysWithValues: facts.values.filter { $0.key.hasPrefix(prefix) }.map {
            ($0.key.dropFirst(prefix.count), $0.value)
          }
        )
      }
      let known = properties(planner.oldFacts, String(before))
      return !known.isEmpty && known == properties(planner.facts, model.name)
    }
  }

  /// Cases that rows may have and that nothing reads any more.
  func cases() -> [Hazard] {
    CaseMapping.columns(of: planner).filter { !$0.changes.lost.isEmpty }.map { column in
      lostCases(column.table, column.column, column.changes.lost, "rows") { name, raws in
        "\(name) IN (\(raws.joined(separator: ", ")))"
      }
    }
  }

  /// Cases in JSON that nothing reads any more, or whose new raw values SQL cannot put into it.
  func casesInJSON() -> [Hazard] {
    JSONCases.columns(of: planner).filter { !$0.lost.isEmpty }.map { column in
      lostCases(column.table, column.column, column.lost, "JSON", JSONCases.holds)
    }
  }

  private func lostCases(
    _ table: String,
    _ column: String,
    _ lost: [String: String],
    _ what: String,
    _ condition: (_ column: String, _ raws: [String]) -> String
  ) -> Hazard {
    let names = lost.values.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let oldTable = SQLText.quote(planner.renames.oldName(of: table))
    let oldColumn = SQLText.quote(planner.renames.oldName(of: column, in: table))
    return Hazard(
      code: .enumCaseRemoved,
      subject: "\(table).\(column)",
      message:
        "\(what) with \(names) cannot be read any more; write 'was:' in the case that they become, or"
        + " convert them with SQL of your own",
      count: "SELECT count(*) FROM \(oldTable) WHERE \(condition(oldColumn, lost.keys.sorted()))"
    )
  }

  /// Properties of values in JSON that was written before.
  func values() -> [Hazard] {
    planner.schema.jsonModels.flatMap { model -> [Hazard] in
      let prefix = "value \(model.name)."
      guard let old = planner.oldParts.properties[model.name] else { return [] }
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
