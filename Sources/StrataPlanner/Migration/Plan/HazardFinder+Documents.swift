import StrataSchema

extension HazardFinder {
  /// Cases in documents, which no plan reaches, whose raw values are gone.
  func casesInDocuments() -> [Hazard] {
    planner.schema.enums.flatMap { model -> [Hazard] in
      let raws = Set(model.cases.map { SchemaFacts.raw($0.rawValue, model.rawType) })
      let gone = (planner.oldParts.cases[model.name] ?? [:]).filter { !raws.contains($0.key) }
      guard !gone.isEmpty else { return [] }
      let names = gone.values.sorted().map { "'\($0)'" }.joined(separator: ", ")
      return planner.schema.collections.filter { holds(model.name, $0.model) }.map { collection in
        Hazard(
          code: .enumCaseRemoved,
          subject: collection.sqlName,
          message:
            "documents with \(names) cannot be read any more; convert them with SQL of your own",
          count: nil
        )
      }
    }
  }

  /// Whether an enum stands in a document, however deep.
  private func holds(
    _ name: String,
    _ model: StructModel,
    beyond known: Set<String> = []
  ) -> Bool {
    model.properties.contains { property in
      property.type.contains { part in
        if part == .enumeration(name) { return true }
        guard case .structure(let structure) = part, !known.contains(structure),
          let inner = planner.schema.structs.first(where: { $0.name == structure })
        else { return false }
        return holds(name, inner, beyond: known.union([structure]))
      }
    }
  }
}
