import StrataSchema

extension Prover {
  /// Makes rows `Codable` where the schema or their author wants that, and reports what is in the way
  /// of the latter.
  mutating func makeCodable(
    _ rows: inout Rows?,
    _ wanted: Located<Bool>?,
    _ what: String
  ) {
    guard wanted?.value ?? schema.isCodable else { return }
    switch rows {
    case .row(var row):
      if let obstacle = obstacle(to: row) {
        guard let wanted else { return }
        diagnostics.error(
          .notCodable,
          "the rows of \(what) cannot be Codable: \(obstacle)",
          at: wanted.range
        )
        return
      }
      row.isCodable = true
      rows = .row(row)
    case .record(let key):
      guard let wanted else { return }
      diagnostics.error(
        .idleKey,
        "'codable' says nothing in \(what), whose rows are records; write it on '\(key)'",
        at: wanted.range
      )
    case nil: break
    }
  }

  private func obstacle(to row: ProvedRow) -> String? {
    for part in row.parts {
      switch part {
      case .column(let column, _):
        if column.type.contains({ $0 == .any }) { return "'\(column.name)' is Any" }
      case .record(let part):
        let isCodable = tables[part.record]?.isCodable ?? isCodable(view: part.record)
        if !isCodable { return "the record '\(part.record)' is not" }
      }
    }
    return nil
  }

  private func isCodable(view key: String) -> Bool {
    let relation = catalog.relation(ofKey: key)
    return schema.isCodable && relation?.columns.contains { $0.type.type == .any } == false
  }
}
